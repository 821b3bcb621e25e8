package commands

import (
	"fmt"

	"convo/conv/pick"
)

// whereHelp is the help topic where.
func whereHelp() string { return fmt.Sprintf(whereText, pick.Help()) }

const whereText = `--where EXPR chooses conversations by what is in them: transform writes only
those for which EXPR is true, find searches only them, and cost counts only
them. EXPR is made of comparisons, and, or, not and brackets:

  turns > 2 and tools has "git-*" and not (cost >= 0.5 or models ~ opus)

A field alone is true if it is not zero and not empty: calls and not errors.

%s
  .NAME     a field of the input that convo does not know, such as a column of
            a data set: .score, .meta.lang

  = !=      the same, or not. Of a list: some element is, or none
  < <= > >= for numbers and times
  ~         matches a regular expression (RE2); (?i) ignores case
  has       for a list: has an element, or one like a pattern such as git-*.
            For a text: contains it

Numbers may end in k or m. A value with blanks or signs stands in quotes. tool,
role, model and vendor are the same as tools, roles, models and vendors.
Messages that are no longer sent do not count, except for tokens and cost. A
comparison with what is not known is false: without a price, neither cost < 1
nor cost >= 1 holds, and a note says so.

share is made of what a model sees, so a conversation always falls in the same
part of a data set, whatever its id and on every machine.

examples:
  convo transform --where 'turns > 2 and tools has Bash' all.jsonl
  convo transform --where 'stop = length or errors > 3' -r sessions
  convo transform --where 'share < 0.9' all.jsonl > train.jsonl
  convo transform --where 'share >= 0.9' all.jsonl > test.jsonl
  convo transform --where 'system ~ "(?i)brief"' --where 'tokens < 8k' a.jsonl
  convo transform --where '.score >= 4 and .lang = en' rated.jsonl
  convo find --where 'models ~ opus and started >= 2026-11-01' panic *.jsonl
  convo cost --where 'agent = codex' -r sessions
`
