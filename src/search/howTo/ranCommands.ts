/**
 * The commands that assistants ran, derived from recorded tool calls when a question needs them, so that nothing has to
 * follow an erasure. A run counts only if its answer shows how it ended. Everyday commands are left out, and those with
 * paths of a machine, quoted texts, or anything that may be a secret.
 */
import type { RecordedCall } from '../../memory/recall/recall.ts';
import { isRecord } from '../../util/parsedValues.ts';
import { joinedCommands } from '../shared/shellCommands.ts';

export interface RanCommand {
  command: string;
  project: string | null;
  /** How often it succeeded, at least once, and failed. */
  succeeded: number;
  failed: number;
  /** When it last succeeded, ISO 8601. */
  lastSucceeded: string;
  /** When it last failed; null if it never did. */
  lastFailed: string | null;
}

/** Tools of all clients that run a shell, in lower case. */
export const shellTools: readonly string[] = [
  ...['bash', 'shell', 'powershell', 'terminal', 'local_shell', 'shell_command', 'exec_command', 'container.exec'],
  ...['run_shell_command', 'run_in_terminal', 'run_terminal_cmd', 'run_terminal_command', 'run_command', 'runcommand'],
  ...['execute_command', 'execute_bash', 'developer__shell'],
];

/** In no order. One with a path is left out if it succeeded only once. `calls` are those of sessions, each in order. */
export function ranCommandsFrom(calls: readonly RecordedCall[]): RanCommand[] {
  const counts = new Map<string, RanCommand>();
  for (const { call, answer } of runsIn(calls)) {
    const commands = commandsOf(scriptIn(call.content));
    const ended = commands.length === 0 ? undefined : endOf(answer);
    // Of several, it is unknown which one failed.
    if (ended === undefined || (ended === 'failed' && commands.length > 1)) continue;
    const { projectName: project, createdAt } = call;
    for (const command of new Set(commands)) {
      const key = `${project ?? ''}\n${command}`;
      const before = counts.get(key) ?? { ...unused, command, project };
      counts.set(key, countedRun(before, ended, createdAt));
    }
  }
  return [...counts.values()].filter(({ succeeded, command }) => succeeded > (command.includes('/') ? 1 : 0));
}

const unused = { succeeded: 0, failed: 0, lastSucceeded: '', lastFailed: null };

function countedRun(before: RanCommand, ended: Ended, at: string): RanCommand {
  const { succeeded, failed, lastSucceeded, lastFailed } = before;
  return ended === 'succeeded'
    ? { ...before, succeeded: succeeded + 1, lastSucceeded: lastSucceeded > at ? lastSucceeded : at }
    : { ...before, failed: failed + 1, lastFailed: lastFailed !== null && lastFailed > at ? lastFailed : at };
}

type Ended = 'succeeded' | 'failed';

interface Run {
  call: RecordedCall;
  /** Empty for no output. */
  answer: string;
}

/**
 * Calls with the answers that follow them; some clients make several calls before the answers. An empty answer is not
 * recorded: a single call without one succeeded if its session has answers and goes on.
 */
function runsIn(calls: readonly RecordedCall[]): Run[] {
  const answering = new Set(calls.flatMap(({ isAnswer, sessionId }) => (isAnswer ? [sessionId] : [])));
  const runs: Run[] = [];
  let waiting: RecordedCall[] = [];
  let answers: RecordedCall[] = [];
  const settle = (next: RecordedCall | undefined): void => {
    const [call] = waiting;
    const isSilent = waiting.length === 1 && answers.length === 0 && answering.has(call?.sessionId ?? '');
    if (call !== undefined && isSilent && next?.sessionId === call.sessionId) runs.push({ call, answer: '' });
    if (waiting.length === answers.length)
      runs.push(...waiting.map((one, place) => ({ call: one, answer: answers[place]?.content ?? '' })));
    [waiting, answers] = [[], []];
  };
  for (const call of calls) {
    const last = waiting.at(-1);
    const isNext = last?.sessionId === call.sessionId && (call.isAnswer || call.seq === last.seq + 1);
    if (!isNext || (!call.isAnswer && answers.length > 0)) settle(call);
    (call.isAnswer ? answers : waiting).push(call);
  }
  settle(undefined);
  return runs;
}

/** Characters at the beginning and the end of an answer that say how the command ended. */
const readAtEdges = 400;
const exitCode = /\bexit(?:ed)?(?:[ _-]*(?:with|exit|code|status))+["']?\s*[:=]?\s*(?<code>-?\d+)/iu;
/** Refused by the user, stopped, or left running in the background. */
const notRun =
  /^\W*(?:the user (?:doesn't|does not|didn't)|user (?:rejected|denied|declined|aborted)|permission (?:to|denied)|\[?request interrupted|(?:command|process) (?:timed out|(?:is )?(?:still )?running))/iu;
/** Also where a pipe hides the exit code. */
const failure =
  /^[^\w\n]{0,8}(?:error|fatal|panic|traceback|usage|fail|failed)\b|^npm err!|\b(?:task|build|command|tests?) failed\b|command not found|no such file or directory|not recognized as|\b[1-9]\d* (?:failed|failing|failures?|errors?|issues|problems?)\b/imu;

/** Undefined if it did not run, or not to its end. */
function endOf(answer: string): Ended | undefined {
  const edges = `${answer.slice(0, readAtEdges)}\n${answer.slice(readAtEdges).slice(-readAtEdges)}`;
  const code = exitCode.exec(edges)?.groups?.['code'];
  if (code !== undefined) return Number(code) === 0 ? 'succeeded' : 'failed';
  if (notRun.test(edges)) return undefined;
  return failure.test(answer) ? 'failed' : 'succeeded';
}

/** The script in the arguments of a call; empty if they are cut. */
function scriptIn(content: string): string {
  let given: unknown;
  try {
    given = JSON.parse(content);
  } catch {
    // A tool whose argument is the script itself, or arguments that were cut when they were recorded.
    return content.trimStart().startsWith('{') ? '' : content;
  }
  const script = isRecord(given) ? (given['command'] ?? given['cmd'] ?? given['script']) : given;
  if (!Array.isArray(script)) return typeof script === 'string' ? script : '';
  // `["bash", "-lc", "npm test"]` runs its last word.
  const words = script.filter((word) => typeof word === 'string');
  return /^-\w*c$/u.test(words.at(-2) ?? '') ? (words.at(-1) ?? '') : words.join(' ');
}

/** The commands of a script that succeeded if it did. */
function commandsOf(script: string): string[] {
  if (script.includes('<<') || /^\s*(?:for|while|until|if|case|function)\b/mu.test(script)) return [];
  const commands = joinedCommands(script);
  return commands.flatMap(({ words }, place): string[] => {
    const command = commands[place - 1]?.joint === '|' ? undefined : shownCommand(words);
    // What follows with && is evidence, and so is the end of the output.
    const isEvident = commands.slice(place).every(({ joint }, after) => {
      const [next = ''] = commands[place + after + 1]?.words ?? [];
      return next === '' || joint === '&&' || (joint === '|' && /^(?:tail|tee|cat)$/u.test(next));
    });
    return command === undefined || !isEvident ? [] : [command];
  });
}

/** Programs that everybody knows, and those that only show something. */
const everyday = new Set(
  (
    'cd ls ll cat echo printf pwd head tail wc grep egrep rg ag sed awk find fd xargs sort uniq cut tr tee diff less more which type man export ' +
    'set unset source . test [ [[ true false sleep kill pkill killall ps lsof mkdir rmdir rm cp mv ln touch chmod chown stat file du df date env whoami id ' +
    'jq yq tree open exit return read eval wait trap history alias clear curl wget ssh scp base64 xxd od seq basename dirname realpath ' +
    'python python3 node ruby perl php bash sh zsh pwsh do done fi esac dir get-content get-childitem select-string set-location'
  ).split(' '),
);
/** A program of these is run by its first argument. */
const interpreters = /^(?:python3?|node|ruby|perl|php|bash|sh|zsh|pwsh)$/u;
const everydayGit =
  /^(?:status|log|diff|show|branch|add|commit|checkout|switch|stash|rev-\w+|ls-\w+|blame|fetch|pull|push|rebase|merge\S*|reset|restore|clean|rm|mv|tag|remote|config|init|clone|cherry-pick|cat-file|for-each-ref|reflog|grep|describe|\S*-ref|notes|-C)$/u;
const everydayGh = /^(?:view|list|diff|checks|status|comment|api|edit)$/u;
/** Of a machine or of one moment: absolute and home folders, variables, addresses, quoted texts, hashes. */
const unsuitedWord =
  /^[/~\\]|^\.\.(?:[/\\]|$)|^[A-Za-z]:|[\s$`*{}<>'"!]|:\/\/|^\w+@|REDACTED|[\da-f]{12}|[A-Za-z\d_-]{32}|=[/~]/u;
const secretWord = /(?:token|secret|passw|pwd|api[-_]?key|credential|bearer|auth)\S*(?:=|$)/iu;
const maxLength = 120;

/** As a person runs it, without variables that are set for it; undefined for one that nobody would look for. */
function shownCommand(given: readonly string[]): string | undefined {
  const start = given.findIndex((word) => !/^\w+=|^(?:time|sudo|nohup|command|exec|env)$/u.test(word));
  const words = given[start] === 'timeout' ? given.slice(start + 2) : given.slice(Math.max(0, start));
  const [program = '', first = '', second = ''] = words;
  const name = program.toLowerCase();
  const isScript = interpreters.test(name) && /^[\w.]\S*\.\w+$|^-m$/u.test(first);
  if (start === -1 || (everyday.has(name) && !isScript)) return undefined;
  if ((name === 'git' && everydayGit.test(first)) || (name === 'gh' && everydayGh.test(second))) return undefined;
  if (words.some((word) => unsuitedWord.test(word) || secretWord.test(word))) return undefined;
  if (/^(?:--?help|-h|--?version|help|version)$/u.test(words.at(-1) ?? '')) return undefined;
  const command = words.join(' ');
  return command.length > maxLength ? undefined : command;
}
