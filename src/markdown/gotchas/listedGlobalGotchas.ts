/** The gotchas of all projects with what names them for a later edit, and edits. Unknown fields of an entry stay. */
import type { GotchaText, ListedGotcha, ListedItem } from '../../memory/entries/editableFiles.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Intake } from '../../memory/shared/intake.ts';
import { limits } from '../../memory/shared/input.ts';
import type { Redact } from '../../memory/shared/ports.ts';
import { fingerprint } from '../../util/fingerprint.ts';
import { oneLine } from '../../util/text.ts';
import { withFields, withoutElement } from '../files/editJson.ts';
import type { JsonPlace } from '../files/jsonElements.ts';
import { editJsonText, readJsonText } from '../files/jsonFile.ts';
import { listedAmong } from '../files/listedItem.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { entriesOf, gotchaFrom, gotchasFile, listIn, maxTitle } from './globalGotchas.ts';

/** Without secrets, in the order of the file; entries that are no gotcha are left out. Rejects as `readJsonFile`. */
export async function listGlobalGotchas(files: MindFiles, home: string, redact: Redact): Promise<ListedGotcha[]> {
  const { content, text } = await readJsonText(files, gotchasFile(home));
  const entries = entriesOf(content);
  const cut = (value: string): string => redact(value).text;
  const names = namesOf(text, entries);
  return entries.flatMap((entry, index): ListedGotcha[] => {
    const gotcha = gotchaFrom(entry);
    if (gotcha === undefined) return [];
    const { title, description, workaround, detection, severity, isFromWeb = false } = gotcha;
    const written: GotchaText = { title, description, workaround, detection };
    const { context, intent, code } = detection;
    const shown: GotchaText = {
      ...{ title: cut(title), description: cut(description), workaround: cut(workaround) },
      detection: { context: context.map(cut), intent: intent.map(cut), code: code.map(cut) },
    };
    const mayEdit = JSON.stringify(shown) === JSON.stringify(written);
    const { line = 1, key = '' } = names[index] ?? {};
    return [{ line, key, ...shown, severity, confidence: null, isFromWeb, mayEdit }];
  });
}

/**
 * Replaces the texts of a gotcha; without any, removes it. Every other byte stays. Rejects with `conflict` if it changed
 * since it was listed, and as `editJsonText`.
 */
export async function changeGlobalGotcha(
  files: MindFiles,
  home: string,
  item: ListedItem,
  gotcha: GotchaText | undefined,
): Promise<void> {
  await editJsonText(files, gotchasFile(home), (content, text) => {
    const entries = entriesOf(content);
    const { index, start } = listedAmong(namesOf(text, entries), item);
    if (gotcha === undefined) return withoutElement(text, placesOf(text, entries), index);
    const { title, description, workaround, detection } = gotcha;
    return withFields(text, start, { title, description, workaround, detection });
  });
}

/** One for each entry. */
function placesOf(text: string, entries: readonly unknown[]): JsonPlace[] {
  const places = listIn(text)?.elements ?? [];
  if (places.length === entries.length) return places;
  throw new BigMindError('internal', 'The places of the gotchas in their file are unclear.');
}

/** Where each entry is, and its name. Of equal ones, which can be on one line, the key has the number. */
function namesOf(text: string, entries: readonly unknown[]): (ListedItem & { index: number; start: number })[] {
  const counts = new Map<string, number>();
  let [line, read] = [1, 0];
  return placesOf(text, entries).map(({ start }, index) => {
    line += text.slice(read, start).split('\n').length - 1;
    read = start;
    const content = JSON.stringify(entries[index]);
    const number = (counts.get(content) ?? 0) + 1;
    counts.set(content, number);
    return { index, start, line, key: fingerprint(number === 1 ? content : `${content} ${String(number)}`) };
  });
}

/** In characters, as the forms allow: a line that is there may be longer than one that a chat adds. */
const maxLine = 1_200;

/** Validated, and without secrets. Only the title is needed. */
export function gotchaTexts(intake: Intake, given: GotchaText): GotchaText {
  const { context, intent, code } = given.detection;
  const list = (field: string, values: readonly string[]): string[] => [
    ...new Set(intake.list(field, values, maxTitle)),
  ];
  return {
    title: oneLine(intake.statement('title', given.title, maxLine)),
    description: intake.optional('description', given.description, limits.shortText) ?? '',
    workaround: intake.optional('workaround', given.workaround, limits.shortText) ?? '',
    detection: { context: list('context', context), intent: list('intent', intent), code: list('code', code) },
  };
}
