/** The gotchas of all projects with what names them for a later edit, and edits. Unknown fields of an entry stay. */
import type { GotchaText, ListedGotcha, ListedItem } from '../../../memory/entries/editableFiles.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Intake } from '../../../memory/shared/intake.ts';
import { limits } from '../../../memory/shared/input.ts';
import type { Redact } from '../../../memory/shared/ports.ts';
import { fingerprint } from '../../../util/fingerprint.ts';
import { isRecord } from '../../../util/isRecord.ts';
import { oneLine } from '../../../util/text.ts';
import { jsonElements, withElement, withoutElement } from '../files/jsonElements.ts';
import type { JsonPlace } from '../files/jsonElements.ts';
import { editJsonText, readJsonFile } from '../files/jsonFile.ts';
import { listedAmong } from '../files/listedItem.ts';
import { readText } from '../files/mindFiles.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { entriesOf, gotchaFrom, gotchasFile, maxTitle } from './globalGotchas.ts';

/** Without secrets, in the order of the file; entries that are no gotcha are left out. Rejects as `readJsonFile`. */
export async function listGlobalGotchas(files: MindFiles, home: string, redact: Redact): Promise<ListedGotcha[]> {
  const json = gotchasFile(home);
  const entries = entriesOf(await readJsonFile(files, json));
  const text = (await readText(files, json.file)) ?? '';
  const cut = (value: string): string => redact(value).text;
  const places = text === '' ? [] : placesOf(text, entries);
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
    return [{ ...nameOf(entry, text, places[index]), ...shown, severity, confidence: null, isFromWeb, mayEdit }];
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
    const places = placesOf(text, entries);
    const named = entries.map((entry, index) => ({ index, ...nameOf(entry, text, places[index]) }));
    const { index } = listedAmong(named, item);
    const place = places[index];
    if (gotcha === undefined) return withoutElement(text, places, index);
    return place === undefined ? text : withElement(text, place, withTexts(entries[index], gotcha));
  });
}

/** One for each entry. */
function placesOf(text: string, entries: readonly unknown[]): JsonPlace[] {
  const places = jsonElements(text, 'edges') ?? [];
  if (places.length === entries.length) return places;
  throw new BigMindError('internal', 'The places of the gotchas in their file are unclear.');
}

function nameOf(entry: unknown, text: string, { start }: JsonPlace = { start: 0, end: 0 }): ListedItem {
  return { line: text.slice(0, start).split('\n').length, key: fingerprint(JSON.stringify(entry)) };
}

/** Validated, and without secrets. Only the title is needed. */
export function gotchaTexts(intake: Intake, given: GotchaText): GotchaText {
  const { context, intent, code } = given.detection;
  const list = (field: string, values: readonly string[]): string[] => [
    ...new Set(intake.list(field, values, maxTitle)),
  ];
  return {
    title: oneLine(intake.statement('title', given.title, maxTitle)),
    description: intake.optional('description', given.description, limits.shortText) ?? '',
    workaround: intake.optional('workaround', given.workaround, limits.shortText) ?? '',
    detection: { context: list('context', context), intent: list('intent', intent), code: list('code', code) },
  };
}

function withTexts(entry: unknown, { title, description, workaround, detection }: GotchaText): unknown {
  if (!isRecord(entry)) return entry;
  const { detection: known } = entry;
  const how = isRecord(known) ? { ...known, ...detection } : detection;
  return { ...entry, title, description, workaround, detection: how };
}
