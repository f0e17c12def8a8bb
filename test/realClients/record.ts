/**
 * `docs/clients.json`: what each client was seen to do with BigMind, the source of the table in `docs/clients.md`. The
 * suites compare it with what they verify; UPDATE_GOLDEN=1 writes it. The suites of test/e2e verify VS Code, whose
 * entry is written by hand.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../../scripts/lib/places.ts';
import type { RealClient } from './clients.ts';

export const capabilities = ['tools', 'context', 'recording', 'history'] as const;
export type Capability = (typeof capabilities)[number];

export interface ClientRecord {
  name: string;
  version: string;
  /** The suite, relative to the root. */
  verifiedBy: string;
  /** The verified capabilities, in the order of `capabilities`. */
  can: readonly Capability[];
  /** `bigmind import KIND` imports its history. */
  importKind: string;
}

const file = join(root, 'docs', 'clients.json');

export function clientRecords(): ClientRecord[] {
  return JSON.parse(readFileSync(file, 'utf8')) as ClientRecord[];
}

export async function assertRecord(client: RealClient, verified: ReadonlySet<Capability>): Promise<void> {
  const seen: ClientRecord = {
    name: client.title,
    version: client.version,
    verifiedBy: `test/realClients/${client.name}.test.ts`,
    can: capabilities.filter((capability) => verified.has(capability)),
    importKind: client.importKind,
  };
  const records = clientRecords();
  const at = records.findIndex(({ name }) => name === seen.name);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    const updated = at === -1 ? [...records, seen] : records.with(at, seen);
    const style = await resolveConfig(file);
    writeFileSync(file, await format(JSON.stringify(updated), { ...style, filepath: file }));
    return;
  }
  assert.deepEqual(seen, records[at], 'docs/clients.json differs; UPDATE_GOLDEN=1 updates it.');
}
