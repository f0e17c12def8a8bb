/** The health check: whether the store answers a read, and a database knows for whom this server acts. It asks no model server, so that a check is cheap. */
import type { MaintenanceStore } from '../../memory/shared/maintenance.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { json, type Reply } from '../reply.ts';

export type ModelParts = Record<'embedder' | 'reranker', 'on' | 'off'>;

interface Asked {
  isEnding: boolean;
  /** Only for a caller with a token. */
  details: { models: ModelParts; version: string } | undefined;
}

/** In milliseconds. */
const patience = 2_000;

/** Status 200, or 503 if the store does not answer or the server is ending. Never rejects. */
export async function healthReply(
  store: Pick<MaintenanceStore, 'freeBytes'>,
  { isEnding, details }: Asked,
): Promise<Reply> {
  const state = await stateOf(store);
  const status = isEnding ? 'draining' : state === 'ok' ? 'ok' : 'unavailable';
  const body = { status, ...(details && { version: details.version, store: state, ...details.models }) };
  return { ...json(body), status: status === 'ok' ? 200 : 503 };
}

/** `ok`, or the code of the error. */
async function stateOf(store: Pick<MaintenanceStore, 'freeBytes'>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done('timeout'), patience);
  });
  const asked = store.freeBytes().then(
    () => 'ok',
    (thrown: unknown) => bigMindErrorFrom(thrown).code,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
