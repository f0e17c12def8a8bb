/**
 * Chats that fill the memory by themselves: in none of them does the model call a tool that stores anything. What each
 * one shows is in `recording.test.ts`. This file runs the chats, and takes the store away between two of them.
 */
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { writeScript, type Script, type ScriptedChat } from './scriptedChat.ts';
import { waitFor, type TestWindow } from './testWindow.ts';

/** Built from parts, so that no scanner reports this file as a leak. */
export const secret = `ghp_${'c3D4'.repeat(9)}`;
export const privateName = 'Zanzibar';
export const continuation = 'Half of the catalogue is imported; the rows from 40,001 on are next.';

/** Options of the decision that the chat `repeats` proposes to reverse. */
const decision = [
  ...['--decided-by', 'Ada', '--rationale', 'Orders need transactions over several tables.'],
  ...['--alternatives', 'MongoDB for the orders of the shop: no transactions over collections'],
];

const compactsAt = 'github.copilot.chat.summarizeAgentConversationHistoryThreshold';
/** Fits the model's context, but exceeds the threshold below together with the beginning of a request. */
const longText = Array.from(
  { length: 600 },
  (_, row) => `row ${String(row)} of the catalogue, with its price and its weight`,
);

const chats: readonly ScriptedChat[] = [
  {
    name: 'decides',
    prompt: `Which vector store do we take for the product search? My token is ${secret}. <private>The client is called ${privateName}.</private>`,
    calls: [{ tool: 'create_file', input: { filePath: '${workspace}/docs/vectors.md', content: '# Vectors\n' } }],
    answer:
      'We decided to use pgvector instead of Qdrant, because Postgres is running already. I wrote it down in docs/vectors.md.',
  },
  {
    name: 'knows',
    prompt: 'Please add an index for the product search',
    calls: [],
    answer: 'Added an HNSW index to the table of products.',
  },
  {
    name: 'grows too long',
    prompt: 'Import the catalogue of the supplier',
    settings: { [compactsAt]: 30_000 },
    calls: [
      { tool: 'create_file', input: { filePath: '${workspace}/catalogue.txt', content: longText.join('\n') } },
      { tool: 'list_dir', input: { path: '${workspace}' } },
    ],
    answer: 'Imported the first 40,000 rows.',
    summary: continuation,
  },
  {
    name: 'goes on',
    continues: true,
    prompt: 'Import the rest of it, too',
    // Changing a setting also pauses, which gives Copilot time to write its summary to disk.
    settings: { [compactsAt]: null },
    calls: [],
    answer: 'Imported the remaining rows.',
  },
  {
    name: 'recovers',
    prompt: 'Where were we?',
    settings: { 'bigmind.toolsets': { core: true, recovery: true } },
    calls: [{ tool: 'get_latest_continuation', input: {} }],
    answer: 'At the catalogue.',
  },
  {
    name: 'repeats',
    waitsFor: 'a decision is saved',
    prompt: 'Let us move the orders of the shop to MongoDB',
    calls: [],
    answer: 'MongoDB was rejected before, because it has no transactions over collections.',
  },
  {
    name: 'has no store',
    waitsFor: 'the store is gone',
    prompt: 'What colour has the new harbour sign?',
    calls: [],
    answer: 'The sign is vermilion.',
  },
  {
    name: 'has it again',
    waitsFor: 'the store is back',
    continues: true,
    prompt: 'And the letters on the harbour sign?',
    calls: [],
    answer: 'The letters are white.',
  },
  {
    name: 'is not recorded',
    command: { name: 'bigmind.toggleCapture', argument: { where: 'workspace', turn: 'off' } },
    prompt: 'Remember the xylophone in the attic',
    calls: [],
    answer: 'The xylophone stays in the attic.',
  },
];

export function scriptOfChats(): Script {
  return writeScript(chats);
}

/** Resolves when the last chat has ended. */
export async function holdChats(window: TestWindow, script: Script): Promise<void> {
  const { home, page } = window;
  await endOf('recovers', script);
  await takeScreenshot(page, 'recording-compacted');
  await window.bigmind('save_decision', 'Keep the orders of the shop in PostgreSQL', ...decision);
  script.say('a decision is saved');
  await endOf('repeats', script);
  await takeScreenshot(page, 'recording-repeats');
  const putBack = takeStoreAway(home);
  script.say('the store is gone');
  await endOf('has no store', script);
  await takeScreenshot(page, 'recording-without-store');
  putBack();
  script.say('the store is back');
  await endOf('is not recorded', script);
}

/** The Copilot chats: their ids, which are the names of the transcripts, and their text. */
export function transcriptsOf({ userFolder }: TestWindow): { id: string; text: string }[] {
  const files = globSync(join(userFolder, 'workspaceStorage', '*', 'GitHub.copilot-chat', 'transcripts', '*.jsonl'));
  return files.map((file) => ({ id: basename(file, '.jsonl'), text: readFileSync(file, 'utf8') }));
}

async function endOf(chat: string, script: Script): Promise<void> {
  await waitFor(`the end of the chat that ${chat}`, 240, () => {
    const failed = script.log().find((entry) => entry.event === 'failed');
    if (failed) throw new Error(failed.error);
    return script.log().find((entry) => entry.event === 'answer' && entry.chat === chat);
  });
}

/** Puts a folder in its place, which no program mistakes for a store. Programs that have the store open keep it. */
function takeStoreAway(home: string): () => void {
  const file = join(home, 'memory.db');
  if (!existsSync(file)) throw new Error(`There is no ${file} to take away.`);
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  return () => {
    rmdirSync(file);
    renameSync(`${file}.away`, file);
  };
}
