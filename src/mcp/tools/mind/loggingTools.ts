/** The tools that write statements into the files of a project (Mind Architecture, "During Session"). */
import * as z from 'zod';
import type { Logged, LogType } from '../../../markdown/fileMemory.ts';
import { logTypes } from '../../../markdown/fileMemory.ts';
import type { Loop } from '../../../markdown/session/loops.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { mayBeFromWeb } from './webOrigin.ts';
import { words } from '../../shared/fields.ts';
import { redactionNote } from '../../shared/redactionNote.ts';
import type { ToolContext, ToolReply } from '../../shared/tool.ts';
import { defineTool } from '../../shared/tool.ts';
import { searchReply } from '../recall/searchReply.ts';
import { projectToWrite } from './calledProject.ts';

export const mindLog = defineTool({
  name: 'mind_log',
  title: 'Log to the project memory',
  description:
    "Write one line into the project's memory files, which people read and Git tracks. decision, learning, problem and progress go to MEMORY.md for good; experience, blocker, assumption and rejected go to SESSION.md until the session ends. Call it whenever something is decided, learned, solved or given up, with the reason. Warns of an approach that was rejected before. Not for secrets.",
  readOnly: false,
  input: () => ({
    message: z.string().describe('One statement, at most 1,400 characters, such as "Vite over Webpack - faster".'),
    type: z.enum(logTypes).optional().describe('Default experience.'),
  }),
  run: async ({ message, type = 'experience' }, context) => replyTo(await log(message, type, context), type),
});

export const mindBlocker = defineTool({
  name: 'mind_blocker',
  title: 'Log a blocker and search',
  description:
    'Log what blocks you, and search the memory for earlier solutions in one call. Call it when you are stuck, before you try again, not for questions.',
  readOnly: false,
  input: () => ({
    description: z.string().describe('What blocks you, in one statement.'),
    keywords: words().optional().describe('Further words to search for.'),
  }),
  run: async ({ description, keywords = [] }, context): Promise<ToolReply> => {
    const logged = await log(description, 'blocker', context);
    const { text, structured, notice } = replyTo(logged, 'blocker');
    const query = [description, ...keywords].join(' ');
    const answer = await context.search.find(context.caller, { query, limit: maxFound });
    const others = answer.results.filter((found) => found.text !== logged.text);
    const hint = 'Nothing in the memory helps. Once it is solved, log how with type learning.';
    const found = await searchReply({ ...answer, results: others }, { query }, context, hint);
    return {
      notice: found.notice ?? notice ?? dataNotice,
      text: `${text}\n${found.text}`,
      structured: { ...structured, ...found.structured },
      next: found.next,
    };
  },
});

/** Earlier solutions that a blocker is answered with. */
const maxFound = 5;

async function log(message: string, type: LogType, context: ToolContext): Promise<Logged> {
  const { mind, project } = await projectToWrite(context);
  const { memory, caller } = context;
  const isFromWeb = await mayBeFromWeb(memory, caller, message);
  return mind.log(project, { type, message, isFromWeb });
}

function replyTo(
  { status, file, line, redacted, loop, text, isRead }: Logged,
  type: LogType,
): ToolReply & { structured: Record<string, unknown> } {
  const place = `${file}:${String(line)}`;
  const said =
    status === 'logged' ? `Logged the ${names[type]} in ${place}.` : `${place} says this already. Nothing was written.`;
  const removed = redactionNote(redacted);
  const unread = isRead
    ? []
    : [`It reads as a question, a plan or a condition, so it does not count as ${names[type]}.`];
  return {
    ...(loop !== undefined && { notice: dataNotice }),
    text: [
      said,
      ...unread,
      ...(removed === undefined ? [] : [removed]),
      ...(loop === undefined ? [] : [loopText(loop)]),
    ].join('\n'),
    structured: {
      status,
      type,
      file,
      line,
      text: plainLine(text),
      ...(!isRead && { note: unread.join(' ') }),
      ...(redacted > 0 && { redacted }),
      loop_warning: loop === undefined ? null : structuredLoop(loop),
    },
  };
}

/** For sentences. */
const names: Readonly<Record<LogType, string>> = {
  experience: 'experience',
  blocker: 'blocker',
  rejected: 'rejected approach',
  assumption: 'assumption',
  decision: 'decision',
  learning: 'learning',
  problem: 'problem',
  progress: 'progress',
};

const advice: Readonly<Record<Loop['severity'], string>> = {
  critical: 'Stop: this is what was rejected. Try another approach, or say what is different now before you go on.',
  high: 'This is very close to what was rejected. Choose another approach, or say what is different now.',
  moderate: 'This resembles what was rejected. Check that the reason does not apply again.',
};

function loopText({ severity, similarity, rejected, instead }: Loop): string {
  const percent = String(Math.round(similarity * 100));
  const when = rejected.date === null ? '' : ` on ${rejected.date}`;
  const why = rejected.reason === null ? '' : ` Reason: ${plainLine(rejected.reason)}.`;
  const chosen = instead === undefined ? '' : ` Chosen instead: ${plainLine(instead.text)}.`;
  const place = `${rejected.file}:${String(rejected.line)}`;
  return `Loop warning [${severity}, ${percent} % similar]: "${plainLine(rejected.text)}" was rejected${when} (${place}).${why}${chosen} ${advice[severity]}`;
}

function structuredLoop({ severity, similarity, rejected, instead }: Loop): Record<string, unknown> {
  return {
    severity,
    similarity,
    rejected: plainLine(rejected.text),
    reason: rejected.reason === null ? null : plainLine(rejected.reason),
    date: rejected.date,
    source_ref: `${rejected.file}#L${String(rejected.line)}`,
    chosen_instead: instead === undefined ? null : plainLine(instead.text),
    advice: advice[severity],
  };
}
