/** The words of what happened: its sections, its lines, and the whole as Markdown. */
import { authorWords } from '../../../parts/domain/agentName.ts';
import type { RecapCard, RecapLineCard, RecapSectionCard } from '../../../../src/protocol/recap/recap.ts';
import type { RecapSectionName } from '../../../../src/memory/shared/vocabulary.ts';
import { t, tn } from '../../../l10n/t.ts';
import { dayOf } from '../../../parts/design/days.ts';
import { dayName, number, readerOfToday } from '../../../parts/design/format.ts';
import { hypothesisStateName } from '../../../parts/domain/hypothesisWords.ts';

function sectionTitle(name: RecapSectionName): string {
  switch (name) {
    case 'next_steps':
      return t('Open next steps');
    case 'blockers':
      return t('Open blockers');
    case 'decided':
      return t('Decisions taken');
    case 'replaced':
      return t('Decisions replaced');
    case 'reversed':
      return t('Decisions reversed');
    case 'sessions':
      return t('Most important sessions');
    case 'learned':
      return t('New facts and knowledge');
    case 'resolved':
      return t('Hypotheses resolved');
  }
}

/** With the number of lines if some are not shown. */
export function headingOf({ name, lines, total }: RecapSectionCard): string {
  if (lines.length === total) return sectionTitle(name);
  return t('{0}: {1} of {2}', sectionTitle(name), number(lines.length), number(total));
}

function titleOf({ since, until }: RecapCard): string {
  const first = dayOf(since) ?? since;
  // The end is exclusive.
  const last = dayOf(new Date(Date.parse(until) - 2).toISOString()) ?? until;
  const { today } = readerOfToday();
  return last < today
    ? t('What happened from {0} to {1}', dayName(first, 'long'), dayName(last, 'long'))
    : t('What happened since {0}', dayName(first, 'long'));
}

/** Beside sessions; empty if there is nothing. */
export function totalsOf({ totals: { decisions, memories, hypotheses }, sections, fileTotal }: RecapCard): string {
  const count = (...names: RecapSectionName[]): number =>
    sections.filter(({ name }) => names.includes(name)).reduce((sum, { total }) => sum + total, 0);
  const over = count('replaced', 'reversed');
  const steps = count('next_steps', 'blockers');
  return [
    decisions === 0 ? null : tn(decisions, '{0} decision taken', '{0} decisions taken'),
    over === 0 ? null : tn(over, '{0} decision replaced or reversed', '{0} decisions replaced or reversed'),
    memories === 0 ? null : tn(memories, '{0} new fact or entry', '{0} new facts and entries'),
    hypotheses === 0 ? null : tn(hypotheses, '{0} hypothesis resolved', '{0} hypotheses resolved'),
    steps === 0 ? null : tn(steps, '{0} open step', '{0} open steps'),
    fileTotal === 0 ? null : tn(fileTotal, '{0} file touched', '{0} files touched'),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** What a line says beside its text; null if nothing. */
export function noteOf(section: RecapSectionName, { note, successor, status }: RecapLineCard): string | null {
  if (section === 'replaced' && note !== null) return t('Replaced by: {0}', note);
  if (section === 'replaced' && successor !== null) return t('Replaced by #{0}', String(successor));
  if (section === 'reversed' && note !== null) return t('Why: {0}', note);
  if (status !== null)
    return note === null ? hypothesisStateName(status) : t('{0}: {1}', hypothesisStateName(status), note);
  return note;
}

/** The day, the project and the authors of a line. */
export function aboutLine(line: RecapLineCard): string[] {
  const { at, project } = line;
  const day = dayOf(at);
  return [...(day === null ? [] : [dayName(day)]), ...(project === null ? [] : [project]), ...authorWords(line)];
}

/** Sessions by the beginning of their id, others by their number. */
function referenceTo({ kind, id }: RecapLineCard): string {
  return kind === 'session' ? id.slice(0, 8) : `#${id}`;
}

/** The recap for another program, such as a chat or a wiki. */
export function markdownOf(recap: RecapCard): string {
  const parts = recap.sections.map((section) =>
    [`## ${headingOf(section)}`, '', ...section.lines.map((line) => markdownLine(section.name, line))].join('\n'),
  );
  const files = recap.files.map(({ path }) => `- ${path}`);
  const touched = files.length === 0 ? [] : [[`## ${t('Files touched most')}`, '', ...files].join('\n')];
  const { sessions } = recap.totals;
  const counts = [...(sessions === 0 ? [] : [tn(sessions, '{0} session', '{0} sessions')]), totalsOf(recap)];
  const totals = counts.filter((words) => words !== '').join(' · ');
  return [`# ${titleOf(recap)}`, totals, ...parts, ...touched].join('\n\n');
}

function markdownLine(section: RecapSectionName, line: RecapLineCard): string {
  const note = noteOf(section, line);
  const about = [...aboutLine(line), referenceTo(line)].join(', ');
  return `- ${line.text}${note === null ? '' : ` — ${note}`} (${about})`;
}
