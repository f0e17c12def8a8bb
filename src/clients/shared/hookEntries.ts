/**
 * The hooks that assistants run for BigMind, as each of their files writes them: at which events, with which command. The
 * command is a script in BigMind's own folder, because its path outlives updates, and because it finds a runtime where
 * the assistant has none. One command line does for each platform: it holds no character that its shells would read.
 */
import { joined } from './clientHost.ts';
import type { ClientHost } from './clientHost.ts';

/** The names of VS Code and Claude Code. The Copilot CLI knows them too, and then sends what VS Code would. */
export const hookEvents = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'Stop', 'SessionEnd'] as const;
export type HookEvent = (typeof hookEvents)[number];

/**
 * Whose hooks BigMind sets in a person's files. Each command names its target as second argument, so that a hook knows
 * who runs it; `copilot` is the file that the Copilot CLI and VS Code's Copilot share.
 */
export const hookTargets = ['claude-code', 'copilot', 'codex', 'gemini-cli'] as const;
export type HookTarget = (typeof hookTargets)[number];

/** Those whose file holds groups of hooks for each event, beside what else it holds. */
export type GroupedTarget = Exclude<HookTarget, 'copilot'>;

/**
 * Gemini CLI's names for our events (google-gemini/gemini-cli docs/hooks/reference.md). The commands name ours. Its
 * PreCompress is left out: it fires before every request to the model, whether something is compressed or not.
 */
const geminiEvents: Readonly<Partial<Record<HookEvent, string>>> = {
  SessionStart: 'SessionStart',
  UserPromptSubmit: 'BeforeAgent',
  Stop: 'AfterAgent',
  SessionEnd: 'SessionEnd',
};

/** The events that the target's file has a hook of ours for. */
export function eventsOf(target: HookTarget): readonly HookEvent[] {
  return target === 'gemini-cli' ? hookEvents.filter((event) => geminiEvents[event] !== undefined) : hookEvents;
}

/** The event as the target's file names it. */
export function eventNameFor(target: GroupedTarget, event: HookEvent): string {
  return target === 'gemini-cli' ? (geminiEvents[event] ?? event) : event;
}

/** The scripts as they are called in the plugin and in BigMind's folder. */
export const hookScripts = ['hook.sh', 'hook.ps1'] as const;

/** Seconds. The program promises two; a machine under load gets more before the assistant goes on without it. */
const timeoutSeconds = 10;
/** Codex allows no more at the end of a chat, and warns at each start of an entry that asks for it. */
const codexEndSeconds = 3;

/**
 * A group of hooks for one event, as `settings.json` of Claude Code holds it (code.claude.com/docs/en/hooks) and
 * `hooks.json` of Codex (developers.openai.com/codex/hooks). Gemini CLI has the same shape, with its timeout in
 * milliseconds.
 */
export function hookGroup(target: GroupedTarget, event: HookEvent, home: string, host: ClientHost): unknown {
  const seconds = target === 'codex' && event === 'SessionEnd' ? codexEndSeconds : timeoutSeconds;
  const timeout = target === 'gemini-cli' ? seconds * 1_000 : seconds;
  return { hooks: [{ type: 'command', command: hookCommand(event, target, home, host), timeout }] };
}

/** The whole file of the Copilot CLI and of Copilot's agent host (docs.github.com: GitHub Copilot hooks reference). */
export function copilotHookFile(home: string, host: ClientHost): unknown {
  const shell = host.platform === 'win32' ? 'powershell' : 'bash';
  const entry = (event: HookEvent): unknown => [
    { type: 'command', [shell]: hookCommand(event, 'copilot', home, host), timeoutSec: timeoutSeconds },
  ];
  return { version: 1, hooks: Object.fromEntries(hookEvents.map((event) => [event, entry(event)])) };
}

/**
 * Whether a command is ours: it runs the script in `home`, or in another folder of BigMind's that was in use before. Those
 * of earlier versions do not name their target.
 */
export function isHookCommand(command: unknown, home: string, host: ClientHost): boolean {
  if (typeof command !== 'string') return false;
  const targets = [undefined, ...hookTargets];
  if (hookEvents.some((event) => targets.some((target) => command === hookCommand(event, target, home, host)))) {
    return true;
  }
  return /^(?:sh|powershell [-\w ]+) "[^"]*bigmind[\\/]hook\.(?:sh|ps1)" \w+(?: [\w-]+)?(?: \|\| exit 0)?$/iu.test(
    command,
  );
}

/**
 * On Windows an assistant may call it through Git Bash, PowerShell or cmd; all of them take slashes and this quoting.
 * Elsewhere it is a POSIX shell, in which four characters mean something between double quotes.
 */
function hookCommand(event: HookEvent, target: HookTarget | undefined, home: string, host: ClientHost): string {
  const args = target === undefined ? event : `${event} ${target}`;
  if (host.platform === 'win32') {
    const script = joined(host, home, 'hook.ps1').replaceAll('\\', '/');
    return `powershell -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "${script}" ${args}`;
  }
  // A shell that finds no script answers with 2, by which assistants let a chat never end.
  return `sh "${joined(host, home, 'hook.sh').replace(/[\\"$`]/gu, '\\$&')}" ${args} || exit 0`;
}
