/**
 * Counts what an import would read, without a store: conversations, messages and notes, and parts that cannot be
 * read.
 */
import type { OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { TranscriptHead, TranscriptItem } from '../../memory/archive/transcript.ts';
import type { Memory } from '../../memory/memory.ts';
import { reasonAgainst, reasonForNothing } from '../../importers/fileContent.ts';
import { isCollection } from '../../importers/kindSources.ts';
import { formatNamed, kindOfFormat } from '../../importers/registry.ts';
import type { ImportFormat } from '../sources/importKind.ts';
import type { Source } from '../sources/source.ts';
import { hasEndedBefore } from './importConversations.ts';
import type { PastProjectOf } from './importCallers.ts';
import type { Damage } from './importReport.ts';
import { passOver, placeOf } from './importReport.ts';
import type { ImportedFile, ImportOptions } from './importSources.ts';
import { filesOf, reasonOf } from './importSources.ts';

export interface Survey {
  /** Each counts once, even if several files contain it. */
  conversations: number;
  /** In all files: a conversation in several files counts with each. */
  messages: number;
  notes: number;
  damage: { listed: Damage[]; more: number };
  /** The names of projects skipped because of `wanted`; at most 50. */
  otherProjects: string[];
}

const maxDamage = 200;

interface SurveyParts {
  projectOf: PastProjectOf;
  openForeign: OpenForeignConversations;
  memory: Pick<Memory, 'clock'>;
}

type SurveyOptions = Pick<ImportOptions, 'since' | 'wanted'>;

export async function surveySources(
  sources: readonly Source[],
  parts: SurveyParts,
  options: SurveyOptions,
): Promise<Survey> {
  const run = new SurveyRun(parts, options);
  for (const imported of await filesOf(sources, { since: options.since, now: parts.memory.clock.now() }))
    await run.take(imported);
  return run.survey;
}

class SurveyRun {
  readonly #parts: SurveyParts;
  readonly #options: SurveyOptions;
  readonly #conversations = new Set<string>();
  readonly #damage: Survey['damage'] = { listed: [], more: 0 };
  readonly #otherProjects: string[] = [];
  #messages = 0;
  #notes = 0;

  constructor(parts: SurveyParts, options: SurveyOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  get survey(): Survey {
    return {
      conversations: this.#conversations.size,
      messages: this.#messages,
      notes: this.#notes,
      damage: this.#damage,
      otherProjects: this.#otherProjects,
    };
  }

  async take(imported: ImportedFile): Promise<void> {
    const { file } = imported;
    try {
      const other = file.notRead ?? (await reasonAgainst(kindOfFormat(file.format), file.path));
      if (other === undefined) await this.#readFile(imported);
      else this.#leaveOut({ file: file.path, line: null, reason: other, isOtherKind: true });
    } catch (thrown) {
      this.#leaveOut({ file: file.path, line: null, reason: reasonOf(thrown, file.path) });
    }
  }

  #readFile(imported: ImportedFile): Promise<void> {
    const { format, path } = imported.file;
    const reading = formatNamed(format);
    if (reading.shape === 'conversation') return this.#readItems(imported, reading.read(path));
    return reading.shape === 'collection'
      ? this.#readCollection(imported, reading)
      : this.#readNotes(imported, reading);
  }

  async #readItems(
    imported: ImportedFile,
    items: AsyncIterable<TranscriptItem> | Iterable<TranscriptItem>,
  ): Promise<void> {
    const { source, file } = imported;
    let head: TranscriptHead | undefined;
    let isEmpty = true;
    for await (const item of items) {
      if ('head' in item) {
        head = item.head;
        if (!this.#isWanted(head.folder ?? source.folder)) return;
      } else if ('unreadable' in item) {
        const { lineNumber, reason } = item.unreadable;
        isEmpty = false;
        this.#leaveOut({ file: file.path, line: lineNumber, reason });
      } else if (head !== undefined) {
        isEmpty = false;
        this.#messages += 1;
        this.#conversations.add(head.conversation);
      }
    }
    if (isEmpty && !isCollection(file.format)) await this.#noteNothing(imported);
  }

  async #readCollection(
    imported: ImportedFile,
    { open }: Extract<ImportFormat, { shape: 'collection' }>,
  ): Promise<void> {
    const { since } = this.#options;
    const foreign = await open(imported.file.path, this.#parts.openForeign);
    try {
      for (const { head, endedAt } of foreign.list()) {
        if (hasEndedBefore(endedAt, { since, now: this.#parts.memory.clock.now() })) continue;
        await this.#readItems(imported, foreign.items(head.conversation));
      }
    } finally {
      await foreign.close();
    }
  }

  async #readNotes(
    imported: ImportedFile,
    { read, hasAlwaysNotes }: Extract<ImportFormat, { shape: 'notes' }>,
  ): Promise<void> {
    const { source, file } = imported;
    if (!this.#isWanted(source.folder)) return;
    let isEmpty = true;
    for await (const note of read(file.path, source.folder)) {
      isEmpty = false;
      if ('unreadable' in note) this.#leaveOut({ ...placeOf(note.sourceRef), reason: note.unreadable });
      else this.#notes += 1;
    }
    if (isEmpty && hasAlwaysNotes === true) await this.#noteNothing(imported);
  }

  /** Reports a file in which its reader found nothing, unless it is of that kind. */
  async #noteNothing({ file }: ImportedFile): Promise<void> {
    const reason = await reasonForNothing(kindOfFormat(file.format), file.path);
    if (reason !== undefined) this.#leaveOut({ file: file.path, line: null, reason });
  }

  #isWanted(folder: string | undefined): boolean {
    const { wanted } = this.#options;
    const project = folder === undefined || wanted === undefined ? undefined : this.#parts.projectOf(folder);
    if (wanted?.(project) !== false) return true;
    passOver(this.#otherProjects, project);
    return false;
  }

  #leaveOut(damage: Damage): void {
    if (this.#damage.listed.length < maxDamage) this.#damage.listed.push(damage);
    else this.#damage.more += 1;
  }
}
