/**
 * Gathers what the profile page shows, for whichever host shows it: VS Code's side bar and the page in a browser say the
 * same of the same memory. One read for each part; nothing is kept between two calls.
 */
import type { Fact } from './memory/facts.ts';
import type { Agent, Caller } from './memory/identity.ts';
import type { Memory } from './memory/memory.ts';
import type { Session } from './memory/sessions.ts';
import type { AgentCard, ProfileCard, SessionCard, ViewAction } from './protocol/profile.ts';

/** Whose profile, and where it is read from. */
export interface ProfileReading {
  memory: Memory;
  caller: Caller;
}

/** What a host adds to what the memory says. */
export interface ProfileFrame {
  /** Where the store is, for people. */
  location: string;
  /** What the host can do when a button is pressed. */
  actions: readonly ViewAction[];
}

const sessionsShown = 10;
const factsShown = 10;
const agentsShown = 12;
/** The name under which the extension and the command line write; it is the person, not an assistant. */
export const ownAgentName = 'bigmind';

/** Rejects with the store's `BigMindError` when the memory cannot be read. */
export async function gatherProfileCard(reading: ProfileReading, frame: ProfileFrame): Promise<ProfileCard> {
  const { memory, caller } = reading;
  const [profile, totals, { sessions }, facts, agents] = await Promise.all([
    memory.profiles.get(caller),
    memory.maintenance.totals(caller.user.id),
    memory.sessions.list(caller, { scope: 'all', limit: sessionsShown }),
    factsToShow(reading),
    memory.identities.listAgents(caller),
  ]);
  const { hypotheses: _hypotheses, ...shownTotals } = totals;
  return {
    user: caller.user.displayName ?? caller.user.username,
    project: caller.project?.name ?? null,
    role: profile?.role ?? null,
    preferences: profile?.preferences ?? null,
    pinnedFacts: profile?.pinnedFacts ?? [],
    agents: agentCards(agents),
    totals: shownTotals,
    sessions: sessions.map(sessionCard),
    facts: facts.map(({ id, fact, category, projectName }) => ({ id, text: fact, category, project: projectName })),
    location: frame.location,
    actions: [...frame.actions],
  };
}

function sessionCard(session: Session): SessionCard {
  return {
    id: session.id,
    headline: session.oneLiner,
    open: session.endedAt === null,
    startedAt: session.startedAt,
    agent: session.agentName,
    project: session.projectName,
  };
}

function agentCards(agents: readonly Agent[]): AgentCard[] {
  const others = agents.filter(({ name }) => name !== ownAgentName).slice(0, agentsShown);
  return others.map(({ name, version }) => ({ name, version }));
}

/** Facts of the caller's project and of no project; what other projects know fills the places that are left. */
async function factsToShow({ memory, caller }: ProfileReading): Promise<Fact[]> {
  const own = await memory.facts.list(caller, { projectId: caller.project?.id ?? null }, factsShown);
  if (own.facts.length === factsShown) return own.facts;
  const shown = new Set(own.facts.map(({ id }) => id));
  const { facts } = await memory.facts.list(caller, 'all', factsShown);
  return [...own.facts, ...facts.filter(({ id }) => !shown.has(id))].slice(0, factsShown);
}
