/** Gathers what the profile page shows. One read for each part; nothing is kept between two calls. */
import type { BigMindError } from '../memory/errors.ts';
import type { Fact } from '../memory/facts.ts';
import type { Agent } from '../memory/identity.ts';
import type { Session } from '../memory/sessions.ts';
import type { AgentCard, FailureCard, ProfileCard, SessionCard, ViewAction } from '../protocol/profile.ts';
import type { Host } from './host.ts';
import { remedyOf } from './notices.ts';
import type { OpenMemory } from './sharedMemory.ts';

type HostKind = Pick<Host, 'kind'>;

const sessionsShown = 10;
const factsShown = 10;
const agentsShown = 12;
/** The name under which the extension and the command line write; it is the person, not an assistant. */
export const ownAgentName = 'bigmind';

export async function readProfileCard(opened: OpenMemory, host: HostKind, location: string): Promise<ProfileCard> {
  const { memory, caller } = opened;
  const [profile, totals, { sessions }, facts, agents] = await Promise.all([
    memory.profiles.get(caller),
    memory.maintenance.totals(caller.user.id),
    memory.sessions.list(caller, { scope: 'all', limit: sessionsShown }),
    factsToShow(opened),
    memory.identities.listAgents(),
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
    location,
    actions: profileActions(host),
  };
}

export function failureCard(error: BigMindError, host: HostKind): FailureCard {
  const folder: ViewAction[] = host.kind === 'node' ? ['openDatabaseFolder'] : [];
  return { message: error.message, remedy: remedyOf(error) ?? null, actions: ['runDoctor', ...folder, 'showLog'] };
}

function profileActions(host: HostKind): ViewAction[] {
  const everywhere: ViewAction[] = ['askAssistant', 'rememberNote', 'searchMemory', 'importMemory', 'endSession'];
  return host.kind === 'node' ? [...everywhere, 'copyMcpConfiguration'] : everywhere;
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
async function factsToShow({ memory, caller }: OpenMemory): Promise<Fact[]> {
  const own = await memory.facts.list(caller, { projectId: caller.project?.id ?? null }, factsShown);
  if (own.facts.length === factsShown) return own.facts;
  const shown = new Set(own.facts.map(({ id }) => id));
  const { facts } = await memory.facts.list(caller, 'all', factsShown);
  return [...own.facts, ...facts.filter(({ id }) => !shown.has(id))].slice(0, factsShown);
}
