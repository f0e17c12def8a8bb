/** The completion for PowerShell 5.1 or newer. */
import type { Completed } from './completed.ts';
import { choicesOf } from './completed.ts';

/** A native completer over three tables. */
export function powershellScript(commands: readonly Completed[]): string {
  const table = (entries: readonly (readonly [string, readonly string[]])[]): string =>
    entries.map(([key, values]) => `    ${quoted(key)} = @(${values.map(quoted).join(', ')})`).join('\n');
  return `# PowerShell completion for bigmind
Register-ArgumentCompleter -Native -CommandName bigmind -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${table(commands.map(({ name, words }) => [name, words]))}
  }
  $options = @{
${table(commands.map(({ name, options }) => [name, options.map((option) => option.name)]))}
  }
  $values = @{
${table(choicesOf(commands))}
  }
  $given = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $given = @($given | Select-Object -SkipLast 1) }
  $found = if ($given.Count -le 1) { $words.Keys | Sort-Object }
    elseif ($values.ContainsKey("$($given[1]) $($given[-1])")) { $values["$($given[1]) $($given[-1])"] }
    elseif ($wordToComplete.StartsWith('-')) { $options[$given[1]] }
    elseif ($given.Count -eq 2) { $words[$given[1]] }
  $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
