/** "Stored facts" of a context block. */
import { clipToTokens } from '../../../util/tokens.ts';
import type { Fact } from '../../facts/facts.ts';
import { authorsText } from '../../trust/authors.ts';
import { quotedLine } from '../../trust/quoting.ts';
import { more } from './sessionSection.ts';

/** Empty without facts. `maxLength` are the tokens of a line, and `search` is the tool that finds the others. */
export function factSection(chosen: readonly Fact[], total: number, maxLength: number, search: string): string {
  if (chosen.length === 0) return '';
  return [
    '### 🗂️ Stored facts',
    ...chosen.map((fact) => factLine(fact, maxLength)),
    ...more(total - chosen.length, search),
  ].join('\n');
}

export function factLine(fact: Fact, maxLength: number): string {
  const doubt = fact.confidence < 1 ? ` (confidence ${String(fact.confidence)})` : '';
  const line = `- **[${quotedLine(fact.category)}]** #${String(fact.id)} ${quotedLine(fact.fact)}`;
  return clipToTokens(line, maxLength) + doubt + authorsText(fact);
}
