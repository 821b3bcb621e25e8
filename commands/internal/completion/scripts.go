package completion

// scripts ask convo for candidates, and let the shell complete files.
var scripts = []struct{ shell, text string }{
	{"bash", bashScript}, {"zsh", zshScript}, {"fish", fishScript}, {"powershell", powershellScript},
}

// bash 3.2, as macOS has it, has no compopt: there a blank follows each word, and
// names of files are quoted here.
const bashScript = `# bash completion for convo
_convo() {
  local line word kind= quote= words=()
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) kind=-f ;;
      :folders) kind=-d ;;
      *) words+=("${line%%$'\t'*}") ;;
    esac
  done < <("${1/#\~/$HOME}" completion candidates --line "${COMP_LINE:0:COMP_POINT}" --breaks "$COMP_WORDBREAKS" 2>/dev/null)
  if [ ${#words[@]} -gt 0 ]; then
    COMPREPLY=("${words[@]}")
    case ${words[0]} in *[:/=]) compopt -o nospace 2>/dev/null ;; esac
  fi
  [ "$kind" = -f ] || compopt +o default 2>/dev/null
  [ "$kind" ] || return 0
  compopt -o filenames 2>/dev/null || quote=yes
  while IFS= read -r word; do
    [ ! "$quote" ] || printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <(compgen "$kind" -- "$2")
}
complete -o default -F _convo convo
`

const zshScript = `#compdef convo
# zsh completion for convo
_convo() {
  local line word paths
  local -a plain plainabout open openabout
  for line in "${(@f)$("${(Q)words[1]}" completion candidates -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
    word=${line%%$'\t'*}
    case $line in
      '') ;;
      :files | :folders) paths=$line ;;
      *[:/=] | *[:/=]$'\t'*)
        if [[ $word == *[:/=] ]]; then
          open+=("$word"); openabout+=("${line/$'\t'/  -- }")
        else
          plain+=("$word"); plainabout+=("${line/$'\t'/  -- }")
        fi ;;
      *) plain+=("$word"); plainabout+=("${line/$'\t'/  -- }") ;;
    esac
  done
  (( $#plain )) && compadd -l -d plainabout -- "${plain[@]}"
  (( $#open )) && compadd -S '' -l -d openabout -- "${open[@]}"
  case $paths in
    :files) compset -P '--*='; _files ;;
    :folders) compset -P '--*='; _files -/ ;;
  esac
}
if [[ $funcstack[1] == _convo ]]; then
  _convo "$@"
else
  compdef _convo convo
fi
`

const fishScript = `# fish completion for convo
function __convo_candidates
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] completion candidates -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c convo -f -k -a '(__convo_candidates)'
`

const powershellScript = `# PowerShell completion for convo
Register-ArgumentCompleter -Native -CommandName convo -ScriptBlock {
    param($word, $ast, $at)
    $line = $ast.ToString()
    $end = $at - $ast.Extent.StartOffset
    if ($end -gt $line.Length) { $line = $line.PadRight($end) } else { $line = $line.Substring(0, $end) }
    convo completion candidates --line $line 2>$null | ForEach-Object {
        $value, $about = $_ -split "` + "`t" + `", 2
        if ($value -eq ':files' -or $value -eq ':folders') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($word)
        } else {
            if (-not $about) { $about = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
        }
    }
}
`
