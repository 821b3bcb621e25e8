package commands

// redactText is the help topic redact.
const redactText = `transform --redact WHAT replaces what should not be shared with placeholders,
everywhere in a conversation: text, reasoning, tool arguments and results, tool
definitions, parameters, metadata, custom messages, ids and URLs. Equal values
get the same placeholder, such as [secret:github-token:1], and different values
get different ones. Redacting again changes nothing. In JSON, string values and
keys are replaced, so it stays valid JSON.

secrets    API keys of about eighty vendors, recognised by their form; private
           keys; JSON Web Tokens; passwords in URLs and headers; signatures of
           URLs; and values of names such as password, secret, token or
           api_key that look like secrets. Base64 that contains one of these is
           replaced whole. The rule convo/secret of convo validate finds the
           same.
paths      user names in paths: /home/NAME, /Users/NAME, C:\Users\NAME and
           file: URLs. The rest of the path stays, and so do names of no
           person: runner, ubuntu, Public.
emails     email addresses, except those reserved for examples.
structure  all content. Text and arguments become their length, [text:120];
           roles, types, order, ids, names of tools and models, and JSON keys
           stay. Use it for bug reports.
FILE       your own rules, one per line: a regular expression (RE2), with an
           optional NAME: before it. The first group is replaced, or the whole
           match if there is no group. # starts a comment.

             # internal names
             customer: \bC-\d{4}\b
             project (\w+) is

Signed reasoning cannot be changed: it is dropped if something in it would be
replaced. Text and tool calls only lose their signature. -v lists each place
but never what it held. convo cannot recognise every secret: check what you
share.

example:
  convo transform --redact secrets,paths,rules.txt < a.json > to-share.json
`
