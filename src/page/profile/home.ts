/** Answers what the first place of the page asks. */
import type { HandOff } from '../../memory/recall/handOffs.ts';
import type { HomeCard } from '../../protocol/profile/home.ts';
import type { PageHost, PageReading } from '../shared/pageHost.ts';

/** The best ones of the first that are found. */
const highlights = { found: 15, shown: 3 };

export async function readHome(reading: PageReading, host: Pick<PageHost, 'findPast'>): Promise<HomeCard> {
  const { memory, caller } = reading;
  const handOff = await memory.handOffs.current(caller);
  const learned = await memory.learning.list(caller, { scope: 'all', limit: 1 });
  return {
    handOff: handOff === undefined ? null : handOffCard(handOff),
    highlights: learned.total > 0 ? [] : await highlightsOf(reading),
    past: await pastOf(reading, host),
  };
}

function handOffCard({ fact, nextSteps, blockers }: HandOff): NonNullable<HomeCard['handOff']> {
  const { id, sourceSession: sessionId, createdAt: at } = fact;
  return { id, nextSteps: [...nextSteps], blockers: [...blockers], sessionId, at };
}

async function highlightsOf({ memory, caller }: PageReading): Promise<HomeCard['highlights']> {
  const found = await memory.highlights.list(caller, { scope: 'all', limit: highlights.found });
  const best = found.toSorted((one, other) => other.score - one.score).slice(0, highlights.shown);
  return best.map(({ sentence: text, subject, sessionId, seq }) => ({ text, subject, sessionId, seq }));
}

/** Whoever has imported knows how. */
async function pastOf(
  { memory, caller }: PageReading,
  { findPast }: Pick<PageHost, 'findPast'>,
): Promise<HomeCard['past']> {
  if (findPast === undefined) return null;
  const imported = await memory.sessions.list(caller, { scope: 'all', origin: 'import', limit: 1 });
  if (imported.total > 0) return null;
  const { conversations, programs } = await findPast();
  return conversations === 0 ? null : { conversations, programs: [...programs] };
}
