/**
 * `npm run bench -- file`: reading 10 MB of Markdown, 12,000 entries among prose, for the first time in a process. Each
 * sentence of the prose has a sign of a rule. The yardstick splits the same text into lines and sentences.
 */
import { performance } from 'node:perf_hooks';
import { readMemoryFile } from '../src/markdown/parsing/memoryFile.ts';
import { indexText } from '../src/search/query/words.ts';
import type { Figure } from './lib.ts';
import { milliseconds } from './lib.ts';

const size = 10 * 1024 * 1024;
/** In milliseconds. */
const maxTime = 1_000;
const day = 86_400_000;
const firstDay = Date.UTC(2000, 0, 1);
const paragraphs = 12;
const sentences = [
  'The cache keeps the pages that were read last and drops the others when memory is short.',
  'Call `open()` before the first read, and `close()` at the end.',
  'This section describes the settings of the server and their defaults.',
  'See the guide for how the parts fit together.',
];

export function memoryFileFigures(): Figure[] {
  const text = markdown();
  const begin = performance.now();
  const { entries } = readMemoryFile(text, indexText);
  const time = performance.now() - begin;
  const bare = splitTime(text);
  return [
    {
      name: `10 MB of Markdown, ${entries.length.toLocaleString('en')} entries`,
      value: milliseconds(time),
      yardstick: milliseconds(bare),
      ratio: `${(time / bare).toFixed(1)} ×`,
      goal: `≤ ${milliseconds(maxTime)}`,
      met: time <= maxTime,
    },
  ];
}

function markdown(): string {
  const sections: string[] = [];
  let length = 0;
  for (let section = 0; length < size; section += 1) {
    const text = `## ${new Date(firstDay + section * day).toISOString().slice(0, 10)}

- decided: CSS animations number ${String(section)} over Three.js - simpler, no deps
- problem: Safari gradient ${String(section)} - tried standard CSS
${prose(section)}
`;
    length += text.length;
    sections.push(text);
  }
  return sections.join('');
}

function prose(section: number): string {
  const sentence = (place: number): string => sentences[place % sentences.length] ?? '';
  return Array.from({ length: paragraphs }, (_none, place) => {
    return `\n${sentence(section + place)} ${sentence(section + place + 1)}\n`;
  }).join('');
}

function splitTime(text: string): number {
  const begin = performance.now();
  for (const line of text.split('\n')) line.split(/(?<=[.!?])\s+/u);
  return performance.now() - begin;
}
