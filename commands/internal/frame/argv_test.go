package frame

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

func argvTable() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "to", Aliases: []string{"t"}},
		&cli.StringSliceFlag{Name: "slice"},
		&cli.StringSliceFlag{Name: "var", Aliases: []string{"V"}},
		&cli.BoolFlag{Name: "strict"},
		&cli.BoolFlag{Name: "no-input", Aliases: []string{"n"}},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}},
	}
}

func TestArrange(t *testing.T) {
	type words = []string
	for _, test := range []struct {
		args, flags, operands words
	}{
		{words{"a", "-t", "x", "b", "--strict"}, words{"--to=x", "--strict=true"}, words{"a", "b"}},
		{words{"--to=x", "-t=y", "-tz"}, words{"--to=x", "--to=y", "--to=z"}, nil},
		{words{"-nV", "a=1", "f"}, words{"--no-input=true", "--var=a=1"}, words{"f"}},
		{words{"-nVa=1", "f"}, words{"--no-input=true", "--var=a=1"}, words{"f"}},
		{words{"-vv"}, words{"--verbose=true", "--verbose=true"}, nil},
		{words{"--var", "a=1,b=2"}, words{"--var=a=1,b=2"}, nil},
		{words{"f", "--slice", "-5:"}, words{"--slice=-5:"}, words{"f"}},
		{words{"--slice", "1:", "-t", "x", "--slice", "2:"}, words{"--slice=1:", "--to=x", "--slice=2:"}, nil},
		{words{"-"}, nil, words{"-"}},
		{words{"-t", "-"}, words{"--to=-"}, nil},
		{words{"-n", "--", "-t", "--strict", "--"}, words{"--no-input=true"}, words{"-t", "--strict", "--"}},
		{words{"--strict=false"}, words{"--strict=false"}, nil},
		{words{"-to", "x"}, words{"--to=x"}, nil},
		{words{"help"}, nil, words{"help"}},
		{words{"strict"}, nil, words{"strict"}},
	} {
		got, err := arrange(argvTable(), test.args)
		if err != nil {
			t.Errorf("%q: %v", test.args, err)
			continue
		}
		if d := cmp.Diff(test.flags, got.flags()); d != "" {
			t.Errorf("%q: flags: %s", test.args, d)
		}
		if d := cmp.Diff(test.operands, got.operands); d != "" {
			t.Errorf("%q: operands: %s", test.args, d)
		}
	}
}

func TestArrangeRefuses(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--to"}, "--to needs a value"},
		{[]string{"f", "-t"}, "--to needs a value"},
		{[]string{"--slice", "--strict"}, "--slice needs a value, but --strict is a flag"},
		{[]string{"-t", "-n"}, "--to needs a value, but -n is a flag"},
		{[]string{"-t", "--slice=1:"}, "--to needs a value, but --slice=1: is a flag"},
		{[]string{"-t", "--", "x"}, "--to needs a value, but -- is a flag"},
		{[]string{"--strct"}, "unknown flag --strct"},
		{[]string{"-nz"}, "unknown flag -z"},
		{[]string{"-zn"}, "unknown flag -zn"},
		{[]string{"--to", ""}, "the value of --to is empty"},
		{[]string{"--to="}, "the value of --to is empty"},
		{[]string{"--strict=perhaps"}, "--strict takes no value"},
		{[]string{"-1"}, "unknown flag -1"},
	} {
		_, err := arrange(argvTable(), test.args)
		var f *Failure
		if !errors.As(err, &f) || f.Code != ExitUsage || f.What != test.want {
			t.Errorf("%q: got %v, want %s", test.args, err, test.want)
		}
	}
}

// A mistake does not hide what stands behind it.
func TestArrangeGoesOnBehindAMistake(t *testing.T) {
	for _, args := range [][]string{{"--strct", "-t", "x"}, {"--slice", "--to", "x"}, {"-nz", "--to=x"}, {"--slice=", "-tx"}} {
		if got, err := arrange(argvTable(), args); err == nil || got.Last("to") != "x" {
			t.Errorf("%q: %v, %v", args, got.flags(), err)
		}
	}
}
