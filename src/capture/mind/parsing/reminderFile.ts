/** Reads `REMINDERS.md` (Mind Architecture, "Reminders File"): tasks with a date or a topic, pending or done. */
import { blocksOf } from '../../notes/markdownBlocks.ts';
import { oneLine } from '../../../util/text.ts';

export interface WrittenReminder {
  text: string;
  /** Its line in the file, from 1. */
  line: number;
  isDone: boolean;
  /** As written: `tomorrow`, `2026-12-20`, `next session`; null if it has no date. */
  due: string | null;
  /** As written: `when I mention auth`; null if it is due at a time. */
  trigger: string | null;
}

const part = /^(?<name>due|trigger|when|completed|fällig|auslöser|到期|触发)\s?[:：]\s{0,4}(?<value>\S.*)$/iu;

/** In the order of the file. A bullet without a box counts only if it has a date or a topic. */
export function readReminderFile(markdown: string): WrittenReminder[] {
  return blocksOf(markdown.replace(/^\ufeff/u, ''), () => true).flatMap(({ text, line, box, headings }) => {
    const [said = '', ...parts] = oneLine(text).split(/\s\|\s/u);
    const values = new Map(parts.flatMap((one) => namedPart(one)));
    const isDone =
      box === 'ticked' || (box === undefined && /^(?:done|erledigt|已完成)$/iu.test(headings.at(-1) ?? ''));
    if (said === '' || (box === undefined && values.size === 0)) return [];
    return [{ text: said, line, isDone, due: values.get('due') ?? null, trigger: values.get('trigger') ?? null }];
  });
}

function namedPart(written: string): [name: string, value: string][] {
  const { name = '', value = '' } = part.exec(written.trim())?.groups ?? {};
  if (name === '') return [];
  const isDue = /^(?:due|fällig|到期)$/iu.test(name);
  return [[/^completed$/iu.test(name) ? 'completed' : isDue ? 'due' : 'trigger', value.trim()]];
}
