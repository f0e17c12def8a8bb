/**
 * Counts what an import would read, without a store: conversations, messages and notes, and parts that cannot be
 * read.
 */
import type { OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { TranscriptHead, TranscriptItem } from '../../memory/archive/transcript.ts';
import { noteReaderOf } from '../notes/noteReaders.ts';
import { reasonAgainst, reasonForNothing } from '../sources/fileContent.ts';
import type { Source } from '../sources/source.ts';
import { isCollection } from '../sources/source.ts';
import { readCopilotChatSession } from '../transcripts/formats/copilot/copilotChatSession.ts';
import { openCollection } from '../transcripts/formats/openCollection.ts';
import { readerOf } from '../transcripts/formats/streamedReaders.ts';
import { readSpecstory } from '../transcripts/formats/specstory.ts';
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

export async function surveySources(
  sources: readonly Source[],
  { projectOf, openForeign }: { projectOf: PastProjectOf; openForeign: OpenForeignConversations },
  options: Pick<ImportOptions, 'since' | 'wanted'>,
): Promise<Survey> {
  const survey: Survey = {
    conversations: 0,
    messages: 0,
    notes: 0,
    damage: { listed: [], more: 0 },
    otherProjects: [],
  };
  const conversations = new Set<string>();
  const leaveOut = (damage: Damage): void => {
    if (survey.damage.listed.length < maxDamage) survey.damage.listed.push(damage);
    else survey.damage.more += 1;
  };
  const isWanted = (folder: string | undefined): boolean => {
    const project = folder === undefined || options.wanted === undefined ? undefined : projectOf(folder);
    if (options.wanted?.(project) !== false) return true;
    passOver(survey.otherProjects, project);
    return false;
  };
  const readItems = async (
    { source, file }: ImportedFile,
    items: AsyncIterable<TranscriptItem> | Iterable<TranscriptItem>,
  ): Promise<void> => {
    let head: TranscriptHead | undefined;
    let isEmpty = true;
    for await (const item of items) {
      if ('head' in item) {
        head = item.head;
        if (!isWanted(head.folder ?? source.folder)) return;
      } else if ('unreadable' in item) {
        const { lineNumber, reason } = item.unreadable;
        isEmpty = false;
        leaveOut({ file: file.path, line: lineNumber, reason });
      } else if (head !== undefined) {
        isEmpty = false;
        survey.messages += 1;
        conversations.add(head.conversation);
      }
    }
    const nothing = isEmpty && !isCollection(file.format) ? await reasonForNothing(source.kind, file.path) : undefined;
    if (nothing !== undefined) leaveOut({ file: file.path, line: null, reason: nothing });
  };
  for (const imported of await filesOf(sources, options.since)) {
    try {
      await readFile(imported);
    } catch (thrown) {
      leaveOut({ file: imported.file.path, line: null, reason: reasonOf(thrown, imported.file.path) });
    }
  }
  return { ...survey, conversations: conversations.size };

  async function readFile(imported: ImportedFile): Promise<void> {
    const { source, file } = imported;
    const other = await reasonAgainst(source.kind, file.path);
    if (other !== undefined) {
      leaveOut({ file: file.path, line: null, reason: other, isOtherKind: true });
      return;
    }
    switch (file.format) {
      case 'copilot-transcript':
      case 'claude-code':
      case 'codex':
      case 'gemini-cli':
        return readItems(imported, readerOf(file.format)(file.path));
      case 'copilot-chat':
        return readItems(imported, readCopilotChatSession(file.path));
      case 'specstory':
        return readItems(imported, readSpecstory(file.path));
      case 'copilot-store':
      case 'opencode':
      case 'aider': {
        const foreign = await openCollection(file.path, file.format, openForeign);
        try {
          for (const { head, endedAt } of foreign.list()) {
            if (options.since !== undefined && endedAt !== null && endedAt < options.since) continue;
            await readItems(imported, foreign.items(head.conversation));
          }
        } finally {
          await foreign.close();
        }
        return;
      }
      case 'claude-memory':
      case 'copilot-user-memory':
      case 'copilot-repo-memory':
      case 'mcp-memory':
      case 'beads': {
        if (!isWanted(source.folder)) return;
        const before = survey.notes + survey.damage.listed.length + survey.damage.more;
        for await (const note of noteReaderOf(file.format)(file.path, source.folder)) {
          if ('unreadable' in note) leaveOut({ ...placeOf(note.sourceRef), reason: note.unreadable });
          else survey.notes += 1;
        }
        if (
          (file.format === 'mcp-memory' || file.format === 'beads') &&
          before === survey.notes + survey.damage.listed.length + survey.damage.more
        ) {
          const nothing = await reasonForNothing(source.kind, file.path);
          if (nothing !== undefined) leaveOut({ file: file.path, line: null, reason: nothing });
        }
      }
    }
  }
}
