/** Generates or checks the table in `docs/clients.md` by `docs/clients.json`, which lists only what suites verified. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allClients } from '../realClients/clients.ts';
import { capabilities, clientRecords } from '../realClients/record.ts';
import type { Capability, ClientRecord } from '../realClients/record.ts';

const root = resolve(import.meta.dirname, '../..');
const page = join(root, 'docs/clients.md');
const [begin, end] = ['<!-- clients: made from docs/clients.json -->\n\n', '\n\n<!-- /clients -->'];
const titles: Readonly<Record<Capability, string>> = {
  tools: 'Tools',
  context: 'Context',
  recording: 'Recording',
  history: 'History import',
};

describe('the client table', () => {
  it('matches the record', () => {
    const text = readFileSync(page, 'utf8');
    const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
    assert.ok(from >= begin.length && to > from, 'docs/clients.md has no place for the table.');
    const table = tableOf(clientRecords());
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(page, text.slice(0, from) + table + text.slice(to));
    else assert.equal(text.slice(from, to), table, 'UPDATE_GOLDEN=1 updates it.');
  });

  it('has a row for each client that the suites run, with its version', () => {
    const recorded = clientRecords().filter(({ verifiedBy }) => verifiedBy.startsWith('test/realClients/'));
    assert.deepEqual(
      recorded.map(({ name, version }) => `${name} ${version}`),
      allClients.map(({ title, version }) => `${title} ${version}`),
    );
  });

  it('names only existing suites', () => {
    const gone = clientRecords().filter(({ verifiedBy }) => !existsSync(join(root, verifiedBy)));
    assert.deepEqual(gone, []);
  });
});

function tableOf(records: readonly ClientRecord[]): string {
  const head = ['Client', ...capabilities.map((capability) => titles[capability]), 'Verified by'];
  const rows = records.map(({ name, version, can, importKind, verifiedBy }) => {
    const cells = capabilities.map((capability) => cellFor(capability, can, importKind));
    return [`${name} (${version})`, ...cells, `[${verifiedBy}](../${verifiedBy})`];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellFor(capability: Capability, can: readonly Capability[], importKind: string): string {
  if (!can.includes(capability)) return '–';
  return capability === 'history' ? `\`${importKind}\`` : 'yes';
}
