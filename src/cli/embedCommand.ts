/**
 * `bigmind embed`: embeds now, in the foreground, what the servers would embed by and by. It can be stopped at any moment;
 * what is done is kept, and the rest is done by the next run or by any server.
 */
import { embeddingLine, structuredEmbeddings } from '../memory/embeddingFindings.ts';
import type { EmbeddingProgress } from '../memory/embeddings.ts';
import { BigMindError } from '../memory/errors.ts';
import type { EmbeddingProvider } from '../search/embedding/provider.ts';
import { workOff } from '../search/embedding/workOff.ts';
import { counted } from '../util/text.ts';
import { answer } from './command.ts';
import type { Command, CommandContext } from './command.ts';

/** Milliseconds between two lines of progress. */
const noteEvery = 1_000;

export const embedCommand: Command = {
  name: 'embed',
  usage: '',
  summary: 'Embed for search by meaning what is not embedded yet.',
  options: {},
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    const provider = context.embedding ?? refuse();
    const { embeddings } = context.memory;
    await embeddings.retryFailing(provider.model);
    const isStopped = await embedUntilStopped(provider, context);
    const progress = await embeddings.progress(provider.model);
    answer(input, context, structuredEmbeddings([progress])[0], `${embeddingLine(progress)}.`);
    if (isStopped) context.note('Stopped. What is left is embedded by the next run, or while a server runs.');
    else noteRefused(progress, context);
    return progress.waiting + progress.failing === 0 ? 0 : 1;
  },
};

function refuse(): never {
  throw new BigMindError('invalid_input', 'No model that embeds is chosen, so there is only search by words.', {
    remedy: 'Set BIGMIND_EMBEDDINGS to ollama or openai; the README says what else can be set.',
  });
}

/** True when somebody stopped it. */
async function embedUntilStopped(provider: EmbeddingProvider, context: CommandContext): Promise<boolean> {
  const { embeddings } = context.memory;
  const stop = new AbortController();
  const stopNow = (): void => stop.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stopNow);
  let noted = 0;
  const note = async (): Promise<void> => {
    const now = context.now().getTime();
    if (now - noted < noteEvery) return;
    noted = now;
    context.note(`${embeddingLine(await embeddings.progress(provider.model))} …`);
  };
  try {
    await workOff({ store: embeddings, provider, now: context.now, signal: stop.signal, onBatch: note });
    return false;
  } catch (thrown) {
    if (stop.signal.aborted) return true;
    throw thrown;
  } finally {
    for (const signal of signals) process.off(signal, stopNow);
  }
}

function noteRefused({ waiting, failing, lastError }: EmbeddingProgress, { note }: CommandContext): void {
  const left = waiting + failing;
  if (left > 0)
    note(`${counted(left, 'memory', 'memories')} could not be embedded: ${lastError ?? 'they changed meanwhile'}`);
}
