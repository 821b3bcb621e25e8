package commands

const scriptText = `-m script:FILE is no model: it answers with the turns of a file, to try out
a pipeline or to test one, without a network and always the same. What it says
is labelled: provider "script", model "script:" and the file's name. It is
never chosen unless -m, --fallback or CONVO_MODEL names it.

A turn is an assistant message of conversation.json; only its content must be
there. A file has one a line, or a JSON array of them, or it is a conversation,
whose answers are said again.

  {"content":"The tide is high at noon."}
  {"content":[{"type":"thinking","thinking":"Brest, then."},
              {"type":"toolCall","name":"tide","arguments":{"at":"Brest"}}]}

The first answer of a conversation is the first turn, the next one the second:
a script needs no memory. An answer that broke off is asked for anew. Behind
the last turn there is none: exit 12.

A member "script" says how a turn is delivered:

  delay       time before it: "250ms", "1.5s"
  piece       characters of a piece; without it a block comes whole
  pause       time between pieces
  cut         the connection breaks behind so many characters
  status      it is no answer but an error of this HTTP status, 400 to 599,
              and errorMessage is what the server says
  retryAfter  the time that such a server asks to be left alone

usage, stopReason and errorMessage are those of conversation.json, so that
"stopReason":"length" is an answer that was cut. Ids of calls are made up where
there are none. A script is never retried: it would say the same.

-m echo: answers with the text of the last user message.

examples:
  convo prompt "High or low?" | convo reply -m script:turns.jsonl
  convo prompt "High or low?" | convo reply -m echo: | convo prompt "Why?" |
    convo reply -m script:old-conversation.json -t text
`

const cassetteText = `--cassette FILE keeps what is asked and answered, and answers it again
without a network and a key: tests that need no model, a demonstration that
says the same every time, a bulk run that is paid for once.

  --cassette-mode replay  answer from the cassette; what it does not have is
                          exit 12, which tells the nearest request that it
                          has and where that first differs; the default
  --cassette-mode record  ask, and add the answer to the file
  --cassette-mode auto    answer from the cassette, else ask and add the answer

CONVO_CASSETTE and CONVO_CASSETTE_MODE say the same for all that run.

Two requests are the same if method, path and body are; the order of keys, the
host, the key, and the members metadata, user, safety_identifier,
prompt_cache_key and labels do not matter. One that was recorded several times
is answered in that order, then as the last time. Errors are recorded, too;
mode auto asks again after one that was temporary. An answer that broke off is
not recorded.

The file is JSON Lines, to read and to edit: a request and its answer a line,
streams in the pieces in which they came. It is added to and never rewritten;
half a line, as a crash leaves it, is passed over. No key is in it, nor headers
that tell who asked, but the conversations are: a new file is mode 0600.

examples:
  convo reply --cassette tides.jsonl --cassette-mode auto a.json
  CONVO_CASSETTE=tides.jsonl make test
`
