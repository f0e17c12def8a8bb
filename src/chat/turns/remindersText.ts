/**
 * The reminders of a project whose topic a prompt mentions, each once in a chat. Only of a project on the user's list,
 * and never at the cost of the chat: files that cannot be read remind of nothing.
 */
import { createHash } from 'node:crypto';
import type { MindFiles } from '../../markdown/files/mindFiles.ts';
import { hasFileMemory } from '../../markdown/files/mindFiles.ts';
import type { Reminder } from '../../markdown/reminders/reminders.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { dataNotice, quotedLine } from '../../memory/trust/quoting.ts';
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { ownWordsOf } from '../../search/query/promptText.ts';
import { indexText } from '../../search/query/words.ts';
import { clipToTokens } from '../../util/tokens.ts';

/** The pending reminders of topics that a prompt mentions. May reject. */
export type FindReminders = (caller: Caller, prompt: string) => Promise<readonly Reminder[]>;

/** Milliseconds; a chat waits for the answer. */
const timeoutMs = 300;
/** With one prompt. */
const maxReminders = 3;
/** Maximum tokens of a line. */
const lineTokens = 75;
/** The kind under which reminders are recorded, so that a chat gets each of them once. */
const reminderKind = 'reminder';

/** Loads the code for file memory only for a user who started one somewhere. */
export function createFindReminders(files: MindFiles, home: string, clock: Clock): FindReminders {
  const find = async (folder: string, prompt: string): Promise<readonly Reminder[]> => {
    const [{ isListed }, { mentionedReminders, readReminders }, { redact }] = await Promise.all([
      import('../../markdown/files/projectList.ts'),
      import('../../markdown/reminders/reminders.ts'),
      import('../../capture/redaction/redaction.ts'),
    ]);
    if (!(await isListed(files, home, folder))) return [];
    return mentionedReminders(await readReminders(files, folder, { clock, redact }), ownWordsOf(prompt), indexText);
  };
  return async ({ files: project }, prompt) => {
    if (project?.folder === undefined || !hasFileMemory(home)) return [];
    const limit = project.limitTime(timeoutMs);
    try {
      return await Promise.race([find(project.folder, prompt), limit.over.then(() => [])]);
    } finally {
      limit.end();
    }
  };
}

interface ReminderParts {
  memory: Pick<Memory, 'offers' | 'clock'>;
  caller: Caller;
  findReminders: FindReminders;
  hasTime: () => boolean;
}

/** Undefined if the prompt mentions no topic of a reminder, or the chat has got all of them. */
export async function remindersText(
  prompt: string,
  sessionId: string,
  { memory, caller, findReminders, hasTime }: ReminderParts,
): Promise<string | undefined> {
  if (!hasTime()) return undefined;
  // The status of the file memory names a file that cannot be read; the chat goes on without it.
  const found = await findReminders(caller, prompt).catch(() => []);
  const trusted = found.filter(({ text, trigger, isFromWeb }) =>
    maySendAutomatically({ origin: isFromWeb ? 'web' : 'agent', texts: [text, trigger] }),
  );
  const fresh = await claimFirst(trusted, sessionId, memory);
  const lines = fresh.map(lineOf);
  return lines.length === 0 ? undefined : [`${introduction} ${dataNotice}`, ...lines, informUser].join('\n');
}

/** At most `maxReminders` that the chat has not got; only these count as sent. */
async function claimFirst(
  found: readonly Reminder[],
  sessionId: string,
  { offers, clock }: ReminderParts['memory'],
): Promise<Reminder[]> {
  const now = clock.now().toISOString();
  const waiting = [...new Map(found.map((reminder) => [nameOf(reminder), reminder]))];
  const fresh: Reminder[] = [];
  while (waiting.length > 0 && fresh.length < maxReminders) {
    const next = waiting.splice(0, maxReminders - fresh.length);
    const refs = next.map(([id]) => ({ kind: reminderKind, id }));
    const claimed = new Set((await offers.claim({ sessionId, refs, now })).map(({ id }) => id));
    fresh.push(...next.flatMap(([id, reminder]) => (claimed.has(id) ? [reminder] : [])));
  }
  return fresh;
}

const introduction = 'The user wanted to be reminded when this topic comes up.';
const informUser = 'Tell the user about it before you go on.';

function lineOf({ text, line }: Reminder): string {
  return clipToTokens(`- (.mind/REMINDERS.md:${String(line)}) ${quotedLine(text)}`, lineTokens);
}

/** A hash, because the list of what was sent is no place for text. */
function nameOf({ text, trigger }: Reminder): string {
  return createHash('sha256')
    .update(`${text}\n${trigger ?? ''}`)
    .digest('hex')
    .slice(0, 16);
}
