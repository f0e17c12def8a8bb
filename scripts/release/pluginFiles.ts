/**
 * The manifests with which coding agents install BigMind as a plugin, from one description. Two of them are committed,
 * because Claude Code and the Copilot CLI install from a Git repository (code.claude.com/docs/en/plugins-reference,
 * docs.github.com: Copilot CLI plugin reference); a test compares them. Gemini CLI installs an archive of a release
 * (geminicli.com/docs/extensions/reference).
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changingTools, eventNameFor, eventsOf } from '../../src/clients/shared/hookEntries.ts';
import type { GroupedTarget } from '../../src/clients/shared/hookEntries.ts';
import { root } from '../lib/places.ts';
import { jsonText } from './release.ts';
import type { Release } from './release.ts';

type Plugin = Pick<Release, 'version' | 'description' | 'license' | 'keywords'>;

/** The folder of the plugin in the repository, and in it the folder of the hook scripts. */
export const pluginFolder = 'agent';
const hookFolder = 'plugin/hooks';
const start = 'plugin/start.mjs';

/** File names, relative to the repository, and their JSON values. */
export function committedPluginFiles(release: Plugin): Record<string, unknown> {
  const about = aboutPlugin(release);
  return {
    '.claude-plugin/marketplace.json': {
      name: 'bigmind',
      owner: { name: 'BigMind' },
      metadata: { description: about.description },
      plugins: [{ name: 'bigmind', source: `./${pluginFolder}`, description: about.description, category: 'memory' }],
    },
    [`${pluginFolder}/.claude-plugin/plugin.json`]: {
      ...about,
      mcpServers: { bigmind: { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/${start}`] } },
      hooks: groupedHooks('claude-code', '${CLAUDE_PLUGIN_ROOT}'),
    },
    [`${pluginFolder}/plugin.json`]: {
      ...about,
      skills: 'skills/',
      mcpServers: {
        bigmind: { type: 'local', command: 'node', args: [`\${PLUGIN_ROOT}/${start}`, '${PWD}'], tools: ['*'] },
      },
      hooks: copilotHooks(),
    },
  };
}

/** The same for the archive of Gemini CLI's extension. */
export function geminiFiles(release: Plugin): Record<string, unknown> {
  const { name, version, description } = aboutPlugin(release);
  const root = '${extensionPath}';
  return {
    'gemini-extension.json': {
      name,
      version,
      description,
      mcpServers: { bigmind: { command: 'node', args: [`${root}/${start}`] } },
    },
    'hooks/hooks.json': { hooks: groupedHooks('gemini-cli', root) },
  };
}

/** Writes the folder of Gemini CLI's extension. */
export function stageGeminiExtension(folder: string, release: Plugin): void {
  // `start.mjs` reads the version from plugin.json.
  const files = { ...geminiFiles(release), 'plugin.json': { version: release.version } };
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), jsonText(value));
  }
  for (const name of ['plugin', 'skills']) {
    cpSync(join(root, pluginFolder, name), join(folder, name), { recursive: true });
  }
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(folder, name));
}

function aboutPlugin({ version, description, license, keywords }: Plugin) {
  return { name: 'bigmind', version, description, author: { name: 'BigMind' }, license, keywords };
}

/** In seconds; Gemini CLI counts milliseconds. */
const timeout = 10;

function groupedHooks(target: GroupedTarget, root: string): Record<string, unknown> {
  const group = (event: string): unknown => ({
    ...(event === 'PreToolUse' && { matcher: changingTools }),
    hooks: [
      {
        type: 'command',
        command: hookCommand(`"${root}/${hookFolder}/hook.sh"`, `${event} ${target}`),
        timeout: target === 'gemini-cli' ? timeout * 1_000 : timeout,
      },
    ],
  });
  return Object.fromEntries(eventsOf(target).map((event) => [eventNameFor(target, event), [group(event)]]));
}

/** A map of events; the Copilot CLI ignores a version beside it here, unlike in a file of hooks. */
function copilotHooks(): Record<string, unknown> {
  const entry = (event: string): unknown => ({
    type: 'command',
    bash: hookCommand(`"$PLUGIN_ROOT/${hookFolder}/hook.sh"`, `${event} copilot`),
    powershell: `& "$env:PLUGIN_ROOT/${hookFolder}/hook.ps1" ${event} copilot`,
    timeoutSec: timeout,
  });
  return Object.fromEntries(eventsOf('copilot').map((event) => [event, [entry(event)]]));
}

/** A shell that does not find the script exits with 2, with which assistants never let a chat end. */
function hookCommand(script: string, args: string): string {
  return `sh ${script} ${args} || exit 0`;
}
