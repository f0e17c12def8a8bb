/** The gotchas of all projects with what names them for a later edit, and edits. Unknown fields of an entry stay. */
import type { GotchaText, ListedGotcha, ListedItem } from '../../../memory/entries/editableFiles.ts';
import type { Intake } from '../../../memory/shared/intake.ts';
import { limits } from '../../../memory/shared/input.ts';
import type { Redact } from '../../../memory/shared/ports.ts';
import { fingerprint } from '../../../util/fingerprint.ts';
import { isRecord } from '../../../util/isRecord.ts';
import { oneLine } from '../../../util/text.ts';
import { changeJsonFile, readJsonFile } from '../files/jsonFile.ts';
import { listedAmong } from '../files/listedItem.ts';
import { readText } from '../files/mindFiles.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { entriesOf, gotchaFrom, gotchasFile, maxTitle } from './globalGotchas.ts';
import type { FileContent } from './globalGotchas.ts';

/** Without secrets, in the order of the file; entries that are no gotcha are left out. Rejects as `readJsonFile`. */
export async function listGlobalGotchas(files: MindFiles, home: string, redact: Redact): Promise<ListedGotcha[]> {
  const json = gotchasFile(home);
  const entries = entriesOf(await readJsonFile(files, json));
  const text = (await readText(files, json.file)) ?? '';
  const cut = (value: string): string => redact(value).text;
  let place = 0;
  return entries.flatMap((entry): ListedGotcha[] => {
    const gotcha = gotchaFrom(entry);
    if (gotcha === undefined || !isRecord(entry)) return [];
    const { title, description, workaround, detection, severity, isFromWeb = false } = gotcha;
    // Where an editor shows it.
    place = Math.max(place, text.indexOf(JSON.stringify(entry['title']), place));
    const line = text.slice(0, place).split('\n').length;
    const written: GotchaText = { title, description, workaround, detection };
    const { context, intent, code } = detection;
    const shown: GotchaText = {
      ...{ title: cut(title), description: cut(description), workaround: cut(workaround) },
      detection: { context: context.map(cut), intent: intent.map(cut), code: code.map(cut) },
    };
    const mayEdit = JSON.stringify(shown) === JSON.stringify(written);
    return [{ line, key: keyOf(entry), ...shown, severity, confidence: null, isFromWeb, mayEdit }];
  });
}

/**
 * Replaces the texts of a gotcha; without any, removes it. Rejects with `conflict` if it changed since it was listed,
 * and as `changeJsonFile`.
 */
export async function changeGlobalGotcha(
  files: MindFiles,
  home: string,
  item: ListedItem,
  gotcha: GotchaText | undefined,
): Promise<void> {
  await changeJsonFile(files, gotchasFile(home), (content) => {
    const entries = entriesOf(content);
    // Those with the same content are alike, so their lines do not matter.
    const keys = entries.map((entry) => ({ line: item.line, key: keyOf(entry) }));
    const chosen = keys.indexOf(listedAmong(keys, item));
    const changed = entries.flatMap((entry, place) => {
      if (place !== chosen) return [entry];
      return gotcha === undefined ? [] : [withTexts(entry, gotcha)];
    });
    return withEntries(content, changed);
  });
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

function withEntries(content: FileContent, edges: unknown[]): FileContent {
  return Array.isArray(content) ? edges : { ...content, edges };
}

function keyOf(entry: unknown): string {
  return fingerprint(JSON.stringify(entry));
}
