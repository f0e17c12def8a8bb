/** Any command line that answers: the request is its standard input, and the answer its standard output. */
import type { LanguageModel } from '../memory/shared/languageModel.ts';
import { answerFrom } from './programErrors.ts';
import { programEnvironment } from './programEnvironment.ts';
import type { ProgramParts } from './programParts.ts';
import { defaultTimeoutMs, programInputTokens } from './programParts.ts';
import { runProgram } from './runProgram.ts';
import { inWorkFolder } from './workFolder.ts';

export function createCommandModel(command: string, parts: ProgramParts): LanguageModel {
  const { env, redact, timeoutMs = defaultTimeoutMs } = parts;
  const check = 'Check the command line in BIGMIND_LEARN_COMMAND (setting "bigmind.learn.command").';
  const facts = {
    title: 'The command that learns',
    remedies: { missing: check, 'signed out': check, 'too old': check, model: check },
    timeoutMs,
  };
  return {
    name: programNameIn(command),
    inputTokens: programInputTokens,
    ask: (request, signal) =>
      inWorkFolder({}, async (folder) => {
        const call = { command, folder, env: programEnvironment(env, folder) };
        return answerFrom(await runProgram(call, request, { timeoutMs, signal }), facts, redact);
      }),
  };
}

/** Without its path and its arguments, which may contain a key. */
function programNameIn(command: string): string {
  const [, double, single, plain = ''] = /^\s*(?:"([^"]+)"|'([^']+)'|(\S+))/u.exec(command) ?? [];
  return (double ?? single ?? plain).split(/[\\/]/u).at(-1) || 'command';
}
