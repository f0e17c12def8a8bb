/**
 * The figures that were accepted, `results.json` beside this file: percentages with two decimals and nothing of the data
 * that they were measured on. It is only ever written by `--accept`, which demands a reason and keeps all of them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { measures } from './metrics.ts';
import type { Figures, Score } from './metrics.ts';

/** Each conversation in a store of its own, or all conversations of all sets in one. */
export const layouts = ['per conversation', 'one store'] as const;
export type Layout = (typeof layouts)[number];

const percentages = z.record(z.enum(measures), z.number());

const resultShape = z.object({
  set: z.string(),
  layout: z.enum(layouts),
  /** Turns in all the stores that were asked; with `questions` it tells whether the data are still the same. */
  turns: z.number(),
  questions: z.number(),
  overall: percentages,
  byCategory: z.record(z.string(), z.object({ questions: z.number(), figures: percentages })),
});

const fileShape = z.object({
  notes: z.string(),
  results: z.array(resultShape),
  /** Every acceptance, the oldest first. */
  history: z.array(z.object({ date: z.string(), why: z.string() })),
});

/** What BigMind reached on one set in one layout. */
export type Result = z.infer<typeof resultShape>;
export type AcceptedResults = z.infer<typeof fileShape>;

const firstNotes =
  'BigMind’s recall on public conversations, in percent, as `npm run eval` measures it through import and memory_search. ' +
  'This file is the gate: see CONTRIBUTING.md. It holds figures only; the data have their own licences.';

export function resultFrom(set: string, layout: Layout, turns: number, score: Score): Result {
  const { questions, overall, byCategory } = score;
  const categories = byCategory.map(({ category, questions: asked, figures }) => {
    return [category, { questions: asked, figures: percentagesOf(figures) }] as const;
  });
  return { set, layout, turns, questions, overall: percentagesOf(overall), byCategory: Object.fromEntries(categories) };
}

/** Undefined where nothing was accepted yet. */
export function readAccepted(file: string): AcceptedResults | undefined {
  return existsSync(file) ? fileShape.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Puts the new figures in place of the old ones; the notes and the history stay. `date` is `2026-11-22`. */
export function accept(file: string, results: Result[], why: string, date: string): void {
  const known = readAccepted(file);
  const accepted: AcceptedResults = {
    notes: known?.notes ?? firstNotes,
    results,
    history: [...(known?.history ?? []), { date, why }],
  };
  writeFileSync(file, `${JSON.stringify(accepted, null, 2)}\n`);
}

function percentagesOf(figures: Figures): Figures {
  const percent = (share: number): number => Math.round(share * 10_000) / 100;
  return {
    'recall@1': percent(figures['recall@1']),
    'recall@5': percent(figures['recall@5']),
    'recall@10': percent(figures['recall@10']),
    'recall@20': percent(figures['recall@20']),
    mrr: percent(figures.mrr),
    'ndcg@10': percent(figures['ndcg@10']),
  };
}
