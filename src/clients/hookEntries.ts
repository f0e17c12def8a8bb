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

/** The scripts as they are called in the plugin and in BigMind's folder. */
export const hookScripts = ['hook.sh', 'hook.ps1'] as const;

/** Seconds. The program promises two; a machine under load gets more before the assistant goes on without it. */
const patienceSeconds = 10;

/** A group of hooks for one event, as `settings.json` of Claude Code holds it (code.claude.com/docs/en/hooks). */
export function claudeHookGroup(event: HookEvent, home: string, host: ClientHost): unknown {
  return { hooks: [{ type: 'command', command: hookCommand(event, home, host), timeout: patienceSeconds }] };
}

/** The whole file of the Copilot CLI and of Copilot's agent host (docs.github.com: GitHub Copilot hooks reference). */
export function copilotHookFile(home: string, host: ClientHost): unknown {
  const shell = host.platform === 'win32' ? 'powershell' : 'bash';
  const entry = (event: HookEvent): unknown => [
    { type: 'command', [shell]: hookCommand(event, home, host), timeoutSec: patienceSeconds },
  ];
  return { version: 1, hooks: Object.fromEntries(hookEvents.map((event) => [event, entry(event)])) };
}

/** Whether a command is ours: it runs the script in `home`, or in another folder of BigMind's that was in use before. */
export function isHookCommand(command: unknown, home: string, host: ClientHost): boolean {
  if (typeof command !== 'string') return false;
  if (hookEvents.some((event) => command === hookCommand(event, home, host))) return true;
  return /^(?:sh|powershell [-\w ]+) "[^"]*bigmind[\\/]hook\.(?:sh|ps1)" \w+(?: \|\| exit 0)?$/iu.test(command);
}

/**
 * On Windows an assistant may call it through Git Bash, PowerShell or cmd; all of them take slashes and this quoting.
 * Elsewhere it is a POSIX shell, in which four characters mean something between double quotes.
 */
function hookCommand(event: HookEvent, home: string, host: ClientHost): string {
  if (host.platform === 'win32') {
    const script = joined(host, home, 'hook.ps1').replaceAll('\\', '/');
    return `powershell -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "${script}" ${event}`;
  }
  // A shell that finds no script answers with 2, by which assistants let a chat never end.
  return `sh "${joined(host, home, 'hook.sh').replace(/[\\"$`]/gu, '\\$&')}" ${event} || exit 0`;
}
