/**
 * The accepted figures, `results.json` beside this file: percentages with two decimals, and nothing of the measured
 * data. Only `--accept` writes it; it requires a reason and keeps all of them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { measures } from './metrics.ts';
import type { Difference } from './difference.ts';
import type { Measured } from './measuring.ts';
import type { Figures, Score } from './metrics.ts';

/** A separate store for each conversation, or one store for all conversations of all sets that ask for turns. */
export const layouts = ['per conversation', 'one store'] as const;
export type Layout = (typeof layouts)[number];

const percentages = z.record(z.enum(measures), z.number());

const resultShape = z.object({
  set: z.string(),
  layout: z.enum(layouts),
  /** Turns in all stores; with `questions`, this shows whether the data are still the same. */
  turns: z.number(),
  questions: z.number(),
  overall: percentages,
  /** Other figures by name, in percent; for `stale first`, less is better. */
  further: z.record(z.string(), z.number()).optional(),
  /** By how many points the figure of that name is above the floor's, with the bounds of the 95 % interval. */
  overFloor: z.record(z.string(), z.object({ mean: z.number(), low: z.number(), high: z.number() })).optional(),
  byCategory: z.record(z.string(), z.object({ questions: z.number(), figures: percentages })),
});

const fileShape = z.object({
  notes: z.string(),
  results: z.array(resultShape),
  /** The figures that may be below the floor, and why. */
  belowFloor: z.array(z.object({ set: z.string(), figure: z.string(), date: z.string(), why: z.string() })).optional(),
  /** Every acceptance, the oldest first. */
  history: z.array(z.object({ date: z.string(), why: z.string() })),
});

/** BigMind's figures on one set in one layout. */
export type Result = z.infer<typeof resultShape>;
export type AcceptedResults = z.infer<typeof fileShape>;

const firstNotes =
  'BigMind’s recall on public conversations, in percent, asked for 100 results unless a figure says otherwise, as `npm run eval` measures it through import and memory_search. ' +
  'This file is the gate: see CONTRIBUTING.md. It holds figures only; the data have their own licences.';

export interface Scored {
  set: string;
  layout: Layout;
  turns: number;
  score: Score;
  beside?: Pick<Measured, 'further' | 'overFloor'>;
}

export function resultFrom({ set, layout, turns, score, beside }: Scored): Result {
  const { questions, overall, byCategory } = score;
  const categories = byCategory.map(({ category, questions: asked, figures }) => {
    return [category, { questions: asked, figures: percentagesOf(figures) }] as const;
  });
  return {
    set,
    layout,
    turns,
    questions,
    overall: percentagesOf(overall),
    ...(beside && {
      further: mapped(beside.further, percent),
      overFloor: mapped(beside.overFloor, pointsOf),
    }),
    byCategory: Object.fromEntries(categories),
  };
}

/** Names of the figures whose difference to the floor may be below 0. */
export function belowFloor({ overFloor = {} }: Result): string[] {
  return Object.entries(overFloor).flatMap(([figure, { low }]) => (low < 0 ? [figure] : []));
}

/** Undefined if nothing was accepted yet. */
export function readAccepted(file: string): AcceptedResults | undefined {
  return existsSync(file) ? fileShape.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/**
 * Replaces the figures; keeps the notes and the history. All figures below the floor are accepted for this reason,
 * whatever it was before. `date` is `2026-11-22`.
 */
export function accept(file: string, results: Result[], why: string, date: string): void {
  const known = readAccepted(file);
  const exceptions = results.flatMap((result) =>
    belowFloor(result).map((figure) => ({ set: result.set, figure, date, why })),
  );
  const accepted: AcceptedResults = {
    notes: known?.notes ?? firstNotes,
    results,
    belowFloor: exceptions,
    history: [...(known?.history ?? []), { date, why }],
  };
  writeFileSync(file, `${JSON.stringify(accepted, null, 2)}\n`);
}

function percentagesOf(figures: Figures): Figures {
  return mapped(figures, percent);
}

function pointsOf({ mean, low, high }: Difference): Difference {
  return { mean: percent(mean), low: percent(low), high: percent(high) };
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100;
}

function mapped<Name extends string, From, To>(record: Record<Name, From>, to: (value: From) => To): Record<Name, To> {
  const entries = Object.entries<From>(record).map(([name, value]) => [name, to(value)]);
  return Object.fromEntries(entries) as Record<Name, To>;
}
