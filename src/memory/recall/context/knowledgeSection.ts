/** "Team Knowledge" of a context block. */
import { clipToTokens, estimateTokens } from '../../../util/tokens.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { authorsText } from '../../trust/authors.ts';
import { quotedLine } from '../../trust/quoting.ts';
import type { ContextBudget } from './contextBudget.ts';
import { more } from './sessionSection.ts';

/** Empty without entries. `search` is the tool that finds the others. */
export function knowledgeSection(
  { entries, total }: { entries: Knowledge[]; total: number },
  budget: ContextBudget,
  search: string,
): string {
  if (entries.length === 0) return '';
  const each = Math.floor((budget.knowledge - 60) / entries.length);
  const heading = `### 🌐 Team Knowledge (Top ${String(entries.length)})`;
  const lines = entries.map((entry) => knowledgeLine(entry, each));
  return [heading, ...lines, ...more(total - entries.length, `${search}, kinds ["knowledge"]`)].join('\n');
}

/** At most `maxLength` tokens, with who wrote and who approved it. */
export function knowledgeLine(entry: Knowledge, maxLength: number): string {
  const authors = authorsText({ author: entry.promotedBy, approver: entry.approvedBy });
  const line = `- **[${quotedLine(entry.category)}]** ${quotedLine(entry.title)}: ${quotedLine(entry.content)}`;
  return clipToTokens(line, maxLength - estimateTokens(authors)) + authors;
}
