/** Answers the page's query about what happened in a period. */
import type { RecapLine } from '../../memory/recap/recapLine.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { RecapCard, RecapLineCard } from '../../protocol/recap/recap.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function readRecap(
  { memory, caller }: PageReading,
  { since, project }: QueryOf<'recap'>,
): Promise<RecapCard> {
  const recap = await memory.recaps.build(caller, { since, project: project ?? 'all' });
  const sections = recap.sections.map(({ name, lines, total }) => ({ name, lines: lines.map(lineCard), total }));
  return { since: recap.since, until: recap.until, totals: recap.totals, sections, withheld: recap.withheld };
}

function lineCard({ projectName, ...line }: RecapLine): RecapLineCard {
  return { ...line, project: projectName };
}
