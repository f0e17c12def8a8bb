/**
 * `docs/clients.json`: what each client was seen to do with BigMind, from which the table in `docs/clients.md` is made. The suites
 * hold it to what they verify; UPDATE_GOLDEN=1 writes it. What VS Code does is verified by the suites of test/e2e and
 * stands there by hand.
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
  /** The suite, below the root. */
  verifiedBy: string;
  /** Those that were verified, in the order of `capabilities`. */
  can: readonly Capability[];
  /** `bigmind import KIND` brings in its history. */
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
    const renewed = at === -1 ? [...records, seen] : records.with(at, seen);
    const style = await resolveConfig(file);
    writeFileSync(file, await format(JSON.stringify(renewed), { ...style, filepath: file }));
    return;
  }
  assert.deepEqual(seen, records[at], 'docs/clients.json says something else; UPDATE_GOLDEN=1 renews it.');
}
