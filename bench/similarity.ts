/**
 * `npm run bench -- similarity`: precision and recall of the similarity of texts on the labelled pairs, and of the redo
 * warnings on the labelled prompts and, if `BIGMIND_BENCH` names their folder, on real prompts that repeat none of the
 * approaches. `BIGMIND_WARNINGS` names a file for the warnings that are not labelled.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ownWordsOf } from '../src/search/query/promptText.ts';
import type { PastApproach } from '../src/memory/decisions/decisionStore.ts';
import { findRepeated, warningsOf } from '../src/search/redo/redo.ts';
import { RedoCheck } from '../src/search/redo/redoCheck.ts';
import { pairSets, precisionAndRecall } from '../test/memory/similarity/calibration.ts';
import type { WarningCounts } from '../test/search/redo/labelledPrompts.ts';
import { countWarnings, precisionOf, promptSets, recallOf } from '../test/search/redo/labelledPrompts.ts';
import { pastApproaches } from '../test/search/redo/pastApproaches.ts';
import { openTestMemory } from '../test/support/memory.ts';
import type { Figure } from './lib.ts';
import { median, milliseconds } from './lib.ts';

const minPrecision = 0.9;
const minRecall = 0.6;
const severities = [0.6, 0.8, 0.95];
const maxTime = 50;

export async function similarityFigures(): Promise<Figure[]> {
  // First, because a hook is a new process, in which nothing is compiled yet.
  const times = [timeFigure(), ...(await storeFigures())];
  const prompts = realPrompts();
  return [...pairFigures(), ...warningFigures(prompts), ...realPromptFigures(prompts), ...times];
}

function pairFigures(): Figure[] {
  return Object.entries(pairSets).flatMap(([set, pairs]) =>
    precisionAndRecall(pairs).map(({ threshold, precision, recall }) =>
      qualityFigure(
        `similarity from ${percent(threshold)}, ${String(pairs.length)} pairs ${set}`,
        precision,
        recall,
        0,
      ),
    ),
  );
}

/**
 * By set, and of all sets together with the real prompts, which repeat nothing. Only the latter has a goal, because the
 * precision of a set depends on how many of its prompts are hard.
 */
function warningFigures(prompts: readonly RealPrompt[]): Figure[] {
  const figures = Object.entries(promptSets).flatMap(([name, set]) =>
    severities.map((from) => ({
      ...warningFigure(
        `redo warning from ${percent(from)}, ${String(set.prompts.length)} prompts ${name}`,
        countWarnings(set, from),
      ),
      goal: '–',
      met: true,
    })),
  );
  const real = prompts.map(({ text }) => ({ prompt: text, repeats: undefined }));
  const { past } = promptSets['mentions, tuning'];
  const counts = [...Object.values(promptSets), { prompts: real, past }].map((set) => countWarnings(set));
  const all = warningFigure(`the same from 60 %, all prompts and ${String(real.length)} real ones`, sumOf(counts));
  const onReal = informationFigure(
    `warnings on ${String(real.length)} real prompts about ${String(past.length)} approaches`,
    String(counts.at(-1)?.wrong ?? 0),
  );
  return real.length === 0 ? [...figures, all] : [...figures, all, onReal];
}

function sumOf(counts: readonly WarningCounts[]): WarningCounts {
  return counts.reduce((sum, { repeating, right, wrong }) => ({
    repeating: sum.repeating + repeating,
    right: sum.right + right,
    wrong: sum.wrong + wrong,
  }));
}

function warningFigure(name: string, counts: WarningCounts): Figure {
  const figure = qualityFigure(name, precisionOf(counts), recallOf(counts), minRecall);
  return { ...figure, value: `${figure.value} (${String(counts.right)} right, ${String(counts.wrong)} wrong)` };
}

function qualityFigure(name: string, precision: number, recall: number, neededRecall: number): Figure {
  return {
    name,
    value: `precision ${percent(precision)}, recall ${percent(recall)}`,
    yardstick: '–',
    ratio: '–',
    goal: `precision ≥ ${percent(minPrecision)}${neededRecall > 0 ? `, recall ≥ ${percent(neededRecall)}` : ''}`,
    met: precision >= minPrecision && recall >= neededRecall,
  };
}

interface RealPrompt {
  text: string;
  session: string;
  date: string;
}

const turnShape = z.object({ session: z.string(), date: z.string(), speaker: z.string(), text: z.string() });

function realPrompts(): RealPrompt[] {
  const folder = process.env['BIGMIND_BENCH'];
  const corpus = join(folder ?? '', 'coding-dev/corpus.jsonl');
  if (folder === undefined || !existsSync(corpus)) return [];
  const lines = readFileSync(corpus, 'utf8').trim().split('\n');
  const turns = lines.map((line) => turnShape.parse(JSON.parse(line)));
  return turns.filter(({ speaker }) => speaker === 'user');
}

/** Warnings on real prompts, which nobody labelled. */
function realPromptFigures(prompts: readonly RealPrompt[]): Figure[] {
  if (prompts.length === 0) return [];
  const texts = [
    ...new Set(Object.values(pairSets).flatMap((pairs) => pairs.flatMap(({ one, other }) => [one, other]))),
  ];
  const foreign = texts.map((approach, place) => aPast(approach, String(place), ''));
  const requests = prompts.flatMap(requestOf);
  const onForeign = prompts.flatMap((prompt) => warningsOn(prompt, foreign));
  const onRequests = prompts.flatMap((prompt) => {
    const earlier = requests.filter(({ session, past }) => session !== prompt.session && past.at < prompt.date);
    return warningsOn(
      prompt,
      earlier.map(({ past }) => past),
    );
  });
  const file = process.env['BIGMIND_WARNINGS'];
  if (file !== undefined) writeFileSync(file, [...onForeign, ...onRequests].map(({ shown }) => `${shown}\n`).join(''));
  const repeated = onRequests.filter(({ isVerbatim }) => isVerbatim).length;
  const many = String(prompts.length);
  return [
    informationFigure(
      `warnings on ${many} real prompts about ${String(foreign.length)} approaches of other projects`,
      String(onForeign.length),
    ),
    informationFigure(
      `warnings on them about ${String(requests.length)} requests of earlier sessions`,
      `${String(onRequests.length)}, of which ${String(repeated)} repeat one word for word`,
    ),
  ];
}

function warningsOn({ text }: RealPrompt, past: readonly PastApproach[]): { shown: string; isVerbatim: boolean }[] {
  return warningsOf(findRepeated(text, past), 'UTC').map(({ similarity, past: { approach } }) => ({
    shown: `${percent(similarity)} | ${approach} | ${text.slice(0, 300).replaceAll('\n', ' ')}`,
    isVerbatim: text.includes(approach),
  }));
}

const requestVerb =
  /^(?:(?:ok|okay|yes|yeah|no|and|then|now|please|can (?:you|we)|could (?:you|we)|let's|lets|should we|what about|i want to|we should),? )*(?:add|use|move|make|change|remove|rename|replace|split|store|extract|refactor|write|create|implement|switch|put|keep|log|show|skip|drop|merge|have|get rid)\b/iu;

/** The first sentence of a prompt if it asks for a change, as if that had been rejected. */
function requestOf({ text, session, date }: RealPrompt, place: number): { past: PastApproach; session: string }[] {
  const [first = ''] = ownWordsOf(text).split(/(?<=[.!?])\s+|\n+/u);
  const request = first.trim();
  if (!requestVerb.test(request) || request.length < 25 || request.length > 140) return [];
  return [{ past: aPast(request, String(place), date), session }];
}

function aPast(approach: string, id: string, at: string): PastApproach {
  return { ref: { kind: 'fact', id }, approach, reason: null, chosen: null, at, origin: null, why: 'rejected' };
}

/** 1,000 approaches and a prompt of 2,000 characters, which is made of some of them and so needs most comparisons. */
function timeFigure(): Figure {
  const texts = [...pastApproaches.map(({ approach }) => approach), ...pairSets.tuning.map(({ one }) => one)];
  const textOf = (place: number): string => texts[place % texts.length] ?? '';
  const past = Array.from({ length: 1_000 }, (_, place) => {
    const approach = textOf(place);
    const own = place < texts.length ? approach : approach.replace(/\w+$/u, `module${String(place)}`);
    return aPast(own, String(place), '2026-03-30T10:00:00.000Z');
  });
  const sentences = Array.from({ length: 80 }, (_, place) => `${textOf(place * 7)}.`).join(' ');
  const prompt = sentences.slice(0, 2_000);
  const times = Array.from({ length: 21 }, () => {
    const start = process.cpuUsage();
    warningsOf(findRepeated(prompt, past), 'UTC');
    return millisecondsSince(start);
  });
  const [first = 0, ...others] = times;
  return {
    name: 'redo check, processor time: 1,000 approaches, a prompt of 2,000 characters; first, median of 20 more',
    value: `${milliseconds(first)}, ${milliseconds(median(others))}`,
    yardstick: '–',
    ratio: '–',
    goal: `median ≤ ${milliseconds(maxTime)}`,
    met: median(others) <= maxTime,
  };
}

/** The whole check of a hook, with its reads: 200 decisions with five alternatives each, of a project with 2,000 facts. */
async function storeFigures(): Promise<Figure[]> {
  const test = openTestMemory();
  const ada = await test.caller({ project: { key: 'github.com/acme/harbour', name: 'harbour' } });
  for (let place = 0; place < 2_000; place += 1) {
    await test.memory.facts.store(ada, {
      category: 'codebase',
      fact: `Berth ${String(place)} is lit by its own lamp.`,
    });
  }
  for (let place = 0; place < 200; place += 1) {
    const alternatives = Array.from(
      { length: 5 },
      (_, option) => `Keep part ${String(place)} in box ${String(option)}`,
    );
    const title = `Keep part ${String(place)} on shelf ${String(place)}`;
    await test.memory.decisions.save(ada, { title, decidedBy: 'Ada', rationale: 'It is dry there.', alternatives });
  }
  const check = new RedoCheck(test.memory);
  const figures = [];
  for (const [what, prompt] of [
    ['that repeats nothing', 'Sort the list of ships by their length.'],
    ['that repeats one', 'Let us keep part 150 in box 3.'],
  ] as const) {
    const times: number[] = [];
    for (let run = 0; run < 20; run += 1) {
      const start = process.cpuUsage();
      await check.for(ada, prompt);
      times.push(millisecondsSince(start));
    }
    figures.push({
      name: `the same with its reads: 200 decisions with 1,000 alternatives, a prompt ${what}; median of 20`,
      value: milliseconds(median(times)),
      yardstick: '–',
      ratio: '–',
      goal: `≤ ${milliseconds(maxTime)}`,
      met: median(times) <= maxTime,
    });
  }
  await test.close();
  return figures;
}

/** Processor time, which other programs hardly change. */
function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function informationFigure(name: string, value: string): Figure {
  return { name, value, yardstick: '–', ratio: '–', goal: '–', met: true };
}

function percent(share: number): string {
  return `${String(Math.round(share * 1_000) / 10)} %`;
}
