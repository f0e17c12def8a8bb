/** Answers what the first place of the page asks. */
import type { HandOff } from '../../memory/recall/handOffs.ts';
import type { Session } from '../../memory/sessions/sessions.ts';
import type { HomeCard } from '../../protocol/profile/home.ts';
import { commandCard } from '../recall/memories.ts';
import type { PageHost, PageReading } from '../shared/pageHost.ts';

/** At most; the projects with open steps are those of the newest imported sessions. */
const shown = { projects: 3, sessions: 50, files: 5, commands: 4 };
/** The best `shown` of the first `found`. */
const highlights = { found: 30, shown: 3 };

export async function readHome(reading: PageReading, host: Pick<PageHost, 'findPast'>): Promise<HomeCard> {
  const { memory, search, caller } = reading;
  const handOff = await memory.handOffs.current(caller);
  const learned = await memory.learning.list(caller, { scope: 'all', limit: 1 });
  const { sessions: imported } = await memory.sessions.list(caller, {
    ...{ scope: 'all', origin: 'import', limit: shown.sessions },
  });
  const { files } = await memory.sessions.listFiles(caller, { scope: 'all', limit: shown.files });
  return {
    handOff: handOff === undefined ? null : handOffCard(handOff),
    highlights: learned.total > 0 ? [] : await highlightsOf(reading),
    openSteps: await openStepsOf(reading, imported),
    commands: (await search.commonCommands(caller, shown.commands)).map(commandCard),
    // One session says little about a file.
    files: files.filter(({ sessions }) => sessions > 1),
    past: imported.length > 0 ? null : await pastOf(host),
    canLearnHistory: (await memory.history?.canLearn(caller)) ?? false,
  };
}

function handOffCard({ fact, nextSteps, blockers }: HandOff): NonNullable<HomeCard['handOff']> {
  const { id, sourceSession: sessionId, createdAt: at } = fact;
  return { id, nextSteps: [...nextSteps], blockers: [...blockers], sessionId, at };
}

async function highlightsOf({ memory, caller }: PageReading): Promise<HomeCard['highlights']> {
  const found = await memory.highlights.list(caller, { scope: 'all', limit: highlights.found });
  // What a person says in a chat needs its context.
  const stated = found.filter(({ by }) => by === 'assistant');
  const best = stated.toSorted((one, other) => other.score - one.score).slice(0, highlights.shown);
  return best.map(({ sentence: text, subject, sessionId, seq }) => ({ text, subject, sessionId, seq }));
}

async function openStepsOf(
  { memory, caller }: PageReading,
  imported: readonly Session[],
): Promise<HomeCard['openSteps']> {
  const names = new Map(imported.map(({ projectId, projectName }) => [projectId, projectName]));
  const left = await Promise.all(
    [...names].slice(0, shown.projects).map(async ([projectId, project]) => {
      const steps = await memory.handOffs.leftByImport(caller, projectId);
      if (steps === undefined) return [];
      return { ...steps, nextSteps: [...steps.nextSteps], blockers: [...steps.blockers], project };
    }),
  );
  return left.flat();
}

/** Null if there are none, or where no files can be read. */
async function pastOf({ findPast }: Pick<PageHost, 'findPast'>): Promise<HomeCard['past']> {
  if (findPast === undefined) return null;
  const { conversations, programs } = await findPast();
  return conversations === 0 ? null : { conversations, programs: [...programs] };
}
