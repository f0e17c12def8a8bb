/**
 * Every sentence that users read exists in every language, and no unused sentence remains. A failure prints what is
 * missing as JSON, ready to translate and paste into its store.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientIds, clientOf } from '../../src/clients/shared/clients.ts';
import { contributedStrings, isKey, keyOf, type Contributed } from './manifestStrings.ts';
import { root, sentencesOfExtension, sentencesOfPage } from './sentences.ts';

type Sentences = Readonly<Record<string, string>>;

const languages = ['de', 'zh-cn'] as const;
type Language = (typeof languages)[number];

/** Words that are the same in both languages, and names. */
const sameInBoth: Readonly<Record<Language, readonly string[]>> = {
  de: [
    ...[
      'Chat',
      'Code',
      'Graph',
      'Journal',
      'Name',
      'Person',
      'Plan',
      'Problem',
      'Standard',
      'Status',
      'Symbol',
      'Team',
    ],
    ...['Tag', 'Tags', 'Text', 'Version', '{0} s'],
  ],
  'zh-cn': ['Ctrl+Z'],
};

/** Chinese uses its own colon and question mark, except in the names of commands, which begin with `BigMind: `. */
const halfWidth = /[\p{Script=Han}}”」）`](?:\?|:(?:\s|$))/u;

function read(path: string): Sentences {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Sentences;
}

describe('the manifest strings', () => {
  const english = read('package.nls.json');
  const strings = contributedStrings();
  const used = strings.filter(({ text }) => isKey(text)).map(({ text }) => keyOf(text));

  it('are keys, except for names', () => {
    const names = ['BigMind', 'Ollama', 'VS Code', 'Claude Code', 'Codex', 'Copilot CLI', 'Gemini CLI'];
    const strays = strings.filter(({ text }: Contributed) => !isKey(text) && !names.includes(text));
    assert.deepEqual(strays, []);
  });

  it('have a text for each key', () => {
    assert.deepEqual(Object.values(english).filter(isKey), []);
  });

  it('have exactly the keys that the manifest uses', () => {
    assert.deepEqual(Object.keys(english).toSorted(), [...new Set(used)].toSorted());
  });

  for (const language of languages) {
    const store = read(`package.nls.${language}.json`);
    it(`are complete in ${language}`, () => assertSameKeys(english, store));
    it(`are translated in ${language}`, () => assertTranslated(language, english, store));
    it(`keep placeholders, code, icons and commands in ${language}`, () => assertSameFixedParts(english, store));
  }
});

describe('the extension strings', () => {
  const { sentences, unclear } = sentencesOfExtension();
  const english = keyedByText([
    ...sentences,
    ...clientIds.flatMap((id) => [clientOf(id).next, clientOf(id).hooksNext ?? []].flat()),
  ]);

  it('are literals at the call, except for the next steps of clients', () => {
    assert.deepEqual(
      unclear.map((place) => place.replace(/:\d+$/u, '')),
      ['src/vscode/commands/clients/connectClient.ts'],
    );
  });

  for (const language of languages) {
    const store = read(`l10n/bundle.l10n.${language}.json`);
    it(`are complete in ${language}`, () => assertSameKeys(english, store));
    it(`are translated in ${language}`, () => assertTranslated(language, english, store));
    it(`keep placeholders, code, icons and commands in ${language}`, () => assertSameFixedParts(english, store));
  }
});

describe('the web UI strings', () => {
  const { sentences, ofOne, unclear } = sentencesOfPage();

  it('are literals at the call', () => assert.deepEqual(unclear, []));

  for (const language of languages) {
    const store = read(`webview/l10n/${language}.json`);
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const wanted = pluralCategories.includes('one') ? [...sentences, ...ofOne] : [...sentences];
    const english = keyedByText(wanted);
    it(`are complete in ${language}`, () => assertSameKeys(english, store));
    it(`are translated in ${language}`, () => assertTranslated(language, english, store));
    it(`keep placeholders, code, icons and commands in ${language}`, () => assertSameFixedParts(english, store));
  }
});

describe('the Chinese strings', () => {
  for (const path of ['package.nls.zh-cn.json', 'l10n/bundle.l10n.zh-cn.json', 'webview/l10n/zh-cn.json']) {
    const texts = Object.values(read(path));
    it(`use the punctuation of Chinese in ${path}`, () => {
      assert.deepEqual(
        texts.filter((text) => halfWidth.test(text)),
        [],
      );
    });
    it(`have one word for an agent in ${path}`, () => {
      assert.deepEqual(
        texts.filter((text) => text.includes('智能体')),
        [],
      );
    });
  }
});

describe('the walkthrough', () => {
  it('shows pictures that exist', () => {
    const pictures = contributedStrings('svg').map(({ text }) => text);
    assert.equal(pictures.length, 5);
    for (const picture of pictures) assert.ok(existsSync(join(root, picture)), picture);
  });
});

function keyedByText(sentences: readonly string[]): Sentences {
  return Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));
}

function assertSameKeys(english: Sentences, store: Sentences): void {
  const missing = Object.entries(english).filter(([key]) => !Object.hasOwn(store, key));
  const stale = Object.keys(store).filter((key) => !Object.hasOwn(english, key));
  const toPaste = JSON.stringify(Object.fromEntries(missing.toSorted()), undefined, 2);
  assert.ok(missing.length === 0, `${String(missing.length)} to translate:\n${toPaste}`);
  assert.ok(stale.length === 0, `no longer used:\n${JSON.stringify(stale, undefined, 2)}`);
}

function assertTranslated(language: Language, english: Sentences, store: Sentences): void {
  const untranslated = Object.entries(store).filter(
    ([key, text]) =>
      text.trim() === '' || (text === english[key] && /\p{L}/u.test(text) && !sameInBoth[language].includes(text)),
  );
  assert.deepEqual(Object.fromEntries(untranslated), {});
}

/** Placeholders, code in backticks, icons, and the commands of links without their arguments, which are text. */
function fixedParts(text: string): string[] {
  return (text.match(/\{\d+\}|`[^`]+`|\$\([\w-]+\)|\(command:[\w.]+/gu) ?? []).toSorted();
}

function assertSameFixedParts(english: Sentences, store: Sentences): void {
  for (const [key, text] of Object.entries(store)) {
    assert.deepEqual(fixedParts(text), fixedParts(english[key] ?? key), key);
  }
}
