package code

import (
	"strings"
	"sync"
)

// language is what a scanner knows of a language.
type language struct {
	next    func(*scanner) // reads a token
	line    []string       // what begins a comment up to the end of the line
	block   [2]string      // what begins and ends a comment
	quotes  []quote        // the longest first
	letters string         // what stands in a word beside letters, digits and _
	words   map[string]Kind
	apart   bool // a comment is apart from the word before it
	fold    bool // words are the same in capitals
	keys    bool // a string or a word before a colon is a key
	calls   bool // a word before a parenthesis is a function
}

// quote is a mark that begins and ends a string.
type quote struct {
	mark string
	how  way
}

// way is how far a string goes, and whether a backslash means something in it.
type way int

const (
	inLine    way = iota
	lines         // several lines
	raw           // several lines without backslashes
	character     // one character
)

var (
	double  = quote{`"`, inLine}
	single  = quote{"'", inLine}
	tick    = quote{"`", lines}
	rawTick = quote{"`", raw}
	slashes = []string{"//"}
	hash    = []string{"#"}
	cBlock  = [2]string{"/*", "*/"}
)

// described are the languages by their names: the words after a fence and the
// endings of files. words are the keywords, then after a bar the constants.
var described = []struct {
	names, words string
	language
}{
	{
		"go golang",
		`break case chan const continue default defer else fallthrough for func go goto if import interface map package range return
		select struct switch type var any bool byte error float32 float64 int int32 int64 rune string uint uint32 uint64 | true false nil iota`,
		language{line: slashes, block: cBlock, quotes: []quote{double, single, rawTick}, calls: true},
	},
	{
		"python py python3 pyi ipython",
		`and as assert async await break class continue def del elif else except finally for from global if import in is lambda match
		nonlocal not or pass raise return try while with yield | True False None self cls`,
		language{line: hash, quotes: []quote{{`"""`, lines}, {"'''", lines}, double, single}, calls: true},
	},
	{
		"javascript js jsx mjs cjs typescript ts tsx mts cts vue svelte",
		`abstract as async await break case catch class const continue debugger declare default delete do else enum export extends
		finally for from function get if implements import in instanceof interface keyof let new of private protected public readonly return
		satisfies set static super switch throw try type typeof var void while yield any boolean number string unknown never |
		true false null undefined this NaN Infinity`,
		language{line: slashes, block: cBlock, quotes: []quote{double, single, tick}, letters: "$", calls: true},
	},
	{
		"bash sh shell zsh ksh fish console shell-session shellscript",
		`if then else elif fi for in do done while until case esac function return exit break continue local export readonly declare
		set unset shift source trap eval exec | cd echo printf test true false`,
		language{line: hash, quotes: []quote{{`"`, lines}, {"'", raw}}, letters: "-", apart: true},
	},
	{"json jsonc json5 jsonl ndjson", "| true false null", language{line: slashes, block: cBlock, quotes: []quote{double}, keys: true}},
	{
		"yaml yml", "| true false null yes no on off",
		language{line: hash, quotes: []quote{double, single}, letters: "-./", apart: true, keys: true},
	},
	{
		"toml ini conf properties env", "| true false",
		language{line: []string{"#", ";"}, quotes: []quote{{`"""`, lines}, double, single}, letters: "-.", apart: true, keys: true},
	},
	{"html xml svg xhtml htm plist", "", language{next: markupToken, block: [2]string{"<!--", "-->"}, quotes: []quote{{`"`, raw}, {"'", raw}}}},
	{
		"css scss less sass", "| inherit initial none auto",
		language{block: cBlock, quotes: []quote{double, single}, letters: "-@", keys: true, calls: true},
	},
	{
		"sql sqlite mysql postgresql postgres psql plpgsql",
		`add all alter and as asc begin between by case check column commit constraint create cross database default delete desc distinct
		drop else end exists foreign from full group having if in index inner insert into is join key left like limit not offset on or
		order outer over partition primary references returning right rollback select set table then transaction trigger union unique
		update using values view when where with | true false null`,
		language{line: []string{"--"}, block: cBlock, quotes: []quote{{"'", raw}, {`"`, raw}}, fold: true, calls: true},
	},
	{
		"c h cpp c++ cc cxx hpp hxx objc cuda arduino",
		`alignas auto bool break case catch char class const constexpr continue decltype default delete do double else enum explicit
		extern final float for friend goto if inline int long mutable namespace new noexcept operator override private protected public
		register return short signed sizeof static struct switch template this throw try typedef typename union unsigned using virtual
		void volatile while include define ifdef ifndef endif pragma | true false NULL nullptr`,
		language{line: slashes, block: cBlock, quotes: []quote{double, single}, calls: true},
	},
	{
		"java kotlin kt kts scala groovy gradle",
		`abstract as assert boolean break byte case catch char class companion const continue data def default do double else enum extends
		final finally float for fun if implements import in init instanceof int interface internal is lateinit long new object open
		override package private protected public record return sealed short static super suspend switch synchronized throw throws trait
		try val var void when while yield | true false null this`,
		language{line: slashes, block: cBlock, quotes: []quote{{`"""`, lines}, double, single}, letters: "@", calls: true},
	},
	{
		"csharp cs c# fsharp fs",
		`abstract as async await base bool break byte case catch char class const continue decimal default delegate do double else enum
		event explicit extern finally fixed float for foreach get goto if implicit in int interface internal is lock long namespace new
		object operator out override params private protected public readonly record ref return sealed set short sizeof static string
		struct switch throw try typeof uint ulong using var virtual void volatile when where while yield let | true false null this`,
		language{line: slashes, block: cBlock, quotes: []quote{double, single}, calls: true},
	},
	{
		"rust rs",
		`as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return
		static struct super trait type union unsafe use where while bool char f32 f64 i32 i64 isize str u8 u32 u64 usize |
		true false self Self None Some Ok Err`,
		language{line: slashes, block: cBlock, quotes: []quote{{`"`, lines}, {"'", character}}, letters: "!", calls: true},
	},
	{
		"swift dart",
		`actor as async await break case catch class continue default defer do else enum extension fileprivate final for func guard if
		import in init inout internal is lazy let mutating open override private protocol public repeat required return some static
		struct subscript switch throw throws try typealias var void weak where while | true false nil null self this super`,
		language{line: slashes, block: cBlock, quotes: []quote{{`"""`, lines}, double, single}, letters: "@", calls: true},
	},
	{
		"ruby rb rake gemfile elixir ex exs crystal",
		`alias and begin break case class cond def defined defmodule defp do else elsif end ensure fn for if in module next not or redo
		require rescue retry return then undef unless until use when while with yield | true false nil self`,
		language{line: hash, quotes: []quote{double, single}, letters: "?@", apart: true, calls: true},
	},
	{
		"php",
		`abstract and array as break case catch class clone const continue declare default do echo else elseif extends final finally fn
		for foreach function global if implements include instanceof interface match namespace new or print private protected public
		readonly require return static switch throw trait try use var while yield | true false null self parent`,
		language{line: []string{"//", "#"}, block: cBlock, quotes: []quote{{`"`, lines}, {"'", lines}}, letters: "$", calls: true},
	},
	{
		"lua",
		"and break do else elseif end for function goto if in local not or repeat return then until while | true false nil self",
		language{line: []string{"--"}, block: [2]string{"--[[", "]]"}, quotes: []quote{double, single}, calls: true},
	},
	{
		"dockerfile docker containerfile",
		`add arg as cmd copy entrypoint env expose from healthcheck label run shell stopsignal user volume workdir |`,
		language{line: hash, quotes: []quote{double, single}, letters: "-", apart: true, fold: true},
	},
	{
		"makefile make mk cmake just",
		"define else endef endif export ifdef ifeq ifndef ifneq include override unexport |",
		language{line: hash, quotes: []quote{double, single}, letters: "-.", apart: true, keys: true},
	},
	{
		"terraform tf hcl nix graphql gql proto protobuf",
		`data enum extend import in input interface inherit let locals message module mutation oneof output package provider query
		repeated reserved resource returns rpc schema service syntax type union variable with rec | true false null`,
		language{line: []string{"#", "//"}, block: cBlock, quotes: []quote{double}, letters: "-", keys: true, calls: true},
	},
	{"diff patch udiff", "", language{next: diffLine}},
}

// tables finds a language by each of its names. It is made when a text is first
// coloured: most runs colour none.
var tables struct {
	once   sync.Once
	byName map[string]*language
}

func byName(name string) *language {
	tables.once.Do(func() {
		tables.byName = make(map[string]*language)
		for i := range described {
			l := &described[i].language
			if l.next == nil {
				l.next = token
			}
			l.words = make(map[string]Kind)
			keywords, constants, _ := strings.Cut(described[i].words, "|")
			for _, w := range strings.Fields(keywords) {
				l.words[w] = Keyword
			}
			for _, w := range strings.Fields(constants) {
				l.words[w] = Number
			}
			for _, name := range strings.Fields(described[i].names) {
				tables.byName[name] = l
			}
		}
	})
	return tables.byName[name]
}
