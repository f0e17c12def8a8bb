/**
 * Input fields that several tools share, each with its description, so that a word means the same everywhere. They are
 * functions, because making a schema costs time that the handshake should not wait for.
 */
import * as z from 'zod';
import { bulletsFrom, wordsFrom } from '../../util/text.ts';

/** The greatest `limit` of a list. */
const maxListed = 100;

/** What to do where a list leaves some out: `narrow` alone where it holds as many as it may. */
export function howToSeeMore(limit: number | undefined, narrow: string): string {
  return limit === maxListed ? narrow : `raise limit, or ${narrow}`;
}

/** An array, or words between commas, as models write it. */
export const words = () => z.union([z.array(z.string()), z.string()]).transform(wordsFrom);

/** An array, or one entry a line. */
export const bullets = () => z.union([z.array(z.string()), z.string()]).transform(bulletsFrom);

/** Free text; a list becomes one bullet a line. */
export const prose = () =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (typeof value === 'string' ? value : value.map((line) => `- ${line}`).join('\n')));

export const sessionId = () => z.string().describe('Default: the session of this conversation.');
export const tags = () => words().describe('Tags.');
export const sourceRef = () => z.string().describe('Where it comes from: file#line, URL, ticket, commit.');
export const confidence = () => z.number().min(0).max(1);
export const project = () =>
  z.string().describe('Project name, or "all". Default: this project and memories without a project.');
