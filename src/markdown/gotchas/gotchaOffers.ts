/** The gotchas that a prompt gets without asking for them: few, clear ones, quoted, each with where it is from. */
import type { Caller } from '../../memory/shared/identity.ts';
import type { ReadFileEntries } from '../../memory/entries/fileStatements.ts';
import type { Ports } from '../../memory/shared/ports.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { fingerprint } from '../../util/fingerprint.ts';
import { clipToTokens } from '../../util/tokens.ts';
import { startTimeLimit } from '../../capture/timeLimit.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { readGlobalGotchas } from './globalGotchas.ts';
import { gotchasOfEntries, stackOfEntries } from './gotcha.ts';
import type { Gotcha } from './gotcha.ts';
import { createGotchaMatcher, minClearScore } from './matching.ts';

export interface GotchaOffer {
  /** The same for the same text, wherever it is from. */
  id: string;
  /** One line of Markdown without a bullet. */
  line: string;
}

/** At most two, the best first. Empty if nothing clearly matches, and if files cannot be read in time. Never rejects. */
export type OfferGotchas = (caller: Caller, prompt: PromptParts) => Promise<readonly GotchaOffer[]>;

/** The pieces of code by which the caller's gotchas are found. Never rejects. */
export type ReadGotchaCode = (caller: Caller) => Promise<readonly string[]>;

export interface PromptParts {
  /** The user's own words. */
  intent: string;
  /** The code blocks among them. */
  code: string;
}

const maxOffers = 2;
/** Of the project and of the user each; the last ones, because people append. */
const maxGotchas = 200;
/** Milliseconds; a prompt waits for it. */
const timeoutMs = 300;
/** Maximum tokens of a line. */
const lineTokens = 100;

interface OfferParts {
  files: MindFiles;
  /** The user's home folder. */
  home: string;
  ports: Pick<Ports, 'indexText' | 'redact'>;
  fileEntries: ReadFileEntries | undefined;
}

/** Reads the gotchas of the caller's project if it is on the user's list, and the user's own of all projects. */
export function createOfferGotchas({ files, home, ports, fileEntries }: OfferParts): OfferGotchas {
  const { indexText, redact } = ports;
  const match = createGotchaMatcher(indexText);
  const offersFor = async (caller: Caller, prompt: PromptParts): Promise<GotchaOffer[]> => {
    const { gotchas, stack } = await readGotchas(caller, { files, home, fileEntries });
    if (gotchas.length === 0) return [];
    return match({ ...prompt, stack }, gotchas)
      .filter(({ score, gotcha }) => score >= minClearScore && maySend(gotcha))
      .slice(0, maxOffers)
      .map(({ gotcha }) => ({ id: idOf(gotcha), line: redact(lineOf(gotcha)).text }));
  };
  return async (caller, prompt) => {
    if (prompt.intent === '' && prompt.code === '') return [];
    const limit = startTimeLimit(timeoutMs);
    try {
      return await Promise.race([offersFor(caller, prompt), limit.over.then(() => [])]);
    } catch {
      // A gotcha is a help; no prompt fails because of it.
      return [];
    } finally {
      limit.end();
    }
  };
}

export function createReadGotchaCode(parts: Omit<OfferParts, 'ports'>): ReadGotchaCode {
  return async (caller) => {
    const { gotchas } = await readGotchas(caller, parts).catch(() => ({ gotchas: [] }));
    return gotchas.filter(maySend).flatMap(({ detection }) => detection.code);
  };
}

async function readGotchas(
  caller: Caller,
  { files, home, fileEntries }: Omit<OfferParts, 'ports'>,
): Promise<{ gotchas: readonly Gotcha[]; stack: string[] }> {
  // The one must not be lost because the other cannot be read; the status of the file memory says what is wrong.
  const [found, own] = await Promise.all([
    fileEntries?.(caller),
    readGlobalGotchas(files, home).catch(() => ({ gotchas: [] })),
  ]);
  const entries = (found?.entries ?? []).map((entry) => ({ ...entry, place: `${entry.path}:${String(entry.line)}` }));
  const gotchas = [gotchasOfEntries(entries), own.gotchas].flatMap((list) => list.slice(-maxGotchas));
  return { gotchas, stack: stackOfEntries(entries) };
}

/** An assistant may have written any of them. */
function maySend({ title, description, workaround, place, isFromWeb }: Gotcha): boolean {
  return maySendAutomatically({
    origin: isFromWeb === true ? 'web' : 'agent',
    texts: [title, description, workaround, place],
  });
}

function idOf({ title, workaround }: Gotcha): string {
  return fingerprint(`${title}\n${workaround}`);
}

/** `Known gotcha: … Workaround: … (.mind/MEMORY.md:12)`; without a workaround, what happens. */
function lineOf({ title, description, workaround, place }: Gotcha): string {
  const more = workaround === '' ? description : `Workaround: ${workaround}`;
  const said = [`Known gotcha: ${title}`, more]
    .filter((text) => text !== '')
    .map((text) => asSentence(quotedLine(text)));
  const source = place === null ? 'your gotchas of all projects' : quotedLine(place);
  return `${clipToTokens(said.join(' '), lineTokens)} (${source})`;
}

function asSentence(text: string): string {
  return /[.!?。！？…]$/u.test(text) ? text : `${text}.`;
}
