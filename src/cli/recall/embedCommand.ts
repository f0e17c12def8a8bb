/**
 * `bigmind embed`: embeds in the foreground what servers otherwise embed in the background. It can be stopped at any
 * time; finished work is kept, and the next run or any server does the rest.
 */
import { embeddingLine, structuredEmbeddings } from '../../memory/upkeep/embeddingFindings.ts';
import type { EmbeddingProgress } from '../../memory/recall/embeddings.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { wordedFindings } from '../../memory/shared/findings.ts';
import type { EmbeddingProvider } from '../../search/embedding/servers/provider.ts';
import { modelFinding } from '../../search/embedding/modelFinding.ts';
import { workOff } from '../../search/embedding/workOff.ts';
import { counted } from '../../util/text.ts';
import { answer } from '../shared/command.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';

/** Milliseconds between two lines of progress. */
const noteEvery = 1_000;

export const embedCommand: Command = {
  name: 'embed',
  usage: '',
  summary: 'Embed all memories that are not embedded yet, for search by meaning.',
  options: {},
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const provider = context.embedding ?? refuse();
    const { embeddings } = context.memory;
    await embeddings.retryFailing(provider.model);
    const worked = await embedUntilStopped(provider, context);
    const finding = worked === 'nothing' ? await modelFinding(provider, embeddings) : undefined;
    const progress = await embeddings.progress(provider.model);
    answer(input, context, structuredEmbeddings([progress])[0], `${embeddingLine(progress)}.`);
    if (worked === 'stopped') context.note('Stopped. The next run, or a running server, embeds the rest.');
    else noteLeft(progress, context);
    if (finding !== undefined && finding.status !== 'ok') {
      const [worded] = wordedFindings([finding], remedyInTerminal);
      context.note([worded?.what, worded?.remedy].join(' '));
    }
    const isWell = finding === undefined || finding.status === 'ok';
    return isWell && progress.waiting + progress.failing === 0 ? 0 : 1;
  },
};

function refuse(): never {
  throw new BigMindError('invalid_input', 'No embedding model is set, so only keyword search is available.', {
    remedy: 'Set BIGMIND_EMBEDDINGS to ollama or openai. For more settings, see docs/settings.md.',
  });
}

/** `nothing` if nothing was due, so the model was not called. */
async function embedUntilStopped(
  provider: EmbeddingProvider,
  context: CommandContext,
): Promise<'all' | 'nothing' | 'stopped'> {
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
    const options = { store: embeddings, provider, now: context.now, signal: stop.signal, onBatch: note };
    return (await workOff(options)) ? 'all' : 'nothing';
  } catch (thrown) {
    if (stop.signal.aborted) return 'stopped';
    throw thrown;
  } finally {
    for (const signal of signals) process.off(signal, stopNow);
  }
}

function noteLeft({ waiting, failing, held, heldUntil, lastError }: EmbeddingProgress, context: CommandContext): void {
  if (held > 0 && heldUntil !== null) {
    const seconds = Math.max(1, Math.ceil((Date.parse(heldUntil) - context.now().getTime()) / 1_000));
    const are = `${counted(held, 'memory', 'memories')} ${held === 1 ? 'is' : 'are'}`;
    context.note(
      `${are} reserved by another embedding process, or by one that stopped. Run this again in ${String(seconds)} s.`,
    );
  }
  const left = waiting + failing - held;
  if (left > 0)
    context.note(
      `${counted(left, 'memory', 'memories')} could not be embedded: ${lastError ?? 'they changed in the meantime'}`,
    );
}
