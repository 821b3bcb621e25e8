package commands

// redactText is the page of help on what --redact takes out.
const redactText = `transform --redact WHAT replaces what is not to be shared by placeholders, in
everything that a conversation holds: texts, reasoning, arguments and results
of tools, definitions, parameters, metadata, custom messages, ids, addresses.
The same thing has the same placeholder throughout a conversation,
[secret:github-token:1], and what differs has another; a second run changes
nothing. In JSON the strings are looked at, and its keys, never its syntax.

secrets    keys of some eighty vendors by their form, private keys, JSON Web
           Tokens, passwords in addresses and headers, signatures of addresses,
           and what is assigned to a name such as password, secret, token or
           api_key, if it looks like one. Also inside base64: then the whole of
           that is replaced. convo validate finds the same: rule convo/secret.
paths      the names of users in paths: /home/NAME, /Users/NAME, C:\Users\NAME,
           file: addresses. What is behind them stays, and so do names that
           belong to nobody: runner, ubuntu, Public.
emails     addresses of mail, but those reserved for examples.
structure  all that was said. Of texts and arguments their length is left,
           [text:120]; roles, types, order, ids, the names of tools and models
           and the keys of JSON stay. For a report of a fault.
FILE       your own rules, one a line: a regular expression (RE2), before it a
           name, a colon and a space if you like. What its first group matches
           is replaced, or all that it matches if it has none.

             # what is ours
             customer: \bC-\d{4}\b
             project (\w+) is

Reasoning that is signed cannot be changed: it is left out if something in it
would be. Of a text or a call only the signature is left out. -v tells each
place, and never what stood there. What nobody can recognise is not found: look
at what you share.
`
