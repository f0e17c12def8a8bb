/**
 * The user's own gotchas of all projects: `~/.mind/global_edges.json` (Mind Architecture, "Global Level"), a list that
 * people and other tools may write too. What BigMind does not know in it stays.
 */
import { join } from 'node:path';
import * as z from 'zod';
import { BigMindError } from '../../memory/shared/errors.ts';
import { Intake } from '../../memory/shared/intake.ts';
import type { Redact } from '../../memory/shared/ports.ts';
import { limits } from '../../memory/shared/input.ts';
import { isRecord } from '../../util/parsedValues.ts';
import { oneLine } from '../../util/text.ts';
import { withNewElement } from '../files/editJson.ts';
import { jsonList } from '../files/jsonElements.ts';
import type { JsonList } from '../files/jsonElements.ts';
import { editJsonText, readJsonFile } from '../files/jsonFile.ts';
import type { JsonFile } from '../files/jsonFile.ts';
import { mindFolderName } from '../files/mindFiles.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { severities } from './gotcha.ts';
import type { Gotcha, Severity } from './gotcha.ts';

const globalGotchasFileName = 'global_edges.json';

/** A list, or one text for it. */
const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]).catch([]);
const textOrNone = z.string().catch('');
/** Only the title is needed; a wrong value elsewhere counts as none. */
const entrySchema = z.object({
  title: z.string().refine((title) => title.trim() !== ''),
  description: textOrNone,
  workaround: textOrNone,
  detection: z.object({ context: texts, intent: texts, code: texts }).catch({ context: [], intent: [], code: [] }),
  stack_tags: texts,
  severity: z.enum(severities).catch('warning'),
  origin: z.string().catch(''),
});
/** Other tools write the list alone, or as a field. */
type FileContent = unknown[] | { edges: unknown[] };

interface GlobalGotchas {
  /** In the order of the file. */
  gotchas: Gotcha[];
  /** Numbers, from 1, of entries that are no gotcha, such as those without a title; they stay in the file. */
  unreadable: number[];
}

/** Empty without the file. Rejects with `invalid_input` if it is no list, and as `MindFiles.read` does. */
export async function readGlobalGotchas(files: MindFiles, home: string): Promise<GlobalGotchas> {
  const found: GlobalGotchas = { gotchas: [], unreadable: [] };
  for (const [place, entry] of entriesOf(await readJsonFile(files, gotchasFile(home))).entries()) {
    const gotcha = gotchaFrom(entry);
    if (gotcha === undefined) found.unreadable.push(place + 1);
    else found.gotchas.push(gotcha);
  }
  return found;
}

export interface NewGotcha {
  title: string;
  description: string;
  workaround: string;
  detection?: {
    context?: readonly string[] | undefined;
    intent?: readonly string[] | undefined;
    code?: readonly string[] | undefined;
  };
  stackTags?: readonly string[] | undefined;
  severity?: Severity | undefined;
  /** Whether it may be a stranger's text, which no chat gets unasked. */
  isFromWeb?: boolean;
}

export interface AddedGotcha {
  outcome: 'stored' | 'duplicate';
  /** As it was written, or as the file has it. */
  gotcha: Gotcha;
  /** Secrets and private passages that were removed. */
  removed: number;
}

/** In characters, of a title. A line of a chat has to hold it. */
export const maxTitle = 200;

/**
 * Adds a gotcha, and creates the file if it is missing. A duplicate has the same title and workaround as one in the file,
 * in any case and spacing; nothing is written then. Rejects with `invalid_input` if a text is empty or too long, or if
 * the file is no list, and as `editJsonText` does.
 */
export async function addGlobalGotcha(
  files: MindFiles,
  { home, now, redact }: { home: string; now: Date; redact: Redact },
  given: NewGotcha,
): Promise<AddedGotcha> {
  const intake = new Intake(redact);
  const list = (field: string, values: readonly string[] | undefined): string[] => [
    ...new Set(intake.list(field, values, maxTitle)),
  ];
  const { detection: how = {} } = given;
  const entry = {
    title: oneLine(intake.statement('title', given.title, maxTitle)),
    description: intake.text('description', given.description, limits.shortText),
    workaround: intake.text('workaround', given.workaround, limits.shortText),
    detection: {
      context: list('detection.context', how.context),
      intent: list('detection.intent', how.intent),
      code: list('detection.code', how.code),
    },
    stack_tags: list('stack_tags', given.stackTags),
    severity: given.severity ?? 'warning',
    added: now.toISOString(),
    ...(given.isFromWeb === true && { origin: 'web' }),
  };
  let same: Gotcha | undefined;
  await editJsonText(files, gotchasFile(home), (content, text) => {
    same = entriesOf(content)
      .flatMap((one) => gotchaFrom(one) ?? [])
      .find((one) => identityOf(one) === identityOf(entry));
    return same === undefined ? withEntry(text, entry) : text;
  });
  const gotcha = same ?? gotchaFrom(entry);
  if (gotcha === undefined) throw new BigMindError('internal', 'A gotcha was written that cannot be read.');
  return { outcome: same === undefined ? 'stored' : 'duplicate', gotcha, removed: intake.removed };
}

/** For a caller that says only that a gotcha was added. Rejects a duplicate with `invalid_input`. */
export function requireStored(added: AddedGotcha): AddedGotcha {
  if (added.outcome === 'stored') return added;
  throw new BigMindError('invalid_input', 'This gotcha is in the list already, with the same workaround.', {
    remedy: 'Nothing was written. Edit the one that is there, or say how this one differs.',
  });
}

/** As a file that `editJsonText` changes. */
export function gotchasFile(home: string): JsonFile<FileContent> {
  return {
    file: join(home, mindFolderName, globalGotchasFileName),
    within: home,
    isContent,
    empty: [],
    what: 'a list of gotchas',
    remedy: 'Correct the file, or rename it to begin a new list.',
  };
}

function isContent(value: unknown): value is FileContent {
  return Array.isArray(value) || (isRecord(value) && Array.isArray(value['edges']));
}

/** In the order of the file. */
export function entriesOf(content: FileContent): readonly unknown[] {
  return Array.isArray(content) ? content : content.edges;
}

/** Where the entries are in the text of the file; undefined without a text. */
export function listIn(text: string): JsonList | undefined {
  return jsonList(text, 'edges');
}

function withEntry(text: string, entry: unknown): string {
  const list = listIn(text);
  return list === undefined ? `${JSON.stringify([entry], undefined, 2)}\n` : withNewElement(text, list, entry);
}

/** Undefined for an entry that is no gotcha. */
export function gotchaFrom(entry: unknown): Gotcha | undefined {
  const read = entrySchema.safeParse(entry).data;
  if (read === undefined) return undefined;
  const { stack_tags: stackTags, title, origin, ...others } = read;
  const from = origin === 'web' ? { isFromWeb: true as const } : {};
  return { ...others, title: oneLine(title), stackTags, place: null, ...from };
}

function identityOf({ title, workaround }: Pick<Gotcha, 'title' | 'workaround'>): string {
  return JSON.stringify([title, workaround].map((text) => oneLine(text).toLowerCase()));
}
