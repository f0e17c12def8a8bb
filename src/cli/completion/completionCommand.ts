/** `bigmind completion SHELL`: prints a script that completes commands, their first words, options and values. */
import type { Command } from '../shared/command.ts';
import { answer } from '../shared/command.ts';
import type { Completed } from './completed.ts';
import { completedFrom } from './completed.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import { zshScript } from './zsh.ts';

const scripts: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** `commands` are all of them, with this one. */
export function createCompletionCommand(commands: () => readonly Command[]): Command {
  const names = Object.keys(scripts);
  return {
    name: 'completion',
    usage: names.join('|'),
    summary: 'Print a script with which a shell completes bigmind.',
    details:
      'bash: eval "$(bigmind completion bash)" in ~/.bashrc. zsh: bigmind completion zsh > a file _bigmind in a folder of $fpath. fish: bigmind completion fish > ~/.config/fish/completions/bigmind.fish. PowerShell: bigmind completion powershell | Out-String | Invoke-Expression in $PROFILE.',
    options: {},
    takes: { min: 1, max: 1 },
    run: (input, context) => {
      const [shell = ''] = input.positionals;
      const script = scripts[shell]?.(completedFrom(commands()));
      if (script === undefined) {
        context.note(`bigmind: there is no completion for "${shell}". Use one of: ${names.join(', ')}.`);
        return Promise.resolve(2);
      }
      answer(input, context, { shell, script }, script);
      return Promise.resolve(0);
    },
  };
}
