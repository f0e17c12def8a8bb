/**
 * Input fields that several tools share, each with its description, so that a term means the same everywhere. They are
 * functions, because creating a schema takes time that would delay the handshake.
 */
import * as z from 'zod';
import { factTypes, visibilities } from '../../memory/shared/vocabulary.ts';
import { bulletsFrom, oneLine, wordsFrom } from '../../util/text.ts';

/** The maximum `limit` of a list. */
const maxListed = 100;

/** How to see omitted entries: only `narrow` if `limit` is already at its maximum. */
export function howToSeeMore(limit: number | undefined, narrow: string): string {
  return limit === maxListed ? narrow : `raise limit, or ${narrow}`;
}

/** An array, or comma-separated words, as models write them. */
export const words = () => z.union([z.array(z.string()), z.string()]).transform(wordsFrom);

/** Names as they are written; an array, or separated by commas. */
export const entities = () =>
  z
    .union([z.array(z.string()), z.string()])
    .transform((value) => {
      const names = (typeof value === 'string' ? value.split(',') : value).map(oneLine).filter((name) => name !== '');
      return [...new Set(names)];
    })
    .describe('What it is about; kept as tags.');

/** An array, or one entry per line. */
export const bullets = () => z.union([z.array(z.string()), z.string()]).transform(bulletsFrom);

/** Free text; an array becomes one bullet per line. */
export const prose = () =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (typeof value === 'string' ? value : value.map((line) => `- ${line}`).join('\n')));

export const sessionId = () => z.string().describe('Default: the session of this conversation.');
export const tags = () => words().describe('Tags.');
export const sourceRef = () => z.string().describe('Where it comes from: file#line, URL, ticket, commit.');
/** A number, or a number or UUID as text. */
export const factRef = () => z.union([z.number(), z.string()]);
export const visibility = () => z.enum(visibilities).describe('Default private.');
/** In hours, fractions allowed. */
export const expiresIn = () => z.number().describe('Hours until it expires.');
export const factTypesField = () => z.array(z.enum(factTypes)).describe('Only facts of these types.');
export const confidence = () => z.number().min(0).max(1);
export const project = () =>
  z.string().describe('Project name, or "all". Default: this project and memories without a project.');
