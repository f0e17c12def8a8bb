/**
 * What is known about the file, symbol or command of a tool call, before an assistant makes it: at most two facts, and
 * nothing if none is about exactly that. Writes nothing.
 */
import type { Fact, Facts } from '../../memory/facts/facts.ts';
import type { FadedFacts } from '../../memory/fading/fading.ts';
import { mentionsIn } from '../../memory/graph/mentions.ts';
import type { MutedMemories } from '../../memory/recall/muted.ts';
import type { OfferStore } from '../../memory/recall/offers.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import { checkCitingFacts, isGone } from '../../memory/shared/citations/citingFacts.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { maxMatched } from '../../memory/shared/turns.ts';
import { authorsOf } from '../../memory/trust/authors.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { localDay } from '../../util/time.ts';
import { clipToTokens, estimateTokens } from '../../util/tokens.ts';
import { PromptWords } from '../ranking/clearMatch.ts';
import { sharedEvidence } from '../ranking/relatedness.ts';
import { minSentConfidence } from '../shared/weights.ts';
import { commandsInProse } from '../shared/shellCommands.ts';
import { nameOfCommand, nameOfFile, nameOfSymbol } from './touchedNames.ts';

export interface CallHint {
  fact: number;
  /** One line of Markdown. */
  line: string;
  /** The names in the call that it is about. */
  matched: readonly string[];
}

/** Who is about to make a call. */
interface CallReader {
  code: string;
  /** Of the chat. */
  sessionId?: string;
  /** Numbers of facts that the reader was sent. */
  got: ReadonlySet<string>;
}

interface CallHintParts {
  facts: Pick<Facts, 'listForContext'>;
  muted: Pick<MutedMemories, 'feedback'>;
  offers: Pick<OfferStore, 'sent'>;
  fading: FadedFacts;
  clock: Clock;
}

/** Of the project; the most certain ones. */
const maxFacts = 1_000;
const maxHints = 2;
/** Tokens of one line, and of all; `chat/callText.ts` adds its heading. */
const lineTokens = 85;
const allTokens = 90;
/** The evidence in nats that a fact shares with the changed code, beyond the name of its file. */
const minShared = 6;
/** Characters of the changed code that are compared. */
const maxCode = 20_000;
/** About more than these, a name is one that most of the work touches: only what costs hours not to know is worth a line. */
const manyFacts = 4;
/** Context has preferences; a step that was left open does not matter to an edit. */
const unsuited: ReadonlySet<string> = new Set(['preference', 'identity']);

export class CallHints {
  readonly #parts: CallHintParts;

  constructor(parts: CallHintParts) {
    this.#parts = parts;
  }

  /** Every name about which something is known here: what is left to say to the chat of this session, and the rest. */
  async names(caller: Caller, sessionId: string): Promise<{ left: ReadonlySet<string>; got: ReadonlySet<string> }> {
    const sent = (await this.#parts.offers.sent(sessionId)).filter(({ kind }) => kind === 'fact');
    const known = await this.#known(caller, sessionId);
    const left = leftOf(known, new Set(sent.map(({ id }) => id)));
    return { left, got: new Set(known.flatMap(({ names }) => names.filter((name) => !left.has(name)))) };
  }

  /**
   * The facts about one of these names, the costliest not to know first, without those that the reader has `got` and those
   * of the current session; and the names of which nothing is left to say after these. `code` is what the call writes or
   * replaces: what was learned about a file comes only if it shares words with it.
   */
  async for(
    caller: Caller,
    touched: ReadonlySet<string>,
    { code, sessionId, got }: CallReader,
  ): Promise<{ hints: CallHint[]; exhausted: ReadonlySet<string> }> {
    const known = await this.#known(caller, sessionId);
    const about = known.flatMap(({ fact, names, factsAbout }): Ranked[] => {
      const matched = names.filter((name) => touched.has(name));
      if (matched.length === 0 || got.has(String(fact.id))) return [];
      if (isOnlyFile(matched) && !concerns(fact, code)) return [];
      // Reads the whole text, so only for the few that match.
      if (!maySendAutomatically({ origin: fact.origin, texts: [fact.category, fact.fact] })) return [];
      return [{ fact, matched, rarest: Math.min(...matched.map((name) => factsAbout.get(name) ?? 1)) }];
    });
    const faded = await this.#parts.fading.of(
      caller,
      about.map(({ fact }) => fact.id),
    );
    const weightOf = ({ fact, rarest, matched }: Ranked): number =>
      (isWarning(fact) ? 2 : 0) +
      valueOf(fact) +
      fact.confidence +
      Math.min(matched.length, 3) -
      0.2 * rarest -
      (faded.get(fact.id)?.degree ?? 0);
    const chosen = about.toSorted(
      (one, other) => weightOf(other) - weightOf(one) || other.fact.createdAt.localeCompare(one.fact.createdAt),
    );
    const first = chosen.slice(0, 4 * maxHints);
    const citations = await checkCitingFacts(
      caller,
      first.map(({ fact }) => fact),
    );
    const hints = this.#within(first.filter(({ fact }) => !isGone(citations, fact)));
    const left = leftOf(known, new Set([...got, ...hints.map(({ fact }) => String(fact))]));
    return { hints, exhausted: new Set([...touched].filter((name) => !left.has(name))) };
  }

  #within(ranked: readonly Ranked[]): CallHint[] {
    const hints: CallHint[] = [];
    let left = allTokens;
    for (const { fact, matched } of ranked) {
      const line = lineOf(fact, this.#parts.clock.timeZone);
      const cost = estimateTokens(line);
      if (hints.length === maxHints || cost > left) continue;
      left -= cost;
      hints.push({ fact: fact.id, line, matched: matched.slice(0, maxMatched).map(withoutKind) });
    }
    return hints;
  }

  /** What may be said before a call, without what the session itself taught. */
  async #known(caller: Caller, sessionId: string | undefined): Promise<Known[]> {
    const [{ facts }, rated] = await Promise.all([
      this.#parts.facts.listForContext(caller, maxFacts),
      this.#parts.muted.feedback(caller),
    ]);
    const unwanted = new Set(
      rated.filter(({ kind, feedback }) => kind === 'fact' && feedback !== 'useful').map(({ id }) => id),
    );
    const known = facts
      .filter(({ sourceSession }) => sessionId === undefined || sourceSession !== sessionId)
      .filter((fact) => !unwanted.has(String(fact.id)) && isSuited(fact))
      .map((fact) => ({ fact, names: namesOf(fact) }));
    const factsAbout = new Map<string, number>();
    for (const name of known.flatMap(({ names }) => names)) factsAbout.set(name, (factsAbout.get(name) ?? 0) + 1);
    return known.map(({ fact, names }) => ({
      fact,
      factsAbout,
      names: valueOf(fact) === 3 ? names : names.filter((name) => (factsAbout.get(name) ?? 0) <= manyFacts),
    }));
  }
}

interface Known {
  fact: Fact;
  names: string[];
  /** How many facts are about a name. */
  factsAbout: ReadonlyMap<string, number>;
}

interface Ranked {
  fact: Fact;
  /** How many facts are about the rarest of the touched names. */
  rarest: number;
  /** Its names in the call. */
  matched: readonly string[];
}

function isSuited(fact: Fact): boolean {
  const { category, evidence, confidence, type } = fact;
  if (unsuited.has(category) || type === 'plan') return false;
  return confidence >= minSentConfidence && (evidence?.value !== 1 || isWarning(fact));
}

/** What went wrong here before, was decided against, or was decided otherwise before. */
function isWarning({ type, evidence, supersedesCount }: Fact): boolean {
  if (supersedesCount > 0) return true;
  return evidence === null ? type === 'bug' : evidence.type === 'gotcha' || evidence.type === 'rejected';
}

function isOnlyFile(names: readonly string[]): boolean {
  return names.every((name) => name.startsWith('file '));
}

/** Most edits of a file have nothing to do with most traps in it. */
function concerns({ evidence, fact }: Fact, code: string): boolean {
  return evidence === null || sharedEvidence(new PromptWords(fact), code.slice(0, maxCode)) >= minShared;
}

/** Names of facts that are not among `got`. */
function leftOf(known: readonly Known[], got: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(known.flatMap(({ fact, names }) => (got.has(String(fact.id)) ? [] : names)));
}

/** What was stored on purpose counts as what matters whenever its subject comes up. */
function valueOf({ evidence }: Fact): number {
  return evidence?.value ?? 2;
}

/**
 * The names at which a fact is worth saying: those noted with its evidence, else those in its text. Most edits of a file
 * have nothing to do with most that is known about it, and most runs of a command have nothing to do with how something
 * works, so that a file counts only for a warning, and a command also for what was decided.
 */
function namesOf(fact: Fact): string[] {
  const { fact: text, evidence, sourceRef, type } = fact;
  const isRule = type === 'decision' || type === 'convention';
  const warns = isWarning(fact);
  // Reading a text costs more than all else; what a model noted makes it unnecessary.
  const mentions = evidence === null || (warns && evidence.about.length === 0) ? [...mentionsIn(text)] : [];
  const spans = [...text.matchAll(/`([^`\n]{3,60})`/gu)].map(([, span = '']) => span);
  const inText = mentions.flatMap(({ kind, name }) => (kind === 'symbol' ? name : []));
  const about = evidence?.about ?? [...inText, ...spans];
  const meant = about.map((name) => ({ name, file: fileIn(name) }));
  const others = [
    ...meant.flatMap(({ name, file }) => (file === undefined ? name : [])),
    ...(evidence === null ? commandsInProse(text) : []),
  ];
  const symbols = others.flatMap((name) => nameOfSymbol(name) ?? []);
  const commands = others.flatMap((name) => (nameOfSymbol(name) === undefined ? (nameOfCommand(name) ?? []) : []));
  const files = mentions.flatMap(({ kind, name }) => (kind === 'file' ? name : []));
  const further = [...(sourceRef === null ? [] : [sourceRef]), ...files].map((name) => fileIn(name));
  const paths = [...meant.map(({ file }) => file), ...further].flatMap((file) => file ?? []);
  return [...new Set([...symbols, ...(warns || isRule ? commands : []), ...(warns ? paths : [])])];
}

/** `file src/cli.ts` is `src/cli.ts`. */
export function withoutKind(name: string): string {
  return name.slice(name.indexOf(' ') + 1);
}

/** The name of the file that a name means; undefined if it is none. */
export function fileIn(name: string): string | undefined {
  const [mention] = mentionsIn(`\`${name}\``);
  return mention?.kind === 'file' ? nameOfFile(mention.name) : undefined;
}

function lineOf(fact: Fact, timeZone: string): string {
  const { id, fact: content, evidence, type, category, createdAt } = fact;
  const kind = evidence?.type ?? (type === 'bug' ? type : quotedLine(category));
  const head = `[${kind}] #${String(id)}`;
  const about = [localDay(createdAt, timeZone), ...authorsOf(fact)].join(', ');
  return `${clipToTokens(`- ${head} ${quotedLine(content)}`, lineTokens - 5 - estimateTokens(about))} (${about})`;
}
