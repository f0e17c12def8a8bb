/** package.json and docs/settings.md are generated from the settings table; `UPDATE_GOLDEN=1` writes them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allSettings, settingsTable, type Setting } from '../../src/settingsTable.ts';
import { settingGroups } from './settingGroups.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const words = JSON.parse(read('package.nls.json')) as Record<string, string>;

describe('the settings table', () => {
  it('matches the settings in package.json', () => {
    const manifest = JSON.parse(read('package.json')) as {
      capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
      contributes: { configuration: unknown };
    };
    manifest.contributes.configuration = groups.map(([group, settings], order) => ({
      title: `%settings.${group}%`,
      order: order + 1,
      properties: Object.fromEntries(
        settings
          .filter(({ name }) => name !== undefined)
          .map((setting, index) => [`bigmind.${setting.name ?? ''}`, contributed(setting, index + 1)]),
      ),
    }));
    manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = allSettings
      .filter(({ isRestricted }) => isRestricted)
      .map(({ name = '' }) => `bigmind.${name}`)
      .toSorted();
    assertWritten('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  });

  it('matches the list in docs/settings.md', () => {
    const rowOf = ({ name, variable, schema, about, note }: Documented): string => {
      const shown = name === undefined ? about : words[`setting.${name}`]?.replace(/`#([\w.]+)#`/gu, '`$1`');
      const text = [shown, note].filter(Boolean).join(' ');
      assert.notEqual(text, '', `${variable ?? ''} has no words`);
      const [first = '', ...others] = [...(name === undefined ? [] : [`bigmind.${name}`]), variable ?? []]
        .flat()
        .map(code);
      const values = [valuesOf(schema), defaultOf(schema)].filter((part) => part !== '').join('; ');
      return `- ${[`**${first}**`, ...others].join(', ')}${values === '' ? '' : ` (${values})`}: ${text}`;
    };
    const parts = groups.map(([group, settings]) =>
      [`## ${words[`settings.${group}`] ?? ''}`, '', ...settings.map(rowOf), ''].join('\n'),
    );
    assertWritten('docs/settings.md', [introduction, ...parts].join('\n'));
  });

  it('has each setting in one of five groups', () => {
    assert.equal(groups.length, 5);
    const grouped = Object.values(settingGroups).flatMap((notes) => Object.keys(notes));
    assert.deepEqual(grouped.toSorted(), Object.keys(settingsTable).toSorted());
  });

  it('says what a setting does in one sentence, and in a second one only what may go wrong', () => {
    const dangers = /^(?:It receives|Never enter|A memory that a team)/u;
    for (const { name } of allSettings) {
      if (name === undefined) continue;
      const [first = '', second, ...rest] = (words[`setting.${name}`] ?? '').split(/(?<=\.) (?=[A-Z])/u);
      assert.match(first, /^[A-Z].{20,150}\.$/u, name);
      assert.ok(second === undefined || dangers.test(second), name);
      assert.deepEqual(rest, [], name);
    }
  });

  it('contains each name and each variable once', () => {
    for (const key of ['name', 'variable'] as const) {
      const given = allSettings.flatMap((setting) => setting[key] ?? []);
      assert.deepEqual(given, [...new Set(given)]);
    }
  });
});

/** With what VS Code does not say about each. */
const groups = Object.entries(settingGroups).map(([group, notes]) => {
  const all: Readonly<Record<string, Setting>> = settingsTable;
  return [group, Object.entries(notes).map(([key, note]) => ({ ...all[key], note }) as Documented)] as const;
});

type Documented = Setting & { note: string };

const introduction = `# Settings

Every setting of VS Code (\`bigmind.…\`) and its environment variable (\`BIGMIND_…\`), with what they accept; generated from
the code.

A setting that you chose in VS Code wins over the variable. A server reads the variables from its entry in the client's
configuration; \`bigmind install\` copies those of your shell to it, but for keys, passphrases and patterns. Hooks read what
VS Code or the first \`bigmind install\` noted in \`runtime.json\` in BigMind's folder, and the rest from the shell that starts
the client.
`;

/** Product names, which are the same in every language. */
const productNames: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  copilot: 'Copilot CLI',
  gemini: 'Gemini CLI',
  ollama: 'Ollama',
  vscode: 'VS Code',
};

/** A setting as it appears in package.json. */
function contributed({ name = '', schema, scope }: Setting, order: number): Record<string, unknown> {
  const key = `setting.${name}`;
  const choices = (schema.enum ?? []).map((choice) => (choice === '' ? 'environment' : choice));
  const isKnown = (wanted: string): boolean => words[wanted] !== undefined;
  const { properties, ...values } = schema;
  return {
    ...values,
    ...(typeof properties === 'object' && {
      properties: Object.fromEntries(
        Object.entries({ ...properties }).map(([property, value]) => [
          property,
          { ...(value as object), ...described('description', [`${key}.${property}`]) },
        ]),
      ),
    }),
    order,
    ...(scope !== undefined && { scope }),
    ...(choices.some((choice) => isKnown(`${key}.${choice}.label`)) && {
      enumItemLabels: choices.map((choice) => {
        const label = `${key}.${choice}.label`;
        return isKnown(label) ? `%${label}%` : productNames[choice];
      }),
    }),
    ...(choices.some((choice) => isKnown(`${key}.${choice}`)) &&
      described(
        'enumDescriptions',
        choices.map((choice) => `${key}.${choice}`),
      )),
    ...described('description', [key]),
  };
}

/** Markdown only if the text contains some, because VS Code does not format a plain description. */
function described(field: 'description' | 'enumDescriptions', keys: readonly string[]): Record<string, unknown> {
  const isMarkdown = keys.some((key) => words[key]?.includes('`'));
  const values = keys.map((key) => `%${key}%`);
  const name = isMarkdown ? `markdown${field.charAt(0).toUpperCase()}${field.slice(1)}` : field;
  return { [name]: field === 'description' ? values[0] : values };
}

function valuesOf({ type, enum: choices, minimum, maximum, properties }: Setting['schema']): string {
  if (type === 'integer') return `${String(minimum)} to ${String(maximum)}`;
  if (type === 'boolean') return '`true`, `false`';
  const names = choices ?? Object.keys(properties ?? {});
  return names.flatMap((name) => (name === '' ? [] : code(name))).join(', ');
}

/** Of a text, the words say what applies if it is empty. */
function defaultOf({ default: value }: Setting['schema']): string {
  const isShown =
    typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '');
  return isShown ? `default ${code(String(value))}` : '';
}

function code(text: string): string {
  return `\`${text}\``;
}

function assertWritten(path: string, text: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(join(root, path), text);
  assert.equal(read(path), text, 'run this test with UPDATE_GOLDEN=1 and review the difference');
}
