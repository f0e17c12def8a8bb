/**
 * Gives each test a separate, empty store with the current schema. The real migrations create the schema once per
 * process and engine, and each test copies it, because creating it takes ten times as long as most tests. On a server,
 * `postgresSchemas.ts` does this.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from '../support/fastFolder.ts';
import { aFolder, fileEngineNames, openStore } from './support.ts';
import type { EngineName, FileEngineName } from './support.ts';

const templates = new Map<EngineName, Uint8Array>();

/** For all suites of this process. A missing engine, such as sql.js in an extension host, has no template. */
async function makeTemplates(): Promise<void> {
  for (const engine of fileEngineNames) {
    const template = await makeTemplate(engine).catch(() => undefined);
    if (template !== undefined) templates.set(engine, template);
  }
}

// Programs that are not suites, such as benchmarks, use the same helpers.
if (typeof before === 'function') before(makeTemplates);

/** Returns the file of an empty store in a new folder, in memory if possible; `removeFolders` deletes it. */
export function anEmptyStore(engine: EngineName): string {
  const file = join(aFolder(fastFolder), 'memory.db');
  writeEmptyStore(engine, file);
  return file;
}

/** Throws if the file exists. Without a template it does nothing, and opening the store creates it. */
export function writeEmptyStore(engine: EngineName, file: string): void {
  const template = templates.get(engine);
  if (template !== undefined) writeFileSync(file, template, { flag: 'wx', mode: 0o600 });
}

async function makeTemplate(engine: FileEngineName): Promise<Uint8Array> {
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
