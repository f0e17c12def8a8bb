/** Copies to the clipboard what another MCP client needs to use the same memory, with this machine's own paths. */
import * as vscode from 'vscode';
import type { McpLaunch } from '../../../clients/shared/launch.ts';
import { noProcess, type Services } from '../../services/host.ts';
import { cancelled, textArgument, type Command } from '../shared/arguments.ts';

const formats = ['claude-code', 'mcp-servers', 'vscode'] as const;
type Format = (typeof formats)[number];

/** Argument `{ format? }`: `claude-code`, `mcp-servers` or `vscode`. Returns `{ status: "copied", text }`. */
export function createCopyMcpConfiguration({ host, notices }: Services): Command {
  return async (argument) => {
    const launch = host.clientLaunch();
    if (launch === undefined) throw noProcess();
    const given = textArgument(argument, 'format');
    const format = formats.find((candidate) => candidate === given) ?? (await askForFormat());
    if (format === undefined) return cancelled;
    const text = configurationFor(format, launch);
    await vscode.env.clipboard.writeText(text);
    notices.done(vscode.l10n.t('Copied. {0}', describeFormat(format).next));
    return { status: 'copied', text };
  };
}

async function askForFormat(): Promise<Format | undefined> {
  const items = formats.map((format) => {
    const { label, description } = describeFormat(format);
    return { label, description, format };
  });
  const title = vscode.l10n.t('Select a client to share this memory with');
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.format;
}

function describeFormat(format: Format): { label: string; description: string; next: string } {
  switch (format) {
    case 'claude-code':
      return {
        label: 'Claude Code',
        description: vscode.l10n.t('a command line'),
        next: vscode.l10n.t('Paste it into a terminal.'),
      };
    case 'mcp-servers':
      return {
        label: 'Claude Desktop, Cursor',
        description: vscode.l10n.t('JSON with mcpServers, understood by most clients'),
        next: vscode.l10n.t("Merge it into the client's MCP configuration file, and then restart the client."),
      };
    case 'vscode':
      return {
        label: 'VS Code mcp.json',
        description: vscode.l10n.t('for a VS Code without this extension'),
        next: vscode.l10n.t('Merge it into mcp.json ("MCP: Open User Configuration").'),
      };
  }
}

function configurationFor(format: Format, launch: McpLaunch): string {
  switch (format) {
    case 'claude-code':
      return claudeCommand(launch);
    case 'mcp-servers':
      return JSON.stringify({ mcpServers: { bigmind: launch } }, undefined, 2);
    case 'vscode':
      return JSON.stringify({ servers: { bigmind: { type: 'stdio', ...launch } } }, undefined, 2);
  }
}

/** `--scope` separates the variables from the name, because `--env` takes every word up to the next option. */
function claudeCommand({ command, args, env }: McpLaunch): string {
  const variables = Object.entries(env).map(([name, value]) => `--env ${quoted(`${name}=${value}`)}`);
  const server = [command, ...args].map(quoted).join(' ');
  return ['claude mcp add', ...variables, '--scope user bigmind --', server].join(' ');
}

/** POSIX shells, PowerShell and cmd all accept double quotes around the characters that occur in paths and names. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `"${word.replace(/["$`]/gu, '\\$&')}"`;
}
