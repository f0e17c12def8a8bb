/** What the form of a reminder or gotcha edits, whether it was changed, and the command that saves it. */
import type { PageCommand } from '../../../src/protocol/commands.ts';
import type { GotchaTextCard } from '../../../src/protocol/entries/memoryFiles.ts';
import type { Fields, OpenForm } from './keptReminders.ts';

type Item = NonNullable<OpenForm['item']>;

/** As the host finds it: the item that was listed, or the only one with the same lines, if others moved it. */
export function itemAmong<Card extends Item>(cards: readonly Card[], item: Item | null): Card | undefined {
  const same = item === null ? [] : cards.filter(({ key }) => key === item.key);
  return same.find(({ line }) => line === item?.line) ?? (same.length === 1 ? same[0] : undefined);
}

/** Whether something was typed that would be lost. */
export function isChanged({ fields, before }: OpenForm): boolean {
  return JSON.stringify(fields) !== JSON.stringify({ ...fields, ...before });
}

/** Whether both forms are for the same item, or for a new one of the same list. */
export function isSameNote(one: OpenForm, other: OpenForm): boolean {
  const isSameItem = one.item?.line === other.item?.line && one.item?.key === other.item?.key;
  return one.of === other.of && one.project === other.project && isSameItem;
}

/** Undefined if nothing was changed. Without an item, it adds one. */
export function commandFrom({ of, project, item, fields, before }: OpenForm): PageCommand | undefined {
  if (of === 'gotcha') {
    const gotcha = gotchaTextOf(fields);
    return item === null ? { type: 'addGotcha', project, gotcha } : { type: 'editGotcha', project, item, gotcha };
  }
  if (project === null) return undefined;
  const [text, when] = [fields.text.trim(), fields.when.trim()];
  if (item === null) return { type: 'addReminder', project, text, when };
  const changed = { text: text === before.text ? null : text, when: when === before.when ? null : when };
  if (changed.text === null && changed.when === null) return undefined;
  return { type: 'editReminder', project, item, ...changed };
}

export function gotchaTextOf({ title, description, workaround, context, intent, code }: Fields): GotchaTextCard {
  const lines = (text: string): string[] =>
    text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return {
    ...{ title: title.trim(), description: description.trim(), workaround: workaround.trim() },
    detection: { context: lines(context), intent: lines(intent), code: lines(code) },
  };
}
