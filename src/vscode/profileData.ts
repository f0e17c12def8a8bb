/** Gathers what the profile page shows. One read for each part; nothing is kept between two calls. */
import type { Agent } from '../memory/identity.ts';
import type { BigMindError } from '../memory/errors.ts';
import type { Session } from '../memory/sessions.ts';
import type { AgentCard, FailureCard, ProfileCard, SessionCard, ViewAction } from '../protocol/profile.ts';
import type { Host } from './host.ts';
import type { OpenMemory } from './memoryAccess.ts';
import { remedyOf } from './notices.ts';

const sessionsShown = 10;
const factsShown = 10;
const agentsShown = 12;
/** The name under which the extension and the command line write; it is the person, not an assistant. */
export const ownAgentName = 'bigmind';

export async function readProfileCard(opened: OpenMemory, host: Host, location: string): Promise<ProfileCard> {
  const { memory, caller } = opened;
  const [profile, totals, { sessions }, { facts }, agents] = await Promise.all([
    memory.profiles.get(caller),
    memory.maintenance.totals(caller.user.id),
    memory.sessions.list(caller, { scope: 'all', limit: sessionsShown }),
    memory.facts.list(caller, 'all', factsShown),
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

export function failureCard(error: BigMindError, host: Host): FailureCard {
  const folder: ViewAction[] = host.kind === 'node' ? ['openDatabaseFolder'] : [];
  return { message: error.message, remedy: remedyOf(error) ?? null, actions: ['runDoctor', ...folder, 'showLog'] };
}

function profileActions(host: Host): ViewAction[] {
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

/** One card for each name, with the version that was listed last. */
function agentCards(agents: readonly Agent[]): AgentCard[] {
  const others = agents.filter(({ name }) => name !== ownAgentName);
  const cards = new Map(others.map(({ name, version }) => [name, { name, version }]));
  return [...cards.values()].slice(0, agentsShown);
}
