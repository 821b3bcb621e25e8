package format

import "testing"

func TestItemSignaturesAreRead(t *testing.T) {
	reasoning := ItemSignature{ID: "rs_1", EncryptedContent: "gAAA"}
	text := ItemSignature{ID: "msg_1", Phase: "commentary"}
	for _, test := range []struct {
		name, signature string
		kind            ItemKind
		want            ItemSignature
	}{
		{"or, reasoning", reasoning.Of(ReasoningItem, "some-items"), ReasoningItem, reasoning},
		{"or, a text", text.Of(TextItem, "some-items"), TextItem, text},
		{"pi, reasoning", `{"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"gAAA"}`, ReasoningItem, reasoning},
		{"pi, a text", `{"v":1,"id":"msg_1","phase":"commentary"}`, TextItem, text},
		{"pi, the id alone", "msg_1", TextItem, ItemSignature{ID: "msg_1"}},
	} {
		if got, ok := ParseItemSignature(test.signature, test.kind); !ok || got != test.want {
			t.Errorf("%s: %+v, %t", test.name, got, ok)
		}
	}
}

func TestOtherSignaturesAreNoItems(t *testing.T) {
	for _, signature := range []string{"", "EqQBCgIYAhIM", "reasoning_content", "some-items:!", `{"id":"x"}`, ItemSignature{ID: "a"}.Of(TextItem, "some-items")} {
		if s, ok := ParseItemSignature(signature, ReasoningItem); ok {
			t.Errorf("%q is %+v", signature, s)
		}
	}
	if s := (ItemSignature{}).Of(TextItem, "some-items"); s != "" {
		t.Errorf("nothing is signed %q", s)
	}
}
