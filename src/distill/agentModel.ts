/** A signed-in coding agent that answers one request without a window: see `agents.ts` for what each of them gets. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { LanguageModel } from '../memory/shared/languageModel.ts';
import { agents, type Agent } from './agents.ts';
import type { AgentName } from './settings/learnSettings.ts';
import { answerFrom } from './programErrors.ts';
import { programEnvironment } from './programEnvironment.ts';
import type { ProgramParts } from './programParts.ts';
import { defaultTimeoutMs, programInputTokens } from './programParts.ts';
import { runProgram } from './runProgram.ts';
import { inWorkFolder } from './workFolder.ts';

export function createAgentModel(name: AgentName, model: string | undefined, parts: ProgramParts): LanguageModel {
  const { env, redact, timeoutMs = defaultTimeoutMs } = parts;
  const agent = agents[name];
  const facts = {
    title: agent.title,
    remedies: {
      missing: agent.install,
      'signed out': agent.signIn,
      'too old': `It may be too old for BigMind. ${agent.update}`,
      model: 'Name another model by BIGMIND_LEARN_MODEL (setting "bigmind.learn.modelName").',
    },
    timeoutMs,
  };
  return {
    name: model === undefined ? name : `${name} (${model})`,
    inputTokens: programInputTokens,
    ask: (request, signal) =>
      inWorkFolder(agent.files, async (folder) => {
        const call = {
          ...programIn(agent.program, env),
          args: agent.args({ model, folder, servers: await serversOf(agent, env) }),
          folder,
          env: { ...programEnvironment(env, folder), ...agent.env(folder) },
        };
        return answerFrom(await runProgram(call, request, { timeoutMs, signal }), facts, redact);
      }),
  };
}

/** Names with other characters are left out: the settings of a program could not name them. */
async function serversOf({ serversFile }: Agent, env: NodeJS.ProcessEnv): Promise<string[]> {
  if (serversFile === undefined) return [];
  const { folderVariable, folder, file, names } = serversFile;
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir();
  const text = await readFile(join(env[folderVariable] ?? join(home, folder), file), 'utf8').catch(() => '');
  return [...new Set(names(text))].filter((name) => /^[\w-]+$/u.test(name));
}

/** On Windows, npm installs a script, which only a shell can start. The shell would also look into the working folder. */
function programIn(program: string, env: NodeJS.ProcessEnv): { command: string; isScript?: true } {
  if (process.platform !== 'win32') return { command: program };
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const places = path.split(delimiter).filter((place) => place !== '');
  const files = places.flatMap((place) => ['.exe', '.cmd', '.bat'].map((end) => join(place, `${program}${end}`)));
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined || file.endsWith('.exe')) return { command: file ?? program };
  return { command: `"${file}"`, isScript: true };
}
