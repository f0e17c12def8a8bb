/** The coding agents that this machine has: those whose program is in the PATH. Nothing is started. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { agents } from './agents.ts';
import type { AgentName } from './settings/learnSettings.ts';

const agentNames = ['claude', 'codex', 'copilot', 'gemini'] as const satisfies readonly AgentName[];

export interface FoundAgent {
  name: AgentName;
  title: string;
}

export function foundAgents(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): FoundAgent[] {
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const places = path.split(delimiter).filter((place) => place !== '');
  const ends = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const isFound = (program: string): boolean =>
    places.some((place) => ends.some((end) => existsSync(join(place, `${program}${end}`))));
  return agentNames
    .filter((name) => isFound(agents[name].program))
    .map((name) => ({ name, title: agents[name].title }));
}
