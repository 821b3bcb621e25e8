package pipe

import (
	"fmt"
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/providers"
)

// What --trim writes, says and refuses is the same whether or not the memory of a
// conversation is used for the next one. Tests spoil memory that is free.
func TestTrimForgets(t *testing.T) {
	var in strings.Builder
	for i := range 400 {
		fmt.Fprintf(&in, `{"model":"gpt-\u0034o-%d","messages":[{"role":"system","content":"Be \u00e9 %[1]d"}`, i)
		for turn := range 2 + i%5 {
			fmt.Fprintf(&in, `,{"role":"user","content":"turn \n %d %s"}`, turn, strings.Repeat(fmt.Sprintf(`w\u00f6rd%d `, i), 40+i%9*50))
			fmt.Fprintf(&in, `,{"role":"assistant","content":null,"tool_calls":[{"id":"c\u0061_%d","type":"function","function":{"name":"l\u006fok","arguments":"{\"a\":\"\\u00e9%[1]d\"}"}}]}`, turn)
			fmt.Fprintf(&in, `,{"role":"tool","tool_call_id":"ca_%d","content":"%s"},{"role":"assistant","content":"done \u00e9"}`, turn, strings.Repeat(`r\u00e9sult `, i))
		}
		in.WriteString("]}\n")
	}
	chat, err := providers.Lookup("openai-chat")
	if err != nil {
		t.Fatal(err)
	}
	trimmed := func(workers int, forgets bool) (out, said string) {
		p, stdout, stderr := frametest.Program(t)
		plan := &Plan{From: chat, To: chat, Pace: Pace{Workers: workers}, Judgement: Judgement{OnError: "skip"}, Aim: &Adaptation{}}
		if err := (&planner{p, plan}).read([]frame.Setting{{Name: "trim", Value: "900"}}); err != nil {
			t.Fatal(err)
		}
		if !plan.canRecycle() {
			t.Fatal("a plan that trims forgets nothing")
		}
		if !forgets {
			plan.forgetful = 0
		}
		p.End(transformed(p, plan, in.String()))
		return stdout(), stderr()
	}
	out, said := trimmed(1, false)
	if n := strings.Count(out, "\n"); n < 50 || n > 350 || !strings.Contains(out, "result left out") || !strings.Contains(said, "cannot trim") {
		t.Fatalf("%d lines of %d: the test trims nothing, or refuses nothing\n%.500s", n, 400, said)
	}
	for _, workers := range []int{1, 2} {
		gotOut, gotSaid := trimmed(workers, true)
		if gotOut != out || gotSaid != said {
			t.Errorf("%d workers: other output, or other messages", workers)
		}
	}
}
