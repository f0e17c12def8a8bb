/**
 * A recap: what happened in a period, in one project or in all. It is extractive, so every line is the text of a stored
 * memory. Its lines fit a token budget; each part gives its most important lines first, and the parts take turns.
 */
import { estimateTokens } from '../../util/tokens.ts';
import type { NotedReads } from '../shared/audit.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller, ProjectScope } from '../shared/identity.ts';
import { requireWholeBetween } from '../shared/input.ts';
import type { Clock } from '../shared/ports.ts';
import type { RecapSection } from './recapSections.ts';
import type { RecapLine } from './recapLine.ts';
import { sectionsFrom } from './recapSections.ts';
import type { Period, PeriodInput } from './recapPeriod.ts';
import { periodFrom } from './recapPeriod.ts';
import type { MaterialParts, RecapTotals } from './recapMaterial.ts';
import { readMaterial } from './recapMaterial.ts';
import { headingText, lineText } from './recapText.ts';

/** Lines of each part. */
export const recapLineLimits = { min: 1, max: 50, default: 8 } as const;
/** Tokens of all lines with their headings. */
export const maxRecapTokens = 1_500;

export interface RecapInput extends PeriodInput {
  /** As in `Identities.scope`; the caller's project by default, and all projects for a caller without one. */
  project?: string | undefined;
  /** Maximum lines of each part, 1 to 50; 8 by default. */
  limit?: number | undefined;
}

export interface Recap extends Period {
  /** The project as it was named; null for all projects. */
  project: string | null;
  totals: RecapTotals;
  /** Those with lines, in the order of `recapSections`. */
  sections: RecapSection[];
  /** How many memories are left out because they came from the web or read like instructions. */
  withheld: number;
}

interface RecapParts extends MaterialParts {
  identities: { scope: (caller: Caller, project: string | undefined) => Promise<ProjectScope> };
  clock: Clock;
  reads?: NotedReads;
}

/** Builds recaps of what a caller may see. */
export class Recaps {
  readonly #parts: RecapParts;

  constructor(parts: RecapParts) {
    this.#parts = parts;
  }

  /**
   * Changes nothing but the audit. Rejects with `invalid_input` for a text that is no date, an inverted period, a wrong
   * limit and a name of several projects, and with `not_found` for an unknown project.
   */
  async build(caller: Caller, input: RecapInput = {}): Promise<Recap> {
    const { clock, identities, reads } = this.#parts;
    const period = periodFrom(input, clock);
    const limit = requireWholeBetween(
      'limit',
      input.limit ?? recapLineLimits.default,
      recapLineLimits.min,
      recapLineLimits.max,
    );
    const named = input.project ?? (caller.project === null ? 'all' : undefined);
    const scope = await identities.scope(caller, named);
    if (scope !== 'all' && 'unknown' in scope) throw new BigMindError('not_found', scope.unknown);
    const project = scope === 'all' ? null : (named ?? caller.project?.name ?? null);
    const { totals, material } = await readMaterial(this.#parts, caller, {
      scope,
      period,
      now: clock.now().toISOString(),
    });
    const { sections, withheld } = sectionsFrom(material, period);
    const style = { timeZone: clock.timeZone, project };
    const shown = withinBudget(sections, limit, (section, line) => costOf(section, line, style));
    const count = shown.reduce((sum, { lines }) => sum + lines.length, 0);
    await reads?.noteRead(caller, { action: 'context', kind: null, count });
    return { ...period, project, totals, sections: shown, withheld };
  }
}

/** The cost of a line with the given index; the first one pays for the heading, which may have to count the lines. */
function costOf(section: RecapSection, index: number, style: { timeZone: string; project: string | null }): number {
  const line = section.lines[index];
  if (line === undefined) return 0;
  const heading = index === 0 ? estimateTokens(`\n${headingText({ ...section, lines: [] })}\n`) : 0;
  return heading + estimateTokens(lineText(section.name, line, style)) + 1;
}

/**
 * The sections take turns, each with its most important line, so that none fills the budget alone. The first line that
 * does not fit ends its section. What is taken is in the order of time, newest first.
 */
function withinBudget(
  sections: readonly RecapSection[],
  limit: number,
  cost: (section: RecapSection, index: number) => number,
): RecapSection[] {
  let left = maxRecapTokens;
  const taken = sections.map((section) => ({ section, count: 0 }));
  for (let turn = 0; turn < limit; turn += 1) {
    for (const one of taken) {
      if (one.count < turn || turn >= one.section.lines.length) continue;
      const price = cost(one.section, turn);
      if (price > left) continue;
      left -= price;
      one.count += 1;
    }
  }
  return taken
    .filter(({ count }) => count > 0)
    .map(({ section, count }) => ({ ...section, lines: newestFirst(section.lines.slice(0, count)) }));
}

/** Lines of one time keep their order, such as the steps of one session. */
function newestFirst(lines: readonly RecapLine[]): RecapLine[] {
  return lines.toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
}
