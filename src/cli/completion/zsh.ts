/** The completion for zsh, as a function file `_bigmind` or sourced after `compinit`. */
import { inShellQuotes } from '../../util/text.ts';
import type { Completed } from './completed.ts';
import { choicesOf } from './completed.ts';

/** Commands have their summary as a description. */
export function zshScript(commands: readonly Completed[]): string {
  const described = commands.map(({ name, summary }) => `    ${inShellQuotes(`${name}:${summary}`)}`);
  const rows = commands.map(
    ({ name, words, options }) =>
      `    ${name}) choices=(${words.join(' ')}) options=(${options.map((option) => option.name).join(' ')}) ;;`,
  );
  return `#compdef bigmind
_bigmind() {
  local -a commands choices options
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2] $words[CURRENT-1]" in
${choicesOf(commands)
  .map(([place, choices]) => `    '${place}') compadd -- ${choices.join(' ')}; return ;;`)
  .join('\n')}
  esac
  case $words[2] in
${rows.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- $options
  elif (( CURRENT == 3 && $#choices > 0 )); then
    compadd -- $choices
  else
    _files
  fi
}
if [ "$funcstack[1]" = _bigmind ]; then _bigmind "$@"; else compdef _bigmind bigmind; fi`;
}
