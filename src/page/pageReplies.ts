/**
 * Answers the web UI for every host: each query or command gets one reply. The caller is a person, except where the host
 * cannot tell. Errors are returned, not thrown, so the page can always show them.
 */
import { bigMindErrorFrom } from '../memory/shared/errors.ts';
import type { HostMessage, PageMessage } from '../protocol/messages.ts';
import { runPageCommand } from './commands.ts';
import { isFileCommand, listFiles, runFileCommand, undoesFiles, undoInFiles } from './entries/memoryFiles.ts';
import { answerPageQuery } from './queries.ts';
import type { PageHost } from './shared/pageHost.ts';

export type PageRequest = Extract<PageMessage, { type: 'ask' | 'act' }>;

/** Never rejects. */
export async function replyTo(request: PageRequest, host: PageHost): Promise<HostMessage> {
  const { id } = request;
  try {
    return { type: 'answer', id, answer: await answerTo(request, host) };
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    if (error.code === 'internal') host.note(error.stack ?? error.message);
    return { type: 'failure', id, failure: { code: error.code, message: error.message, ...host.adviceOn(error) } };
  }
}

/** If another store has replaced the one that knew the caller, a query is retried in the new one. A command is not. */
async function answerTo(request: PageRequest, host: PageHost): Promise<unknown> {
  if (request.type === 'act') {
    const { act: command } = request;
    if (isFileCommand(command)) return runFileCommand(command, host);
    if (undoesFiles(command)) return undoInFiles(command, host);
    // The user clicked this, whichever assistant showed the page, unless the host cannot tell.
    const origin = host.mayBeOfAgent?.(command) === true ? 'agent' : 'person';
    const result = await host.use(({ caller, ...reading }) =>
      runPageCommand(command, { ...reading, caller: { ...caller, origin } }),
    );
    // A memory file may have said the same.
    if (command.type === 'erase' || command.type === 'eraseScope') host.files?.forgetChanges();
    return result;
  }
  // Memory files are in no store, so they are shown also while it does not answer.
  if (request.question.type === 'files') return listFiles(host);
  const ask = (): Promise<unknown> => host.use((reading) => answerPageQuery(request.question, reading, host));
  try {
    return await ask();
  } catch (thrown) {
    if (bigMindErrorFrom(thrown).code !== 'store_replaced') throw thrown;
    return ask();
  }
}
