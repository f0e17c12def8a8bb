/** The gotchas that a prompt gets without asking for them: few, clear ones, quoted, each with where it is from. */
import type { Caller } from '../../../memory/shared/identity.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { quotedLine } from '../../../memory/trust/quoting.ts';
import { maySendAutomatically } from '../../../memory/trust/trust.ts';
import { fingerprint } from '../../../util/fingerprint.ts';
import { clipToTokens } from '../../../util/tokens.ts';
import { startTimeLimit } from '../../timeLimit.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { createListedEntriesReader } from '../files/listedEntries.ts';
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

/** Reads the gotchas of the caller's project if it is on the user's list, and the user's own of all projects. */
export function createOfferGotchas(files: MindFiles, home: string, indexText: IndexText): OfferGotchas {
  const readEntries = createListedEntriesReader(files, home, indexText);
  const match = createGotchaMatcher(indexText);
  const offersFor = async (folder: string | undefined, prompt: PromptParts): Promise<GotchaOffer[]> => {
    // The one must not be lost because the other cannot be read; the status of the file memory says what is wrong.
    const [entries = [], own] = await Promise.all([
      folder === undefined ? undefined : readEntries(folder).catch(() => undefined),
      readGlobalGotchas(files, home).catch(() => ({ gotchas: [] })),
    ]);
    const gotchas = [gotchasOfEntries(entries), own.gotchas].flatMap((list) => list.slice(-maxGotchas));
    if (gotchas.length === 0) return [];
    return match({ ...prompt, stack: stackOfEntries(entries) }, gotchas)
      .filter(({ score, gotcha }) => score >= minClearScore && maySend(gotcha))
      .slice(0, maxOffers)
      .map(({ gotcha }) => ({ id: idOf(gotcha), line: lineOf(gotcha) }));
  };
  return async ({ files: cited }, prompt) => {
    if (prompt.intent === '' && prompt.code === '') return [];
    const limit = startTimeLimit(timeoutMs);
    try {
      return await Promise.race([offersFor(cited?.folder, prompt), limit.over.then(() => [])]);
    } catch {
      // A gotcha is a help; no prompt fails because of it.
      return [];
    } finally {
      limit.end();
    }
  };
}

/** An assistant may have written any of them, and it may have read it anywhere. */
function maySend({ title, description, workaround }: Gotcha): boolean {
  return maySendAutomatically({ origin: 'agent', texts: [title, description, workaround] });
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
