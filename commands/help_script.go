package commands

const scriptText = `-m script:FILE answers from a file instead of asking a model. Use it to try or
test a pipeline: it needs no network, and the answers are always the same. They
are labelled provider "script" and model "script:" plus the name of the file.
A script is used only if -m, --fallback or CONVO_MODEL names it.

A turn is an assistant message of conversation.json; only content is required.
The file has one turn per line, or is a JSON array of turns, or a conversation,
whose answers are then repeated.

  {"content":"The tide is high at noon."}
  {"content":[{"type":"thinking","thinking":"Brest, then."},
              {"type":"toolCall","name":"tide","arguments":{"at":"Brest"}}]}

The first answer of a conversation is the first turn, the next answer is the
second. An answer that broke off is asked for again. After the last turn the
exit code is 12.

The field "script" of a turn says how it is delivered:

  delay       time before it: "250ms", "1.5s"
  piece       characters in each piece (default: whole blocks)
  pause       time between pieces
  cut         break the connection after this many characters
  status      fail with this HTTP status, 400 to 599; errorMessage is the
              message of the server
  retryAfter  the time after which the failing server says to retry

usage, stopReason and errorMessage are as in conversation.json, so
"stopReason":"length" is an answer that was cut short. Tool calls without an id
get one. A script is never retried: it would answer the same.

-m echo: answers with the text of the last user message.

examples:
  convo prompt "High or low?" | convo reply -m script:turns.jsonl
  convo prompt "High or low?" | convo reply -m echo: | convo prompt "Why?" |
    convo reply -m script:old-conversation.json -t text
`

const cassetteText = `--cassette FILE records requests and answers, and replays them later without a
network or a key. Use it for tests, for demonstrations that are always the
same, and for bulk runs that you pay for once.

  --cassette-mode replay  answer from the cassette (the default). If the
                          request is not in it, exit 12 and show where the
                          most similar recorded request differs
  --cassette-mode record  ask, and add the answer to the file
  --cassette-mode auto    answer from the cassette, or else ask and add the
                          answer

CONVO_CASSETTE and CONVO_CASSETTE_MODE set the same for every call.

Two requests are the same if method, path and body are the same. The order of
keys, the host, the API key and the fields metadata, user, safety_identifier,
prompt_cache_key and labels are ignored. If a request was recorded several
times, its answers are replayed in that order, and then the last one again.
Errors are recorded, too; auto asks again after a temporary one. Answers that
break off are not recorded.

The file is JSON Lines, one request with its answer per line, and streams are
kept in their pieces. You can read and edit it. convo only appends to it, and
ignores a last line that is cut off, as after a crash. The file has no keys and
no headers that identify you, but it has the conversations: a new file gets
mode 0600.

examples:
  convo reply --cassette tides.jsonl --cassette-mode auto a.json
  CONVO_CASSETTE=tides.jsonl make test
`
