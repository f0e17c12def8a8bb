/** Reads the next bundles of the other machines and merges each in one transaction. One that cannot be read waits. */
import type { Redact } from '../memory/shared/ports.ts';
import { yieldToOthers } from '../util/yieldToOthers.ts';
import { BigMindError } from '../memory/shared/errors.ts';
import type { BundleName } from '../memory/sync/bundles.ts';
import { gapsIn, hashLength, nextBundles, shownNames } from '../memory/sync/bundles.ts';
import type { BundleContent } from '../memory/sync/records.ts';
import { contentFromLines } from '../memory/sync/records.ts';
import type { SyncState, SyncStore } from '../memory/sync/syncStore.ts';
import { formatVersion, hashOf, headerOf, openBundle } from './bundleFile.ts';
import type { Place } from './place.ts';
import { pathOfBundle } from './place.ts';
import type { SyncReport, WaitReason } from './syncReport.ts';

interface ReadingParts {
  store: SyncStore;
  place: Place;
  key: Uint8Array;
  keyId: string;
  redact: Redact;
  isStopped: () => boolean;
  onProgress: (text: string) => void;
}

/** Adds to the report. Returns the state after the last merged bundle. */
export async function readBundles(
  parts: ReadingParts,
  start: SyncState,
  listed: readonly BundleName[],
  report: SyncReport,
): Promise<SyncState> {
  let state = start;
  let waiting = new Map<string, { bundle: BundleName; reason: WaitReason }>();
  // A bundle that needs what another machine brings is tried again as long as others bring something.
  for (let hasProgress = true; hasProgress && !parts.isStopped();) {
    hasProgress = false;
    waiting = new Map();
    for (const bundle of nextBundles(listed, state.positions, state.machine)) {
      if (waiting.has(bundle.machine) || parts.isStopped()) continue;
      const read = await readBundle(parts, state, bundle);
      const merged = typeof read === 'string' ? read : await mergeBundle(parts, state, bundle, read, report);
      if (typeof merged === 'string') waiting.set(bundle.machine, { bundle, reason: merged });
      else [state, hasProgress] = [merged, true];
      await yieldToOthers();
    }
  }
  for (const gap of gapsIn(listed, state.positions, state.machine))
    if (!waiting.has(gap.machine)) waiting.set(gap.machine, { bundle: { ...gap, hash: '' }, reason: 'missing' });
  const names = shownNames({ ...state.names, [state.machine]: state.name });
  for (const [machine, { bundle, reason }] of waiting)
    report.waiting.push({ machine, name: names[machine] ?? machine, sequence: bundle.sequence, reason });
  return state;
}

interface ReadBundle {
  content: BundleContent;
  hash: string;
}

async function readBundle(
  { store, place, key, keyId }: ReadingParts,
  { positions }: SyncState,
  bundle: BundleName,
): Promise<ReadBundle | WaitReason> {
  const bytes = await place.read(pathOfBundle(bundle));
  if (bytes === undefined) return 'incomplete';
  const hash = hashOf(bytes);
  if (hash.slice(0, hashLength) !== bundle.hash) return 'incomplete';
  const header = headerOf(bytes);
  if (header === undefined) return 'changed';
  if (header.version > formatVersion || header.schema > store.schema) return 'newer';
  if (header.key !== keyId) return 'other_key';
  const before = positions[bundle.machine];
  // A second bundle with the number of the last one comes from a copy of its machine's disk.
  const follows = before === undefined || before.hash === header.previous || before.sequence === bundle.sequence;
  const isOwn = header.machine === bundle.machine && header.sequence === bundle.sequence;
  if (!follows || !isOwn) return 'changed';
  try {
    return { content: contentFromLines(await openBundle(bytes, key)), hash };
  } catch (thrown) {
    if (thrown instanceof BigMindError && thrown.code === 'bad_import') return 'changed';
    throw thrown;
  }
}

async function mergeBundle(
  { store, redact, onProgress }: ReadingParts,
  state: SyncState,
  bundle: BundleName,
  { content, hash }: ReadBundle,
  report: SyncReport,
): Promise<SyncState | WaitReason> {
  const { machine, sequence } = bundle;
  const after = {
    ...state,
    positions: { ...state.positions, [machine]: { sequence, hash } },
    names: { ...state.names, [machine]: content.name },
  };
  const merged = await store.merge(state, after, redact, content);
  if (merged.outcome === 'waits') return 'needs_other';
  for (const part of ['added', 'changed', 'erased', 'conflicts'] as const) report[part] += merged[part];
  onProgress(`Merged bundle ${String(sequence)} of ${content.name}.`);
  return after;
}
