package note

// Code says what a note is about.
type Code string

// The codes.
const (
	CodeSystem       Code = "L-SYS"
	CodeRole         Code = "L-ROLE"
	CodeImage        Code = "L-IMG"
	CodeURL          Code = "L-URL"
	CodeFile         Code = "L-FILE"
	CodeAudio        Code = "L-AUD"
	CodeVideo        Code = "L-VID"
	CodeDocument     Code = "L-DOC"
	CodeThinking     Code = "L-THINK"
	CodeSignature    Code = "L-SIG"
	CodeRedacted     Code = "L-REDACT"
	CodeOrder        Code = "L-ORDER"
	CodeArguments    Code = "L-ARGTEXT"
	CodeCustomTool   Code = "L-CUSTOMTOOL"
	CodeErrorFlag    Code = "L-ERRFLAG"
	CodeResultMedia  Code = "L-RESIMG"
	CodePrivate      Code = "L-PRIVATE"
	CodeServerTool   Code = "L-SERVER"
	CodeCitation     Code = "L-CITE"
	CodeRefusal      Code = "L-REFUSAL"
	CodeLogprobs     Code = "L-LOGP"
	CodeUsage        Code = "L-USAGE"
	CodeCost         Code = "L-COST"
	CodeStop         Code = "L-STOP"
	CodeModel        Code = "L-MODEL"
	CodeID           Code = "L-ID"
	CodeTime         Code = "L-TIME"
	CodeName         Code = "L-NAME"
	CodeUI           Code = "L-UI"
	CodeBranch       Code = "L-BRANCH"
	CodeTools        Code = "L-TOOLDEF"
	CodeParam        Code = "L-PARAM"
	CodeCache        Code = "L-CACHE"
	CodeExtension    Code = "L-EXT"
	CodeMerge        Code = "L-MERGE"
	CodeSynthesized  Code = "L-SYNTH"
	CodeSurrogate    Code = "L-SURROGATE"
	CodeDuplicateKey Code = "L-DUPKEY"
	CodeHistory      Code = "L-HISTORY"
	CodeSecret       Code = "L-SECRET" // what should not be shared
	CodeFormat       Code = "L-FORMAT"
)
