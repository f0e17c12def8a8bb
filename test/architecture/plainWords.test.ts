/** User-facing text is plain English: words that only this project used, and British spellings, must not return. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { filesUnder } from './sourceImports.ts';

const root = resolve(import.meta.dirname, '../..');

const folders = ['src', 'webview'];

/** Files that list words of the texts they read, or contain a program as text. */
const wordLists = [
  'src/memory/learn/highlights/cues.ts',
  'src/memory/shared/similarity/wordFamilies.ts',
  'src/memory/summarize/rules/preferenceRules.ts',
  'src/memory/summarize/words/stopWords.ts',
  'src/memory/trust/orderPatterns.ts',
  'src/search/query/irregularForms.ts',
  'src/store/sqlite/backups/files/databaseWorker.ts',
];

/** Banned words, and what to use instead. */
const banned: readonly [RegExp, string][] = [
  [/\banew\b/iu, 'again, rebuilt, restarted'],
  [/\bwhoever\b/iu, 'anyone who, the user who'],
  [/\b(?:some|every|any)body(?:'s)?\b/iu, 'someone, everyone, anyone'],
  [/\b(?:stands?|stood) (?:here|there|above|below|beside|right)\b|\bas it stands\b/iu, 'appears, is shown, is'],
  [/\b(?:stands?|stood) (?:behind|in the way)\b/iu, 'confirm, block'],
  [/\b(?:told|telling|teller)\b/iu, 'shown, summarized, summary'],
  [/\bfurniture\b/iu, 'stop words'],
  [/\bof (?:its|their|one's) own\b/iu, 'its own, separate'],
  [/\bslips\b/iu, 'misspellings'],
  [/\b(?:keep|kept|put|set|copy|copied)s? aside\b/iu, 'back up, move'],
  [/\b(?:un)?tick(?:ed|s)?\b/iu, 'select, clear'],
  [/\bunasked\b/iu, 'automatically'],
  [/\bmeanwhile\b/iu, 'in the meantime'],
  [/\bany more\b/iu, 'no longer'],
  [/\blike orders\b/iu, 'like instructions'],
  [/\b(?:take|took|taken|bring|brought)s? (?:it )?back\b/iu, 'undo, restore'],
  [/\bcalled off\b/iu, 'canceled'],
  [/\bcut out\b/iu, 'removed'],
  [/\bgo(?:es|ne)? through\b/iu, 'checked, cleaned'],
  [/\b(?:what|which) holds\b|\b(?:does|do) not hold\b/iu, 'current, no longer true'],
  [/\bcame into the place\b|\btakes? the place\b/iu, 'replaces'],
  [/\b(?:summar|organ|recogn|optim|custom|initial)is(?:e|ed|es|ing|ation)\b/iu, 'the American spelling, -ize'],
  [/\bconsolidat\w*|\bsleep cycles?\b/iu, 'write syntheses'],
  [/\btier [0-4g]\b|\b(?:company|global) knowledge\b/iu, 'team knowledge, profile, session'],
  [/\b(?:profile page|(?:open|serve) (?:the|your) profile)\b/iu, 'memory page'],
  [
    /\bin (?:Activity|Curation|Decisions|Graph|Journal|Memories|Minds|Profile)\b|\bdirectory of minds\b/u,
    'a place that exists',
  ],
  [/\b(?:an?|the|each|every|kept|old|new) chunks?\b/iu, 'exchange'],
  [/\bcaptur(?:es?|ed|ing) (?:of|is|your?|an?|the|chats?|conversations?|sessions?)\b/iu, 'record, recording'],
  [/\b(?:colour|behaviour|favour|honour|cancelled|cancelling)\w*\b/iu, 'the American spelling'],
];

interface Read {
  readonly text: string;
  /** `file:line`, or the file and the name of a string. */
  readonly place: string;
}

describe('user-facing text', () => {
  for (const [pattern, instead] of banned) {
    it(`does not match ${String(pattern)}: use ${instead}`, () => {
      assert.deepEqual(
        strings.filter(({ text }) => pattern.test(text)).map(({ text, place }) => `${place}: ${text}`),
        [],
      );
    });
  }

  it('is collected from the sources', () => assert.ok(strings.length > 1000, String(strings.length)));
});

const strings = [
  ...folders
    .flatMap((folder) => filesUnder(join(root, folder)))
    .filter((file) => !wordLists.includes(relative(root, file).replaceAll('\\', '/')))
    .flatMap(stringsIn),
  ...manifestStrings(),
];

function manifestStrings(): Read[] {
  const words = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
  return Object.entries(words).map(([name, text]) => ({ text, place: `package.nls.json, ${name}` }));
}

/**
 * String arguments of calls, and every other literal of at least two words. Of markup and styles, only the inserted
 * expressions count.
 */
function stringsIn(file: string): Read[] {
  const found: Read[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const add = (node: ts.Node, text: string): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const isArgument = ts.isCallExpression(node.parent) && node.parent.arguments.some((argument) => argument === node);
    if (isArgument || /\p{L}[,:]? \p{L}/u.test(text)) {
      found.push({ text, place: `${relative(root, file)}:${String(line)}` });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTaggedTemplateExpression(node)) {
      if (ts.isTemplateExpression(node.template)) node.template.templateSpans.forEach((span) => visit(span.expression));
      return;
    }
    if (ts.isStringLiteralLike(node)) add(node, node.text);
    if (ts.isTemplateExpression(node))
      add(node, [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…'));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
