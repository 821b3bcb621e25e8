package edit

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/redact"
)

// aToken is a secret, made of parts so that it stands in no file. Each number
// gives another.
func aToken(n int) string {
	return "ghp_" + strings.Repeat("aB3dE6", 5) + strconv.Itoa(100_000+n)
}

// full is a conversation with a string in every field that has room for one,
// as fill makes it, by reflection: a field that is new is there too.
func full(fill func() string) *conv.Conversation {
	raw := func() conv.Raw { return conv.Raw(`{"a":["` + fill() + `",1.50],"b":{"` + fill() + `":true}}`) }
	var all func(v reflect.Value)
	all = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			switch v.Type() {
			case reflect.TypeFor[conv.Raw]():
				v.Set(reflect.ValueOf(raw()))
			case reflect.TypeFor[conv.Number]():
			default:
				v.SetString(fill())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					all(v.Field(i))
				}
			}
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			all(v.Elem())
		case reflect.Slice:
			if v.Type().Elem().Kind() != reflect.Interface {
				v.Set(reflect.MakeSlice(v.Type(), 1, 1))
				all(v.Index(0))
			}
		}
	}
	user, answer, result := &conv.UserMessage{}, &conv.AssistantMessage{}, &conv.ToolResultMessage{}
	system, custom := &conv.SystemMessage{}, &conv.CustomMessage{}
	text, image, thought, call, opaque := &conv.TextContent{}, &conv.ImageContent{}, &conv.ThinkingContent{}, &conv.ToolCall{}, &conv.Opaque{}
	plain := &conv.ToolCall{}
	messages := []conv.Message{user, answer, result, system, custom, &conv.BranchSummary{}, &conv.CompactionSummary{}}
	for _, b := range []conv.Block{text, image, thought, call, plain, opaque} {
		all(reflect.ValueOf(b).Elem())
	}
	for _, m := range messages {
		all(reflect.ValueOf(m).Elem())
	}
	plain.ArgumentsText = nil
	image.Data = base64.StdEncoding.EncodeToString([]byte("the key: " + fill()))
	user.Content, custom.Content = []conv.UserContent{text, image}, []conv.UserContent{text}
	answer.Content = []conv.AssistantContent{text, thought, call, plain, opaque, image}
	result.Content, system.Content = []conv.ToolResultContent{text}, []conv.SystemContent{text}
	var c conv.Conversation
	all(reflect.ValueOf(&c).Elem())
	c.Messages = messages
	return &c
}

func native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	conv.Native.Write(w, c)
	return string(w.Bytes())
}

// A secret is taken out of wherever a conversation has room for a string.
func TestRedactLooksIntoEverything(t *testing.T) {
	n := 0
	c := full(func() string { n++; return aToken(n) })
	if n < 120 {
		t.Fatalf("only %d secrets are planted", n)
	}
	before := native(c)
	out := native(Redact(c, []redact.Finder{redact.Secrets}, nil))
	for i := 1; i <= n; i++ {
		if strings.Contains(out, aToken(i)) || strings.Contains(out, base64.StdEncoding.EncodeToString([]byte("the key: "+aToken(i)))) {
			t.Errorf("secret %d is still there: …%s", i, out[max(0, strings.Index(out, aToken(i))-60):][:60])
		}
	}
	if native(c) != before {
		t.Error("the input was changed")
	}
	if err := Redact(c, []redact.Finder{redact.Secrets}, nil).Check(); err != nil {
		t.Error(err)
	}
}

// Nothing that was said is left of a conversation's structure.
func TestStructureLeavesNoWords(t *testing.T) {
	n := 0
	c := full(func() string { n++; return "ß said nr " + strconv.Itoa(n) + "!" })
	kept := map[string]bool{}
	redact.EachText(c, func(x *redact.Text) {
		if x.Kind == redact.IDText || x.IsKey || x.Kind == redact.SchemaText && !isDescribing(x.Key) {
			kept[*x.Value] = true
		}
	})
	out := native(Structure(c, nil))
	for i := 1; i <= n; i++ {
		if s := "ß said nr " + strconv.Itoa(i) + "!"; strings.Contains(out, s) && !kept[s] {
			t.Errorf("%q is still there: …%s", s, out[max(0, strings.Index(out, s)-60):][:60])
		}
	}
	for _, want := range []string{`"text":"[text:`, `"thinking":"[thinking:`, `"arguments":{"a":["[text:`, `9.99`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
}

// Without a secret a conversation is the one that it was; redacting again
// changes nothing.
func TestRedactTwiceIsOnce(t *testing.T) {
	files, err := filepath.Glob("../../testdata/conversations/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for c, err := range format.Native().Decode(data, nil) {
			if err != nil {
				t.Fatal(err)
			}
			if Redact(c, []redact.Finder{redact.Secrets}, nil) != c {
				t.Errorf("%s: a secret was found in it", name)
			}
			n := 0
			planted := owned(c)
			redact.EachText(planted, func(x *redact.Text) {
				if x.Kind != redact.FileData {
					n++
					*x.Value += " " + aToken(n)
				}
			})
			once := Redact(planted, []redact.Finder{redact.Secrets}, nil)
			if n > 0 && (once == planted || strings.Contains(native(once), "ghp_")) {
				t.Errorf("%s: %d secrets: %s", name, n, native(once))
			}
			if twice := Redact(once, []redact.Finder{redact.Secrets}, nil); twice != once {
				t.Errorf("%s: twice: %s", name, native(twice))
			}
			structure := Structure(c, nil)
			if again := Structure(structure, nil); native(again) != native(structure) {
				t.Errorf("%s: structure: %s\nagain: %s", name, native(structure), native(again))
			}
		}
	}
}

// The same secret has one name throughout, another has another; names that
// are there already are not given again.
func TestPlaceholdersAreConsistent(t *testing.T) {
	a, b := aToken(1), aToken(2)
	c := conv.NewConversation(
		conv.UserText("I had [secret:github-token:7]. Now "+a+" and "+b),
		&conv.AssistantMessage{Content: []conv.AssistantContent{&conv.ToolCall{ID: "1", Name: "f", Arguments: conv.Raw(`{"n":1.0,"t":"` + b + `","` + a + `":"x"}`)}}},
		&conv.ToolResultMessage{ToolCallID: "1", Content: []conv.ToolResultContent{&conv.TextContent{Text: "used " + a}}},
	)
	got := native(Redact(c, []redact.Finder{redact.Secrets}, nil))
	for _, want := range []string{
		`Now [secret:github-token:8] and [secret:github-token:9]`,
		`{"n":1.0,"t":"[secret:github-token:9]","[secret:github-token:8]":"x"}`,
		`used [secret:github-token:8]`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

// What is signed and changes goes, or its signature does; what does not
// change stays as it is.
func TestRedactDropsSignatures(t *testing.T) {
	content := func(s string) []conv.AssistantContent {
		return []conv.AssistantContent{
			&conv.ThinkingContent{Thinking: "hm " + s, ThinkingSignature: "c2lnbmVk"},
			&conv.ThinkingContent{Thinking: "plain " + s},
			&conv.ThinkingContent{ThinkingSignature: "ZW5jcnlwdGVk", Redacted: true},
			&conv.TextContent{Text: "so " + s, TextSignature: "c2lnbmVk"},
			&conv.ToolCall{ID: "1", Name: "f", Arguments: conv.Raw(`{"a":"` + s + `"}`), ThoughtSignature: "c2lnbmVk"},
			&conv.Opaque{Family: "x", Raw: conv.Raw(`{"type":"reasoning","text":"` + s + `","encrypted_content":"abc"}`)},
		}
	}
	notes := &note.Notes{All: true}
	m := &conv.AssistantMessage{Content: content(aToken(1))}
	m.EncryptedValue = "c2VhbGVk"
	got := Redact(conv.NewConversation(m), []redact.Finder{redact.Secrets}, notes).Messages[0].(*conv.AssistantMessage)
	if len(got.Content) != 4 || got.EncryptedValue != "" {
		t.Fatalf("got %s", native(conv.NewConversation(got)))
	}
	if text := got.Content[2].(*conv.TextContent); text.TextSignature != "" {
		t.Error("a text kept its signature")
	}
	if call := got.Content[3].(*conv.ToolCall); call.ThoughtSignature != "" || call.Arguments != `{"a":"[secret:github-token:1]"}` {
		t.Errorf("call: %+v", call)
	}
	lost := 0
	for _, n := range notes.List() {
		if n.Severity == note.Loss {
			lost++
			if !n.Asked {
				t.Errorf("%s: --redact asked for it", n)
			}
		}
		if strings.Contains(n.String(), aToken(1)) {
			t.Errorf("a note says the secret: %s", n)
		}
	}
	if lost != 5 {
		t.Errorf("%d losses: %v", lost, notes.List())
	}
	clean := conv.NewConversation(&conv.AssistantMessage{Content: content("nothing")})
	if Redact(clean, []redact.Finder{redact.Secrets}, notes) != clean {
		t.Error("changed without need")
	}
}

// Several finders do what each does after the others, also to a text that only the one
// before it has made.
func TestRedactOneFinderAfterTheOther(t *testing.T) {
	placed := func(_, text string) []redact.Span {
		if i := strings.Index(text, "user:1"); i >= 0 {
			return []redact.Span{{Start: i, End: i + 6, Kind: "word"}}
		}
		return nil
	}
	finds := []redact.Finder{redact.Emails, redact.Paths, placed, redact.Secrets}
	for _, text := range []string{"nothing", "jane@corp.com", "/home/jane/x", aToken(1), "/home/jane/x " + aToken(1) + " jane@corp.com"} {
		c := conv.NewConversation(conv.AssistantText(text))
		var notes, want note.Notes
		each := c
		for _, find := range finds {
			each = Redact(each, []redact.Finder{find}, &want)
		}
		if got := Redact(c, finds, &notes); native(got) != native(each) || fmt.Sprint(notes.List()) != fmt.Sprint(want.List()) {
			t.Errorf("%s: got %s %v, want %s %v", text, native(got), notes.List(), native(each), want.List())
		}
	}
}

// Of anything that can be read, what is redacted can be read too, has nothing
// to redact left, and the input stays what it was.
func FuzzRedact(f *testing.F) {
	files, _ := filepath.Glob("../../testdata/conversations/*.json")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(native(full(func() string { return aToken(1) }))))
	own, err := redact.Own(`\d{2}|user|role|x`)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := conv.Native.Decode(data, nil)
		if err != nil {
			return
		}
		before := native(c)
		for name, find := range map[string]redact.Finder{"secrets": redact.Secrets, "paths": redact.Paths, "emails": redact.Emails, "own": own} {
			once := Redact(c, []redact.Finder{find}, &note.Notes{})
			if twice := Redact(once, []redact.Finder{find}, nil); twice != once {
				t.Errorf("%s: %s\ntwice: %s", name, native(once), native(twice))
			}
			if _, err := conv.Native.Decode([]byte(native(once)), nil); err != nil {
				t.Errorf("%s: %v: %s", name, err, native(once))
			}
		}
		structure := native(Structure(c, nil))
		back, err := conv.Native.Decode([]byte(structure), nil)
		if err != nil {
			t.Fatalf("structure: %v: %s", err, structure)
		}
		if again := native(Structure(back, nil)); again != structure {
			t.Errorf("structure: %s\nagain: %s", structure, again)
		}
		if native(c) != before {
			t.Error("the input was changed")
		}
	})
}
