/**
 * `npm run bench -- redaction`: how much text is cut that is no secret, in public source code and documentation (the
 * packages of this checkout) and, if `BIGMIND_BENCH` names their folder, in public conversations. It also measures how
 * many synthetic secrets of documented shapes are found, each in many surroundings. `BIGMIND_CUTS` names a file for all
 * cuts.
 */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { redact } from '../src/capture/redaction/redaction.ts';
import { secretMaker, surroundings } from '../test/support/secretShapes.ts';
import type { Figure } from './lib.ts';
import { root } from './lib.ts';

const maxFileLength = 1_000_000;
const rounds = 20;

interface Text {
  place: string;
  text: string;
}

export function redactionFigures(): Promise<Figure[]> {
  const figures = [recallFigure(), cutsFigure('source and documents', sourceTexts(), 3)];
  const folder = process.env['BIGMIND_BENCH'];
  if (folder !== undefined) figures.push(cutsFigure('conversations', conversationTexts(folder), 1));
  return Promise.resolve(figures);
}

function recallFigure(): Figure {
  const missed = new Map<string, number>();
  let all = 0;
  let found = 0;
  for (let round = 1; round <= rounds; round += 1) {
    for (const [shape, secret] of Object.entries(secretMaker(round))) {
      for (const [place, around] of Object.entries(surroundings)) {
        all += 1;
        if (!redact(around(secret)).text.includes(secret.slice(-12))) found += 1;
        else missed.set(`${shape}, ${place}`, (missed.get(`${shape}, ${place}`) ?? 0) + 1);
      }
    }
  }
  for (const [what, count] of missed) console.error(`missed ${String(count)} of ${String(rounds)}: ${what}`);
  const recall = found / all;
  const value = `${recall.toFixed(4)} of ${String(all)}`;
  return { name: 'secrets found', value, yardstick: '–', ratio: '–', goal: '≥ 0.97', met: recall >= 0.97 };
}

/** A password written out where a password belongs is no wrong cut, even if it is clearly made up. */
const writtenOutName = 'passwords that are written out, not counted';
const writtenOut =
  /(?:pass\w*["']?\]?\s{0,4}[:=]+\s{0,4}|(?:pass\w*|login|auth\w*)\((?:"[^"\n]*",\s?|'[^'\n]*',\s?)?)["']\[removed: password\]["']/u;

function cutsFigure(name: string, texts: readonly Text[], goal: number): Figure {
  const byRule = new Map<string, string[]>();
  let characters = 0;
  const begun = performance.now();
  for (const { place, text } of texts) {
    characters += text.length;
    const { rules = [], text: left } = redact(text);
    if (rules.length === 0) continue;
    for (const match of left.matchAll(/[^\n]{0,50}\[removed: (?<rule>[^\]]+)\][^\n]{0,20}/gu)) {
      const rule = match.groups?.['rule'] ?? '';
      const name = writtenOut.test(match[0]) ? writtenOutName : rule;
      const examples = byRule.get(name) ?? [];
      examples.push(`${place}: ${match[0]}`);
      byRule.set(name, examples);
    }
  }
  const seconds = (performance.now() - begun) / 1_000;
  const megabytes = characters / 1_000_000;
  let cuts = 0;
  for (const [rule, examples] of byRule) {
    if (rule !== writtenOutName) cuts += examples.length;
    console.error(`${name}: ${rule}: ${String(examples.length)}, as ${examples.slice(0, 3).join(' ⏎ ')}`);
  }
  const file = process.env['BIGMIND_CUTS'];
  if (file !== undefined) writeFileSync(`${file}.${name.split(' ')[0] ?? ''}`, [...byRule.values()].flat().join('\n'));
  return {
    name: `cuts in ${name}`,
    value: `${(cuts / megabytes).toFixed(2)} per MB`,
    yardstick: `${megabytes.toFixed(1)} MB`,
    ratio: `${(megabytes / seconds).toFixed(0)} MB/s`,
    goal: `≤ ${String(goal)} per MB`,
    met: cuts / megabytes <= goal,
  };
}

function sourceTexts(): Text[] {
  const patterns = [
    'node_modules/**/src/**/*.{ts,js,mjs}',
    'node_modules/**/*.md',
    'package-lock.json',
    'node_modules/*/dist/*.css',
  ];
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return files.flatMap((file) => readable(join(root, file)));
}

function readable(path: string): Text[] {
  const { size } = statSync(path);
  const isText = size > 0 && size < maxFileLength;
  return isText ? [{ place: relative(root, path), text: readFileSync(path, 'utf8') }] : [];
}

function conversationTexts(folder: string): Text[] {
  return globSync('*/corpus.jsonl', { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ place: file, text: textOf(line) })),
  );
}

function textOf(line: string): string {
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : line;
}
