/** Formats the result of an import for users. */
import type { Damage, ImportReport } from '../../../capture/importing/importReport.ts';
import type { Survey } from '../../../capture/importing/surveySources.ts';
import { counted, megabytesText } from '../../../util/text.ts';

export function importText(report: ImportReport): string {
  const { conversations, messages, kept, notes, facts, redacted, damage, isWhole } = report;
  const parts = [
    `Conversations: ${amount(conversations.new)} new, ${amount(conversations.continued)} continued, ${amount(conversations.unchanged)} unchanged`,
    `messages: ${amount(messages.stored)} stored, ${amount(messages.duplicates)} already known`,
    ...(messages.erased > 0 ? [`${amount(messages.erased)} skipped, because they were erased for good`] : []),
    ...(kept > 0 ? [`${counted(kept, 'exchange')} kept`] : []),
    ...(notes.read + notes.unchanged > 0
      ? [`facts from notes: ${amount(facts.stored)} stored, ${amount(facts.known)} already known`]
      : []),
    ...(notes.unchanged > 0 ? [`${counted(notes.unchanged, 'file')} of notes unchanged`] : []),
    ...(redacted > 0 ? [`${counted(redacted, 'secret')} removed`] : []),
    ...leftOut(damage),
    ...(isWhole ? [] : ['stopped; the next import continues from there']),
  ];
  return `${parts.join('; ')}.`;
}

export function surveyText({ conversations, messages, notes, damage }: Survey): string {
  const parts = [
    `${counted(conversations, 'conversation')} with ${counted(messages, 'message')}`,
    counted(notes, 'note'),
    ...leftOut(damage),
  ];
  return `Nothing was stored. Found ${parts.join('; ')}.`;
}

/** The first few items that were skipped. */
export function damageLines({ listed, more }: ImportReport['damage'], max = 10): string[] {
  const lines = listed.slice(0, max).map(damageLine);
  const left = listed.length - lines.length + more;
  return left > 0 ? [...lines, `… and ${left.toLocaleString('en')} more.`] : lines;
}

function damageLine({ file, line, reason }: Damage): string {
  return line === null ? `${file} ${reason}` : `${file}, line ${String(line)} ${reason}`;
}

function leftOut({ listed, more }: ImportReport['damage']): string[] {
  const count = listed.length + more;
  return count > 0 ? [`${counted(count, 'item')} skipped`] : [];
}

function amount(count: number): string {
  return count.toLocaleString('en');
}

/** For a user who named a project that was not found. */
export function otherProjectsText(names: readonly string[]): string {
  const max = 10;
  const different = [...new Set(names)].sort();
  const more = different.length > max ? ` and ${amount(different.length - max)} more` : '';
  return `It contains these projects: ${different.slice(0, max).join(', ')}${more}.`;
}

/** `12 KB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 1_048_576) return megabytesText(bytes);
  return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en')} KB`;
}
