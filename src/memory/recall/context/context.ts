/**
 * The context block that a conversation starts with: what the last session left to do, team knowledge, the user's
 * profile, pinned facts, what the files of the project say, stored facts, recent sessions. Every part and the whole
 * stay within their budgets (`contextBudget.ts`), however large the store is. The block counts what it leaves out and says how to get it. Stored
 * text is data: each item is escaped on one line, and the block says that it is not instructions.
 */
import { localMinute } from '../../../util/time.ts';
import { clipToTokens, estimateTokens } from '../../../util/tokens.ts';
import { isOnlyLearned } from '../../facts/evidence.ts';
import type { Fact, Facts } from '../../facts/facts.ts';
import type { Faded } from '../../fading/faded.ts';
import type { FadedFacts } from '../../fading/fading.ts';
import type { Knowledge, KnowledgeBase } from '../../knowledge/knowledge.ts';
import type { Profile, Profiles } from '../../profile/profile.ts';
import { automaticProfile } from '../../profile/automaticProfile.ts';
import type { Session, Sessions } from '../../sessions/sessions.ts';
import type { NotedReads } from '../../shared/audit.ts';
import { checkCitingFacts, isGone } from '../../shared/citations/citingFacts.ts';
import type { Caller } from '../../shared/identity.ts';
import { refKey } from '../../shared/memoryRef.ts';
import type { MemoryRef } from '../../shared/memoryRef.ts';
import type { Clock } from '../../shared/ports.ts';
import { dataNotice, quotedLine } from '../../trust/quoting.ts';
import { maySendAutomatically } from '../../trust/trust.ts';
import type { ContextBudget } from './contextBudget.ts';
import { budgetBeside } from './contextBudget.ts';
import { chooseFacts, rulesAmong, takeWithin, withFewLearned } from './contextChoice.ts';
import { continueSection } from './continueSection.ts';
import { factLine, factSection } from './factSection.ts';
import { knowledgeLine, knowledgeSection } from './knowledgeSection.ts';
import type { FileStatement, ReadFileStatements } from '../../entries/fileSection.ts';
import { fileSection, gotchaLines } from '../../entries/fileSection.ts';
import type { HandOff, HandOffs } from '../handOffs.ts';
import { isHandOff } from '../handOffs.ts';
import type { MutedMemories } from '../muted.ts';
import { profileSection } from './profileSection.ts';
import { isFromWeb, joined, sessionSection } from './sessionSection.ts';

/** Per read: this many facts of the caller's project, and as many without a project. */
const factsConsidered = 60;
const newestConsidered = 20;
const importantConsidered = 20;
/** Tokens around the list of facts. */
const aroundFacts = 40;
/** Live hand-offs among the facts that are read: one of the project, and one without a project. */
const handOffsRead = 2;

export interface ContextBlock {
  markdown: string;
  /** Estimated, erring high. */
  tokens: number;
  /** The facts, knowledge and sessions in the block. */
  shown: MemoryRef[];
  /** The words of the statements of the project's files in the block. */
  said: readonly string[];
}

/** Names of the tools that read more than the block contains; the edge knows them. */
export interface ContextTools {
  search: string;
  listSessions: string;
  getSession: string;
  storeFact: string;
  endSession: string;
}

/** For callers that use only `shown`. */
const noTools: ContextTools = {
  search: 'a search',
  listSessions: 'the list of sessions',
  getSession: 'its summary',
  storeFact: 'a fact',
  endSession: 'a summary',
};

/** Options of one block. */
interface ContextChoice {
  /** Left out of the list of sessions. */
  currentSession?: string;
  tools?: ContextTools;
}

interface ContextParts {
  facts: Facts;
  knowledge: KnowledgeBase;
  profiles: Profiles;
  sessions: Sessions;
  /** What this user thinks of memories in chats. */
  muted: Pick<MutedMemories, 'feedback'>;
  handOffs: Pick<HandOffs, 'current'>;
  /** Faded facts are chosen last. */
  fading: FadedFacts;
  clock: Clock;
  reads?: NotedReads;
  /** Absent where no files of a project can be read. */
  readFiles?: ReadFileStatements | undefined;
}

/** What a block may contain: without memories that the user muted or found not useful, and what is not sent by itself. */
interface Material {
  handOff: HandOff | undefined;
  knowledge: { entries: Knowledge[]; total: number };
  facts: { facts: Fact[]; total: number };
  /** Those of the facts that have faded, by number. */
  faded: ReadonlyMap<number, Faded>;
  profile: Profile | undefined;
  /** How many memories were left out because of their origin or their text. */
  withheld: number;
  /** How many facts were left out because the code that they cite is gone. */
  gone: number;
  sessions: { sessions: Session[]; total: number; hasLearned: boolean };
  /** How sessions that read the web began, by id: the user's own words. */
  openings: ReadonlyMap<string, string>;
  /** What the files of the project say. */
  statements: readonly FileStatement[];
}

/** Builds the context block for a caller. */
export class ContextBuilder {
  readonly #parts: ContextParts;
  readonly #budget: ContextBudget;

  constructor(parts: ContextParts, budget: ContextBudget) {
    this.#parts = parts;
    this.#budget = budget;
  }

  /** Changes nothing but the audit. */
  async build(caller: Caller, { currentSession, tools = noTools }: ContextChoice = {}): Promise<ContextBlock> {
    const material = await this.#read(caller, currentSession);
    const { markdown, facts: listed, sessions, said } = this.#blockOf(caller, material, tools);
    const { handOff } = material;
    const facts = [...(handOff === undefined || handOff.fact.origin === 'web' ? [] : [handOff.fact]), ...listed];
    const { entries } = material.knowledge;
    await this.#parts.reads?.noteRead(caller, { action: 'context', kind: null, count: facts.length + entries.length });
    return {
      markdown,
      tokens: estimateTokens(markdown),
      shown: [...refsOf('knowledge', entries), ...refsOf('fact', facts), ...refsOf('session', sessions)],
      said,
    };
  }

  /**
   * What applies to all work in the project, for a reader that gets nothing else: conventions, preferences and traps, as
   * lines of Markdown within a budget of tokens. Changes nothing but the audit.
   */
  async rules(caller: Caller, budget: number): Promise<Pick<ContextBlock, 'shown'> & { lines: string[] }> {
    const { facts, faded, profile, knowledge, statements } = await this.#read(caller, undefined);
    const room = { ...this.#budget, facts: budget + aroundFacts };
    const rules = factsWithin(rulesAmong(facts.facts), faded, room, this.#parts.clock);
    const said = [...(profile?.pinnedFacts ?? []), profile?.preferences ?? ''].filter((text) => text !== '');
    const items = [
      ...rules.map((fact) => ({ line: factLine(fact, room.factLine), shown: refsOf('fact', [fact]) })),
      ...said.map((text) => ({ line: clipToTokens(`- ${quotedLine(text)}`, room.factLine), shown: [] })),
      ...knowledge.entries.map((entry) => ({
        line: knowledgeLine(entry, room.factLine),
        shown: refsOf('knowledge', [entry]),
      })),
      ...gotchaLines(statements).map((line) => ({ line, shown: [] })),
    ];
    const taken = takeWithin(items, budget, ({ line }) => estimateTokens(line) + 1);
    const shown = taken.flatMap((item) => item.shown);
    await this.#parts.reads?.noteRead(caller, { action: 'context', kind: null, count: shown.length });
    return { lines: taken.map(({ line }) => line), shown };
  }

  async #read(caller: Caller, currentSession: string | undefined): Promise<Material> {
    const { facts, knowledge, profiles, sessions, muted, handOffs, fading } = this.#parts;
    const { knowledgeEntries } = this.#budget;
    const unwanted = new MutedSet((await muted.feedback(caller)).filter(({ feedback }) => feedback !== 'useful'));
    const [offered, stored, found, recent, left, statements] = await Promise.all([
      knowledge.top(knowledgeEntries + unwanted.countOf('knowledge')),
      profiles.get(caller),
      facts.listForContext(caller, factsConsidered + handOffsRead + unwanted.countOf('fact')),
      sessions.listForContext(caller, newestConsidered, importantConsidered),
      handOffs.current(caller),
      this.#parts.readFiles?.(caller),
    ]);
    const top = offered.entries.filter(({ id }) => !unwanted.has('knowledge', id)).slice(0, knowledgeEntries);
    const ordinary = found.facts.filter((fact) => !isHandOff(fact));
    const listed = ordinary.filter(({ id }) => !unwanted.has('fact', id));
    const { handOff, withheld } = chooseHandOff(left, unwanted);
    const [entries, trusted] = [top.filter(mayStandKnowledge), listed.filter(mayStandFact)];
    // What was learned is seldom sent at the start anyway.
    const unsent = listed.filter((fact) => !isOnlyLearned(fact) && !mayStandFact(fact));
    const citations = await checkCitingFacts(caller, trusted);
    const known = withFewLearned(trusted.filter((fact) => !isGone(citations, fact)));
    const ids = known.map(({ id }) => id);
    const pinnedFacts = await facts.withoutMuted(caller, stored?.pinnedFacts ?? []);
    const profile =
      stored && (await automaticProfile({ ...stored, pinnedFacts }, (texts) => facts.vouchedFor(caller, texts)));
    const others = recent.sessions.filter(({ id }) => id !== currentSession && !unwanted.has('session', id));
    return {
      handOff,
      knowledge: { entries, total: offered.total },
      facts: { facts: known, total: found.total - (found.facts.length - ordinary.length) },
      faded: await fading.of(caller, ids),
      profile: profile?.profile,
      withheld: top.length - entries.length + unsent.length + (profile?.count ?? 0) + withheld,
      gone: trusted.filter((fact) => isGone(citations, fact)).length,
      sessions: {
        sessions: others,
        total: recent.total - (recent.sessions.length - others.length),
        hasLearned: listed.some(isOnlyLearned),
      },
      openings: await sessions.openings(others.filter(isFromWeb)),
      statements: statements ?? [],
    };
  }

  #blockOf(
    caller: Caller,
    { handOff, knowledge, facts, faded, profile, withheld, gone, sessions, openings, statements }: Material,
    tools: ContextTools,
  ): { markdown: string; facts: Fact[]; sessions: Session[]; said: readonly string[] } {
    const { clock } = this.#parts;
    const toContinue = continueSection(handOff, this.#budget.handOff, { timeZone: clock.timeZone, ...tools });
    const inFiles = fileSection(statements, this.#budget.files);
    const budget = budgetBeside(estimateTokens(joined([toContinue, inFiles.text])), this.#budget);
    const always = [
      preface(caller, clock),
      toContinue,
      knowledgeSection(knowledge, budget, tools.search),
      profileSection(profile, budget),
      inFiles.text,
      withheldLine(withheld, tools),
      goneLine(gone, tools),
    ];
    const left = budget.total - estimateTokens(joined(always)) - 4;
    const tier1 = Math.min(budget.tier1, left);
    const factShare = sessions.sessions.length === 0 ? tier1 : Math.floor(tier1 * 0.55);
    const room = { ...budget, facts: Math.min(budget.facts, factShare) };
    const chosen = factsWithin(facts.facts, faded, room, clock);
    const factList = factSection(chosen, facts.total, budget.factLine, tools.search);
    const recent = sessionSection({
      ...sessions,
      openings,
      budget: tier1 - estimateTokens(factList) - 2,
      clock,
      listSessions: tools.listSessions,
    });
    const remembered = [...always.slice(1), factList, recent.text].some((part) => part !== '');
    const whole = joined([...always, factList, recent.text, remembered ? '' : nothingYet(tools)]);
    // The sum of the parts is only an estimate, so the whole is clipped again.
    return {
      markdown: clipToTokens(whole, budget.total),
      facts: chosen,
      sessions: recent.shown,
      said: inFiles.said,
    };
  }
}

class MutedSet {
  readonly #keys: ReadonlySet<string>;
  readonly #refs: readonly MemoryRef[];

  constructor(refs: readonly MemoryRef[]) {
    this.#refs = refs;
    this.#keys = new Set(refs.map(refKey));
  }

  has(kind: MemoryRef['kind'], id: number | string): boolean {
    return this.#keys.has(refKey({ kind, id: String(id) }));
  }

  countOf(kind: MemoryRef['kind']): number {
    return this.#refs.filter((ref) => ref.kind === kind).length;
  }
}

/** Of a hand-off from the web, the block contains no text. `withheld` is 1 for one that reads like instructions. */
function chooseHandOff(
  handOff: HandOff | undefined,
  unwanted: MutedSet,
): { handOff: HandOff | undefined; withheld: number } {
  if (handOff === undefined || unwanted.has('fact', handOff.fact.id)) return { handOff: undefined, withheld: 0 };
  const isShown = handOff.fact.origin === 'web' || mayStandFact(handOff.fact);
  return isShown ? { handOff, withheld: 0 } : { handOff: undefined, withheld: 1 };
}

function mayStandFact({ origin, category, fact }: Fact): boolean {
  return maySendAutomatically({ origin, texts: [category, fact] });
}

function mayStandKnowledge({ origin, category, title, content }: Knowledge): boolean {
  return maySendAutomatically({ origin, texts: [category, title, content] });
}

/** Whether texts without an origin read like instructions to a model. */
function reads(...texts: readonly (string | null)[]): boolean {
  return !maySendAutomatically({ origin: null, texts });
}

function withheldLine(count: number, { search }: ContextTools): string {
  if (count === 0) return '';
  if (count === 1)
    return `_One memory is left out, because it came from the web or reads like instructions to a model: ${search} finds it._`;
  return `_${count.toLocaleString('en')} memories are left out, because they came from the web or read like instructions to a model: ${search} finds them._`;
}

function goneLine(count: number, { search }: ContextTools): string {
  if (count === 0) return '';
  const [what, them] = count === 1 ? ['One fact is', 'it'] : [`${count.toLocaleString('en')} facts are`, 'them'];
  return `_${what} left out, because the code that ${count === 1 ? 'it cites' : 'they cite'} has changed: ${search} finds ${them}._`;
}

function nothingYet({ storeFact, endSession }: ContextTools): string {
  return `Nothing is remembered yet. Store decisions and preferences with ${storeFact}, and end with ${endSession}.`;
}

function preface(caller: Caller, clock: Clock): string {
  const loaded = localMinute(clock.now().toISOString(), clock.timeZone);
  const name = caller.project === null || reads(caller.project.name) ? '' : caller.project.name;
  const project = name === '' ? '' : `Project: ${clipToTokens(quotedLine(name), 20)}\n`;
  return `## 🧠 BigMind Context — loaded ${loaded}\n${project}${dataNotice}`;
}

function refsOf(kind: MemoryRef['kind'], memories: readonly { id: number | string }[]): MemoryRef[] {
  return memories.map(({ id }) => ({ kind, id: String(id) }));
}

function factsWithin(facts: Fact[], faded: Material['faded'], budget: ContextBudget, clock: Clock): Fact[] {
  const costOf = (fact: Fact): number => estimateTokens(factLine(fact, budget.factLine)) + 1;
  return chooseFacts(facts, faded, { now: clock.now(), budget: budget.facts - aroundFacts, costOf });
}
