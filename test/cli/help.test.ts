/** What help and completion say about the table of commands is complete, and valid for it. */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { commands } from '../../src/cli/commands.ts';
import { completedFrom } from '../../src/cli/completion/completed.ts';
import { examples } from '../../src/cli/help/examples.ts';
import { commandGroups } from '../../src/cli/help/groups.ts';
import { helpFor } from '../../src/cli/help/helpFor.ts';
import { manualText, overviewText } from '../../src/cli/help/manual.ts';
import { optionsOf } from '../../src/cli/help/optionSyntax.ts';
import { optionText } from '../../src/cli/help/optionTexts.ts';
import type { Command } from '../../src/cli/shared/command.ts';

const names = commands.map(({ name }) => name);

/** The words of a command line, as a shell reads them. */
function wordsIn(line: string): string[] {
  return (line.match(/"[^"]*"|'[^']*'|\S+/gu) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/u, '$2'));
}

function commandNamed(name: string): Command {
  const command = commands.find((one) => one.name === name);
  assert.ok(command, name);
  return command;
}

describe('the help', () => {
  it('has each command in one group', () => {
    assert.deepEqual(Object.values(commandGroups).flat().toSorted(), names.toSorted());
    assert.doesNotMatch(overviewText(commands, '1.2.3'), /^More$/mu);
  });

  it('has a text for each option', () => {
    const without = commands.flatMap((command) =>
      optionsOf(command)
        .filter(({ name }) => optionText(command.name, name.slice(2)) === undefined)
        .map(({ name }) => `${command.name} ${name}`),
    );
    assert.deepEqual(without, []);
  });

  it('shows each option that takes a value with the value that the usage shows', () => {
    const unknown = commands.flatMap((command) => optionsOf(command).filter(({ value }) => value === 'VALUE'));
    assert.deepEqual(unknown, []);
    const [type] = optionsOf(commandNamed('save'));
    assert.deepEqual(type?.choices.slice(0, 2), ['decision', 'observation']);
    const alternative = optionsOf(commandNamed('save_decision')).find(({ name }) => name === '--alternative');
    assert.equal(alternative?.value, '"A: reason"');
  });

  it('shows alternatives in parentheses on one line, and their options without them', () => {
    assert.match(
      manualText(commandNamed('sync')),
      /^ {4}bigmind sync setup \(--folder DIR \| --git URL\) \[--name NAME\] \[--yes\]$/mu,
    );
    const values = commands.flatMap((command) => optionsOf(command).map(({ value = '' }) => value));
    assert.deepEqual(
      values.filter((value) => /[()]/u.test(value)),
      [],
    );
  });

  it('has examples for each command, which the command can read', () => {
    assert.deepEqual(Object.keys(examples).toSorted(), names.toSorted());
    for (const [name, lines] of Object.entries(examples)) {
      for (const line of lines) {
        const [first = '', ...args] = wordsIn(line.replace(/ [<>] .*$/u, ''));
        const { options, takes } = commandNamed(first);
        const { positionals } = parseArgs({ args, options, allowPositionals: true });
        assert.equal(first, name);
        assert.ok(positionals.length >= takes.min && positionals.length <= takes.max, line);
      }
    }
  });

  it('answers --help of each command with its manual page', () => {
    for (const name of names) {
      const { code, text = '' } = helpFor([name, '--help'], commands, '1.2.3') ?? {};
      assert.equal(code, 0, name);
      assert.ok(text.startsWith(`NAME\n    bigmind ${name} - `), text);
    }
  });

  it('is a manual page with sections, within 80 columns except for long words', () => {
    const text = manualText(commandNamed('serve'));
    assert.deepEqual(text.match(/^[A-Z ]+$/gmu), [
      ...['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS'],
      ...['EXAMPLES', 'EXIT STATUS', 'ENVIRONMENT', 'FILES'],
    ]);
    assert.match(text, /^ {4}bigmind serve --host ADDRESS/mu);
    assert.match(manualText(commandNamed('install')), /^ {4}-y, --yes\n {8}Do not ask\.$/mu);
    const [, description = ''] = manualText(commandNamed('mind')).split(/^DESCRIPTION$/mu);
    const [paragraph = ''] = description.split('\n\n');
    assert.deepEqual(
      paragraph.split('\n').filter((line) => line.length > 80),
      [],
    );
  });

  it('names the variables of a server where people set one up', () => {
    for (const name of ['token', 'serve', 'database']) {
      const [, variables = ''] = manualText(commandNamed(name)).split(/^ENVIRONMENT$/mu);
      const wanted = /BIGMIND_MODE .* enterprise .*\n.*BIGMIND_DB_URL .*\n.*BIGMIND_DB_KEY /u;
      assert.match(variables, wanted);
      assert.ok(variables.split('\n').every((line) => line.length <= 80));
    }
    assert.doesNotMatch(manualText(commandNamed('save')), /BIGMIND_DB_URL/u);
  });

  it('guesses what a misspelled command means, and leaves text after -- alone', () => {
    assert.match(helpFor(['serch'], commands, '1.2.3')?.text ?? '', /Did you mean "search"\?/u);
    assert.equal(helpFor(['save', '--', '--help'], commands, '1.2.3'), undefined);
  });
});

describe('what a shell completes', () => {
  const completed = new Map(completedFrom(commands).map((row) => [row.name, row]));

  it('includes the first words of commands', () => {
    const first = (name: string): readonly string[] => completed.get(name)?.words ?? [];
    assert.deepEqual(first('token'), ['add', 'list', 'revoke']);
    assert.deepEqual(first('database'), ['prepare', 'confirm-restore', 'login']);
    assert.deepEqual(first('minds'), ['who', 'card']);
    assert.ok(first('graph').includes('hubs') && first('mind').includes('learn') && first('import').includes('codex'));
    assert.ok(first('install').includes('grok') && first('hook').includes('Stop'));
    assert.deepEqual(first('help').toSorted(), names.toSorted());
    assert.deepEqual(['save', 'search', 'restore', 'audit'].flatMap(first), []);
  });
});
