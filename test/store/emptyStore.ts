/**
 * A test's own store, empty and at today's schema. The schema is made once for each process and engine, by the real
 * migrations, and copied for each test: to make it again costs ten times as much as most tests do.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from '../support/fastFolder.ts';
import { aFolder, engineNames, openStore } from './support.ts';
import type { EngineName } from './support.ts';

const templates = new Map<EngineName, Uint8Array>();

/** For all suites of this process; an engine that is not there, as sql.js in an extension host, has no template. */
async function makeTemplates(): Promise<void> {
  for (const engine of engineNames) {
    const template = await makeTemplate(engine).catch(() => undefined);
    if (template !== undefined) templates.set(engine, template);
  }
}

// Programs that are no suites, such as benchmarks, use the same helpers.
if (typeof before === 'function') before(makeTemplates);

/** The file of an empty store in a fresh folder, in memory where possible; `removeFolders` removes it. */
export function anEmptyStore(engine: EngineName): string {
  const file = join(aFolder(fastFolder), 'memory.db');
  writeEmptyStore(engine, file);
  return file;
}

/** Throws where there is a file already. Without a template it writes nothing, and whoever opens the store makes it. */
export function writeEmptyStore(engine: EngineName, file: string): void {
  const template = templates.get(engine);
  if (template !== undefined) writeFileSync(file, template, { flag: 'wx', mode: 0o600 });
}

async function makeTemplate(engine: EngineName): Promise<Uint8Array> {
  const folder = mkdtempSync(join(fastFolder, 'bigmind template '));
  const file = join(folder, 'memory.db');
  try {
    const store = openStore(engine, file);
    await store.maintenance.inspect();
    await store.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
