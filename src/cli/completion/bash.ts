/** The completion for bash 3.2 or newer, without the package bash-completion. */
import type { Completed } from './completed.ts';
import { choicesOf } from './completed.ts';

/** A script to source. After an option with free text, and where a path can be, bash completes files. */
export function bashScript(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const rows = commands.map(
    ({ name, words, options }) =>
      `    ${name}) words='${words.join(' ')}' options='${options.map((option) => option.name).join(' ')}' ;;`,
  );
  const free = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue, choices }) => takesValue && choices.length === 0)
      .map((one) => `'${name} ${one.name}'`),
  );
  return `# bash completion for bigmind
_bigmind() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local words='' options=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$current"))
    return
  fi
  case "$command $previous" in
${choicesOf(commands)
  .map(
    ([place, choices]) => `    '${place}') COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$current")); return ;;`,
  )
  .join('\n')}
    ${free.join('|')}) return ;;
  esac
  case "$command" in
${rows.join('\n')}
  esac
  if [ "\${current:0:1}" = - ]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [ "$COMP_CWORD" -eq 2 ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o bashdefault -o default -F _bigmind bigmind`;
}
