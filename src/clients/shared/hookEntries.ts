/**
 * The hook entries in assistants' files: their events and commands. The command is a script in BigMind's own folder,
 * because that path does not change with updates, and because it finds a runtime even if the assistant has none. One
 * command line per platform suffices: it contains no character that its shells would interpret.
 */
import { joined } from './clientHost.ts';
import type { ClientHost } from './clientHost.ts';

/**
 * The event names of VS Code and Claude Code. The Copilot CLI also knows them, and then sends the same input as VS
 * Code.
 */
export const hookEvents = [
  'SessionStart',
  'UserPromptSubmit',
  'SubagentStart',
  'PreToolUse',
  'PreCompact',
  'Stop',
  'SessionEnd',
] as const;
export type HookEvent = (typeof hookEvents)[number];

/**
 * The clients in whose user-level files BigMind sets hooks. Each command names its target as its second argument, so
 * that a hook knows its client; `copilot` is the file that the Copilot CLI and VS Code share, `opencode` a plugin.
 */
export const hookTargets = ['claude-code', 'copilot', 'codex', 'gemini-cli', 'opencode'] as const;
export type HookTarget = (typeof hookTargets)[number];

/** Targets whose file contains groups of hooks for each event, among other settings. */
export type GroupedTarget = Exclude<HookTarget, 'copilot' | 'opencode'>;

/**
 * Gemini CLI's names for these events (google-gemini/gemini-cli docs/hooks/reference.md). The commands use the common
 * names. Its PreCompress is omitted: it fires before every request to the model, whether anything is compressed or
 * not. So is its BeforeTool, which passes no text to the model.
 */
const geminiEvents: Readonly<Partial<Record<HookEvent, string>>> = {
  SessionStart: 'SessionStart',
  UserPromptSubmit: 'BeforeAgent',
  Stop: 'AfterAgent',
  SessionEnd: 'SessionEnd',
};

/** The events for which the target's file gets a hook. opencode's plugin gets no event when a sub-agent starts. */
export function eventsOf(target: HookTarget): readonly HookEvent[] {
  if (target === 'gemini-cli') return hookEvents.filter((event) => geminiEvents[event] !== undefined);
  return target === 'opencode' ? hookEvents.filter((event) => event !== 'SubagentStart') : hookEvents;
}

/** The event's name in the target's file. */
export function eventNameFor(target: GroupedTarget, event: HookEvent): string {
  return target === 'gemini-cli' ? (geminiEvents[event] ?? event) : event;
}

/** The names of the scripts in the plugin and in BigMind's folder. */
export const hookScripts = ['hook.sh', 'hook.ps1'] as const;

/**
 * In seconds. The program ends within two; a machine under load gets more before the assistant continues without it.
 */
export const hookTimeoutSeconds = 10;
/** Codex allows no more at the end of a chat, and warns at each start if an entry asks for more. */
const codexEndSeconds = 3;

/** The tools of Claude Code and Codex that change files or run commands. */
export const changingTools = 'Edit|MultiEdit|Write|NotebookEdit|Bash|apply_patch';

/**
 * A group of hooks for one event, as in `settings.json` of Claude Code (code.claude.com/docs/en/hooks) and
 * `hooks.json` of Codex (developers.openai.com/codex/hooks). Gemini CLI uses the same shape, with its timeout in
 * milliseconds.
 */
export function hookGroup(target: GroupedTarget, event: HookEvent, home: string, host: ClientHost): unknown {
  const seconds = target === 'codex' && event === 'SessionEnd' ? codexEndSeconds : hookTimeoutSeconds;
  const timeout = target === 'gemini-cli' ? seconds * 1_000 : seconds;
  const group = { hooks: [{ type: 'command', command: hookCommand(event, target, home, host), timeout }] };
  return event === 'PreToolUse' ? { matcher: changingTools, ...group } : group;
}

/** The whole file for the Copilot CLI and Copilot's agent host (docs.github.com: GitHub Copilot hooks reference). */
export function copilotHookFile(home: string, host: ClientHost): unknown {
  const shell = host.platform === 'win32' ? 'powershell' : 'bash';
  const entry = (event: HookEvent): unknown => [
    { type: 'command', [shell]: hookCommand(event, 'copilot', home, host), timeoutSec: hookTimeoutSeconds },
  ];
  return { version: 1, hooks: Object.fromEntries(eventsOf('copilot').map((event) => [event, entry(event)])) };
}

/**
 * Whether a command is BigMind's: it runs the script in `home`, or in another, earlier BigMind folder. Commands of
 * earlier versions do not name their target.
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
 * On Windows, an assistant may run it through Git Bash, PowerShell or cmd; all of them accept slashes and this
 * quoting. Elsewhere it runs in a POSIX shell, in which four characters are special between double quotes.
 */
export function hookCommand(event: HookEvent, target: HookTarget | undefined, home: string, host: ClientHost): string {
  const args = target === undefined ? event : `${event} ${target}`;
  if (host.platform === 'win32') {
    const script = joined(host, home, 'hook.ps1').replaceAll('\\', '/');
    return `powershell -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "${script}" ${args}`;
  }
  // A shell that does not find the script exits with 2, with which assistants never let a chat end.
  return `sh "${joined(host, home, 'hook.sh').replace(/[\\"$`]/gu, '\\$&')}" ${args} || exit 0`;
}
