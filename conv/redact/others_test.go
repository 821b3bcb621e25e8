package redact

import (
	"strings"
	"testing"
)

// replaced is a text with what is found in it replaced by its kind.
func replaced(find Finder, text string) string {
	return Replaced(text, find("", text), func(kind, _ string) string { return "[" + kind + "]" })
}

func TestPaths(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"/home/ann", "/home/[user]"},
		{"/home/ann/", "/home/[user]/"},
		{"cd /home/ann.lee-2/src && ls", "cd /home/[user]/src && ls"},
		{"see /Users/ann, please.", "see /Users/[user], please."},
		{"at /Users/ann.", "at /Users/[user]."},
		{`"/Users/ann/a b"`, `"/Users/[user]/a b"`},
		{"file:///home/ann/a", "file:///home/[user]/a"},
		{"file://localhost/Users/ann", "file://localhost/Users/[user]"},
		{"file:///C:/Users/ann/a", "file:///C:/Users/[user]/a"},
		{`C:\Users\ann\a`, `C:\Users\[user]\a`},
		{`C:\Users\Ann Lee\Documents\a b.txt`, `C:\Users\[user]\Documents\a b.txt`},
		{`"C:\\Users\\ann\\a"`, `"C:\\Users\\[user]\\a"`},
		{`\\?\C:\Users\ann`, `\\?\C:\Users\[user]`},
		{"/mnt/c/Users/ann/a", "/mnt/c/Users/[user]/a"},
		{"/c/Users/ann/a", "/c/Users/[user]/a"},
		{"/var/home/ann/a", "/var/home/[user]/a"},
		{"PATH=/home/ann/bin:/home/bob/bin:/usr/bin", "PATH=/home/[user]/bin:/home/[user]/bin:/usr/bin"},
		{`line\n/home/ann/a`, `line\n/home/[user]/a`},
		{"~/.claude/projects/-Users-ann-code", "~/.claude/projects/-Users-[user]-code"},
		{"/home/jürgen/a", "/home/[user]/a"},
		{"rsync host:/home/ann/a", "rsync host:/home/[user]/a"},

		{"/home/runner/work /Users/Shared/a /home/user C:\\Users\\Public", "/home/runner/work /Users/Shared/a /home/user C:\\Users\\Public"},
		{"https://example.com/home/ann and example.com/Users/ann", "https://example.com/home/ann and example.com/Users/ann"},
		{"src/home/index.ts, ./home/a, ../Users/b", "src/home/index.ts, ./home/a, ../Users/b"},
		{"/api/users/42 /users/42", "/api/users/42 /users/42"},
		{"/home/$USER/a /home/<name>/b /home/{id} /home/[user:1]/c /home/*/d", "/home/$USER/a /home/<name>/b /home/{id} /home/[user:1]/c /home/*/d"},
		{"the /home/ directory, /home and go-home-now", "the /home/ directory, /home and go-home-now"},
		{"Users\\ann", "Users\\ann"},
	} {
		if got := replaced(Paths, c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestEmails(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ann@harbour.org", "[email]"},
		{"Ann <ann.lee+tide@mail.harbour.co.uk>, bob@x.io.", "Ann <[email]>, [email]."},
		{"mailto:ann@harbour.org?subject=a", "mailto:[email]?subject=a"},
		{`{"to":"ann@harbour.org"}`, `{"to":"[email]"}`},
		{`a\nann@harbour.org`, `a\n[email]`},
		{"jürgen@häfen.de", "[email]"},
		{"ann@xn--hfen-0ra.xn--p1ai", "[email]"},

		{"ann@example.com, root@localhost, a@b.example", "ann@example.com, root@localhost, a@b.example"},
		{"icon@2x.png a@3x.jpg left-pad@1.3.0 user@1000.service", "icon@2x.png a@3x.jpg left-pad@1.3.0 user@1000.service"},
		{"git@github.com:a/b.git", "git@github.com:a/b.git"},
		{"import x from '@scope/pkg'; npm i @a/b@1.2.3", "import x from '@scope/pkg'; npm i @a/b@1.2.3"},
		{"@property def f(self): x = a @ b.T", "@property def f(self): x = a @ b.T"},
		{"alpine@sha256:0123, @ann on x.com", "alpine@sha256:0123, @ann on x.com"},
		{"[email:1] and a@b", "[email:1] and a@b"},
	} {
		if got := replaced(Emails, c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestOwnRules(t *testing.T) {
	find, err := Own("\ufeff# ours\r\ncustomer: \\bC-\\d{4}\\b\r\n\n  \nproject (\\w+)\nfalcon\n(?i:foo: bar)")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"C-1234, C-12345", "[customer], C-12345"},
		{"project x, projectx", "project [redacted], projectx"},
		{"project falcon", "project [redacted]"},
		{"FOO: BAR", "[redacted]"},
		{"[customer:1] project [redacted:2]", "[customer:1] project [redacted:2]"},
		{"nothing", "nothing"},
	} {
		if got := replaced(find, c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
	for _, c := range []struct{ file, want string }{
		{"", "it has no rule"},
		{"# a\n", "it has no rule"},
		{"a\n\n(b", "line 3: "},
		{"a*", "line 1: a* matches the empty text"},
		{"x: b|", "line 1: b| matches the empty text"},
		{"a(?=b)", "line 1: "},
	} {
		if _, err := Own(c.file); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.file, err, c.want)
		}
	}
}

// A rule that matches what is left when it was applied ends nevertheless.
func TestOwnRulesEnd(t *testing.T) {
	for _, file := range []string{`.`, `\w`, `[a-z]+`, `.+`, `\[`, `(a)`, `^.`} {
		find, err := Own(file)
		if err != nil {
			t.Fatal(err)
		}
		once := fix(find, "", "Ann said: [a] is b, aaa.")
		if twice := fix(find, "", once); twice != once {
			t.Errorf("%s: %q, then %q", file, once, twice)
		}
	}
}

func TestNames(t *testing.T) {
	var n Names
	n.Taken("[a:3] [b] [c:x] [secret:jwt:2] [ :1]")
	for _, c := range []struct{ kind, was, want string }{
		{"a", "x", "[a:4]"}, {"a", "y", "[a:5]"}, {"a", "x", "[a:4]"}, {"b", "x", "[b:1]"}, {"secret:jwt", "x", "[secret:jwt:3]"},
	} {
		if got := n.Of(c.kind, c.was); got != c.want {
			t.Errorf("%s, %s: got %s, want %s", c.kind, c.was, got, c.want)
		}
	}
}
