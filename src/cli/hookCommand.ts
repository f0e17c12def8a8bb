/**
 * `bigmind hook EVENT`: what an assistant runs at the turns of a chat. It reads the event from standard input and answers
 * with at most one JSON object. It fails open: whatever breaks or takes too long, the chat goes on, one line on standard
 * error says what happened (the scripts that call it keep that in `hooks.log`), and the exit code is 0, because others
 * block the chat.
 */
import { setTimeout } from 'node:timers/promises';
import { isCaptureOff } from '../clients/captureRecord.ts';
import { hookEvents } from '../clients/hookEntries.ts';
import type { HookEvent } from '../clients/hookEntries.ts';
import { recordedFileAt } from '../capture/recordTranscript.ts';
import { bigMindErrorFrom } from '../memory/errors.ts';
import type { Caller } from '../memory/identity.ts';
import type { TranscriptFormat } from '../memory/transcript.ts';
import { Offering } from '../search/offering.ts';
import type { Command, CommandContext } from './command.ts';
import { hookInputFrom } from './hook/hookInput.ts';
import type { HookInput } from './hook/hookInput.ts';
import { hookTurn } from './hook/hookTurn.ts';

/** Milliseconds: reading more of a transcript stops after the first; whatever is under way is given up after the second. */
const patience = { reading: 1_000, all: 1_700 } as const;
/** Characters; more than this is no event. */
const longestInput = 5_000_000;

export const hookCommand: Command = {
  name: 'hook',
  usage: `EVENT   EVENT is ${hookEvents.join(', ')}; its JSON comes on standard input`,
  summary: 'Record a chat and bring it its context; assistants run it, people do not.',
  options: {},
  takes: { least: 1, most: 1 },
  run: async ({ positionals: [name] }, context) => {
    const event = hookEvents.find((known) => known === name);
    const complain = (what: string): void => {
      context.note(`${context.now().toISOString()} hook ${String(name)}: ${what}`);
    };
    if (event === undefined) complain(`there is no such event. Known are: ${hookEvents.join(', ')}.`);
    else await answered(event, context, complain);
    return 0;
  },
};

async function answered(event: HookEvent, context: CommandContext, complain: (what: string) => void): Promise<void> {
  const began = context.now().getTime();
  const over = setTimeout(patience.all, 'over' as const, { ref: false });
  const hasTime = (): boolean => context.now().getTime() - began < patience.reading;
  const work = async (): Promise<void> => {
    const input = hookInputFrom(await standardInput());
    if (input === undefined) complain('standard input holds no event.');
    else await turn(event, input, context, { hasTime, complain });
  };
  try {
    const outcome = await Promise.race([work(), over]);
    if (outcome === 'over')
      complain(`took longer than ${String(patience.all)} ms; the rest is done at the next event.`);
  } catch (thrown) {
    complain(bigMindErrorFrom(thrown).sentence);
  }
}

async function turn(
  event: HookEvent,
  input: HookInput,
  context: CommandContext,
  { hasTime, complain }: { hasTime: () => boolean; complain: (what: string) => void },
): Promise<void> {
  const { memory, search, settings } = context;
  const isOff = (folder: string | undefined): boolean => isCaptureOff(settings.home, folder);
  const { conversation, folder, transcript } = input;
  const place = folder ?? process.cwd();
  if (isOff(place)) return;
  const file = transcript === undefined ? undefined : await recordedFileAt(transcript, folder);
  if (event === 'Stop' && transcript !== undefined && file === undefined) {
    complain(`nothing is recorded, because ${transcript} is not there or no transcript that BigMind knows.`);
  }
  const caller = await callerOf(conversation, place, file?.format, context);
  await hookTurn(event, input, {
    memory,
    offering: new Offering(search, memory),
    caller,
    file,
    callerIn: async (other, format) => (isOff(other) ? undefined : callerOf(null, other, format, context)),
    hasTime,
    say: (text) => {
      context.out(JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } }));
    },
  });
}

function callerOf(
  conversationId: string | null,
  folder: string | undefined,
  format: TranscriptFormat | undefined,
  { memory, settings, projectOf }: CommandContext,
): Promise<Caller> {
  return memory.identities.resolve({
    username: settings.username,
    agent: { name: format === 'claude-code' ? 'claude-code' : 'GitHub Copilot', version: null },
    project: folder === undefined ? undefined : projectOf(folder),
    conversationId,
  });
}

/** All of it, or as much as an event may have. */
async function standardInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const piece of process.stdin) {
    text += String(piece);
    if (text.length > longestInput) break;
  }
  return text;
}
