/** The progress of search by meaning, for the doctor, the health check and the totals. */
import { counted } from '../../util/text.ts';
import type { EmbeddingProgress } from '../recall/embeddings.ts';
import type { Finding } from '../shared/findings.ts';

/** One line: how many of all memories are embedded. */
export function embeddingLine({ model, embedded, total }: EmbeddingProgress): string {
  const [some, all] = [embedded, total].map((count) => count.toLocaleString('en'));
  return `Search by meaning: ${some ?? ''} of ${all ?? ''} memories are embedded with ${model}`;
}

/**
 * One finding for each model in use. Waiting memories are normal, but an error of the chosen model is a warning.
 * `chosen` is a provider's `model`; undefined if there is none.
 */
export function embeddingFindings(report: readonly EmbeddingProgress[], chosen: string | undefined): Finding[] {
  return report.map((progress): Finding => {
    const { model, waiting, failing, lastError } = progress;
    const left = [
      ...(waiting > 0 ? [`${waiting.toLocaleString('en')} waiting`] : []),
      ...(failing > 0 ? [`${counted(failing, 'memory', 'memories')} refused by the model`] : []),
    ];
    const said = [embeddingLine(progress), ...left].join(', ');
    if (model !== chosen) return { status: 'off', what: `${said}; this model is not in use now.` };
    const what = `${said}.`;
    if (lastError === null) return { status: 'ok', what };
    return {
      status: 'warning',
      what,
      remedy: { code: 'embed' },
      details: [lastError],
    };
  });
}

/** For the structured output of tools. */
export function structuredEmbeddings(report: readonly EmbeddingProgress[]): Record<string, string | number | null>[] {
  return report.map(({ lastError, heldUntil, ...counts }) => ({
    ...counts,
    held_until: heldUntil,
    last_error: lastError,
  }));
}
