/** "Who you are" and "Pinned facts" of a context block, each cut to its share of the budget. */
import { clipToTokens, estimateTokens } from '../../../util/tokens.ts';
import type { Profile } from '../../profile/profile.ts';
import { quotation, quotedLine } from '../../trust/quoting.ts';
import type { ContextBudget } from './contextBudget.ts';
import { joined, more } from './sessionSection.ts';

/** Characters per token at most, for cutting a text before its tokens are estimated. */
const maxTokenLength = 20;
const profilePage = 'the user sees them on the memory page';

/** Empty without a profile. */
export function profileSection(profile: Profile | undefined, budget: ContextBudget): string {
  if (profile === undefined) return '';
  const bullets = profile.pinnedFacts.map((fact) => `- ${quotedLine(fact)}`);
  const pinned = fitting(bullets, budget.profile / 2 - 20);
  const rest = more(bullets.length - pinned.length, profilePage);
  const pinnedText = bullets.length === 0 ? '' : ['### 📌 Pinned facts', ...pinned, ...rest].join('\n');
  return joined([
    whoSection(profile, budget.profile - estimateTokens(pinnedText) - 30, budget.profile / 5),
    pinnedText,
  ]);
}

function whoSection(profile: Profile, budget: number, roleTokens: number): string {
  const role = profile.role === null ? '' : `**Role:** ${clipToTokens(quotedLine(profile.role), roleTokens)}`;
  const left = budget - estimateTokens(role);
  const text = profile.preferences === null ? '' : preferencesWithin(profile.preferences, left);
  const who = joined([role, text === '' ? '' : `**Preferences:**\n${text}`]);
  return who === '' ? '' : `### 👤 Who you are\n${who}`;
}

/** Cuts the text to the budget; a cut text says how long the whole is. */
function preferencesWithin(preferences: string, budget: number): string {
  const whole = quotation(preferences.slice(0, budget * maxTokenLength)).join('\n');
  const text = clipToTokens(whole, preferences.length > budget * maxTokenLength ? budget - 20 : budget);
  if (text === whole && preferences.length <= budget * maxTokenLength) return text;
  const cut = clipToTokens(whole, budget - 20);
  return `${cut === '' ? '' : `${cut}\n`}_Cut short; ${preferences.length.toLocaleString('en')} characters in all: ${profilePage}._`;
}

/** The lines that fit the budget, in order; the first that does not fit ends the list. */
function fitting(lines: string[], budget: number): string[] {
  let left = budget;
  const end = lines.findIndex((line) => (left -= estimateTokens(line) + 1) < 0);
  return end === -1 ? lines : lines.slice(0, end);
}
