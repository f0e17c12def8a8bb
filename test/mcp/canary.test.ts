/**
 * One secret in every text that a tool call, an import or a caller's name passes in. Afterwards no file in BigMind's
 * folder contains it: neither the store nor a log or an export. No log line or notice contains it either.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { redact } from '../../src/capture/redaction/redaction.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { toolsetNames } from '../../src/mcp/shared/toolsetNames.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { createMemory } from '../../src/memory/memory.ts';
import type { Ports } from '../../src/memory/shared/ports.ts';
import type { Store } from '../../src/memory/store.ts';
import { snapshotTables } from '../../src/memory/upkeep/snapshot.ts';
import { textColumnsOf } from '../../src/memory/upkeep/textColumns.ts';
import { indexText } from '../../src/search/query/words.ts';
import { Meaning } from '../../src/search/ranking/meaning.ts';
import { Search } from '../../src/search/search.ts';
import { openSqliteStore } from '../../src/store/sqlite/openSqliteStore.ts';
import { snapshotColumns } from '../../src/store/exchange/snapshot/snapshotColumns.ts';
import { loadWasm } from '../store/support.ts';
import { aProjectInMemory } from '../support/fileMemory.ts';
import type { ProjectInMemory } from '../support/fileMemory.ts';
import { aToolHost } from '../support/toolHost.ts';
import { secretMaker } from '../support/secretShapes.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

const canary = secretMaker(42)['GitHub token'] ?? '';
const textFor = (field: string): string => `About ${field}: ${canary} is what it holds.`;

interface Schema {
  type?: string;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
}

describe('a secret in every incoming text', () => {
  const home = temporaryHome();
  let store: Store;
  let memory: Memory;
  let client: Client;
  const logged: string[] = [];
  let inFiles: ProjectInMemory;
  const ports: Ports = {
    clock: { now: () => new Date(), timeZone: 'UTC' },
    newId: randomUUID,
    hash: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    redact,
    indexText,
  };

  before(async () => {
    store = openSqliteStore({
      file: home.database,
      engine: 'native',
      hash: ports.hash,
      newId: ports.newId,
      now: () => ports.clock.now(),
      indexText,
      loadWasm,
      notice: (text) => logged.push(text),
    });
    memory = createMemory(store, ports, 'personal');
    inFiles = aProjectInMemory(ports.clock);
    const { identities, sessions } = memory;
    const { mcp } = createMcpServer({
      memory,
      search: new Search({
        recall: store.recall,
        identities,
        sessions,
        clock: ports.clock,
        meaning: new Meaning(store.embeddings, {}, ports.clock),
        reads: memory.audit,
      }),
      username: 'ada',
      version: '1',
      project: { key: `example.org/${canary}`, name: `shop ${canary}` },
      newId: randomUUID,
      toolsets: toolsetNames,
      files: inFiles.callerFiles,
      toolHost: aToolHost({ fileMemory: () => Promise.resolve(inFiles.memory) }),
      log: (line) => logged.push(line),
    });
    client = new Client({ name: `agent ${canary}`, version: `1 ${canary}` });
    const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
    await Promise.all([mcp.connect(serverTransport), client.connect(clientTransport)]);
  });

  after(async () => {
    await client.close();
    await store.close();
    home.remove();
  });

  const assertNotStored = (): void => {
    const folder = dirname(home.database);
    const filesWithSecret = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && readFileSync(path).includes(canary));
    assert.deepEqual(filesWithSecret, []);
    assert.ok([...inFiles.files.texts.values()].every((text) => !text.includes(canary)));
    assert.deepEqual(
      logged.filter((line) => line.includes(canary)),
      [],
    );
  };

  it('is nowhere after every tool was called with it in each text argument', async () => {
    const { tools } = await client.listTools();
    let calls = 0;
    for (const tool of tools) {
      const schema = tool.inputSchema as Schema;
      for (const field of ['', ...Object.keys(schema.properties ?? {})]) {
        const args = argumentsWith(schema, field);
        await client.callTool({ name: tool.name, arguments: args });
        calls += 1;
      }
    }
    assert.ok(calls > 100);
    await memory.cuts.settled();
    assertNotStored();
  });

  it('is nowhere after the import of a snapshot that contains it', async () => {
    const snapshot = JSON.parse(JSON.stringify(await memory.portability.export('ada'))) as {
      tables: Record<string, Record<string, unknown>[]>;
    };
    for (const table of snapshotTables) {
      for (const row of snapshot.tables[table] ?? []) {
        if (typeof row['uid'] === 'string') row['uid'] = randomUUID();
        for (const column of textColumnsOf(table)) {
          const spec = snapshotColumns[table].find(({ name }) => name === column);
          const isName = ['username', 'key', 'external_id'].includes(column);
          if (spec?.values === undefined && !isName && column !== 'name') row[column] = textFor(`${table}.${column}`);
        }
      }
    }
    await memory.portability.import(JSON.stringify(snapshot), 'ada');
    assertNotStored();
  });

  it('is nowhere after messages that contain it were archived and exported', async () => {
    const caller = await memory.identities.resolve({
      username: 'ada',
      agent: { name: 'tests', version: '1' },
      project: undefined,
      conversationId: null,
    });
    const line = {
      lineNumber: 1,
      session: textFor('session'),
      role: 'user',
      speaker: textFor('speaker'),
      content: textFor('content'),
      sourceRef: textFor('source_ref'),
    };
    await memory.archive.importMessages(caller, [line], { projectId: null });
    writeFileSync(join(dirname(home.database), 'export.json'), JSON.stringify(await memory.portability.export('ada')));
    await memory.cuts.settled();
    assertNotStored();
  });

  it('is counted by rule, and a search for old secrets finds none', async () => {
    const { byRule } = await memory.secrets.tally();
    assert.ok((byRule.find(({ rule }) => rule === 'GitHub token')?.count ?? 0) > 100);
    assert.deepEqual(await memory.secrets.find(), []);
  });
});

/** The required arguments, and the field of this name with the secret in it; the others get harmless text. */
function argumentsWith(schema: Schema, field: string): Record<string, unknown> {
  const required = schema.required ?? [];
  const entries = Object.entries(schema.properties ?? {}).filter(([name]) => name === field || required.includes(name));
  return Object.fromEntries(entries.map(([name, property]) => [name, valueFor(name, property, name === field)]));
}

function valueFor(name: string, schema: Schema, isCanary: boolean): unknown {
  const { type, items, anyOf } = schema;
  if (schema.enum !== undefined) return schema.enum[0];
  if (anyOf !== undefined) return valueFor(name, anyOf[0] ?? {}, isCanary);
  if (type === 'array') return [valueFor(name, items ?? {}, isCanary)];
  if (type === 'object') return argumentsWith(schema, isCanary ? (Object.keys(schema.properties ?? {})[0] ?? '') : '');
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return isCanary ? textFor(name) : `Something about ${name} ${randomUUID().slice(0, 4)}`;
}
