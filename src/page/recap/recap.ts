/** Answers the page's query about what happened in a period. */
import type { RecapLine } from '../../memory/recap/recapLine.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { RecapCard, RecapLineCard } from '../../protocol/recap/recap.ts';
import type { PageReading } from '../shared/pageHost.ts';

const filesShown = 8;

export async function readRecap(
  { memory, caller }: PageReading,
  { since, until, project }: QueryOf<'recap'>,
): Promise<RecapCard> {
  const named = project ?? 'all';
  const recap = await memory.recaps.build(caller, { since, ...(until !== null && { until }), project: named });
  const sections = recap.sections.map(({ name, lines, total }) => ({ name, lines: lines.map(lineCard), total }));
  const { totals, withheld } = recap;
  const scope = await memory.identities.scope(caller, named);
  const period = { since: recap.since, until: recap.until };
  const { files, total: fileTotal } = await memory.sessions.listFiles(caller, { ...period, scope, limit: filesShown });
  return { ...period, totals, sections, files, fileTotal, withheld };
}

function lineCard({ projectName, ...line }: RecapLine): RecapLineCard {
  return { ...line, project: projectName };
}
