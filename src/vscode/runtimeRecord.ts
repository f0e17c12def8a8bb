/**
 * Writes down which runtime VS Code brings, so that `bigmind` started by a Node that is too old can run itself again
 * under this one, and lays a launcher beside the note: other clients are configured with the launcher, whose path
 * outlives updates of the extension. Both files are derived and replaced in one step; nobody reads half of them.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launcherFile } from '../clients/launch.ts';
import { readIfThere, writeWhole } from '../clients/replaceFile.ts';

export interface RuntimeRecord {
  /** The program that runs the extension host. */
  execPath: string;
  /** The program is Electron: it is a Node only with ELECTRON_RUN_AS_NODE=1. */
  electronRunAsNode: boolean;
  nodeVersion: string;
  /** Null when this Node has no SQLite of its own. */
  sqliteVersion: string | null;
  /** The command line of this extension. */
  cli: string;
}

const launcher = `// Runs the BigMind that VS Code installed last. Written by the extension; changes are lost.
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { cli } = JSON.parse(readFileSync(join(__dirname, 'runtime.json'), 'utf8'));
if (existsSync(cli)) require(cli);
else {
  console.error('bigmind: ' + cli + ' is gone. Install the BigMind extension again, or remove this MCP server.');
  process.exitCode = 1;
}
`;

/** Answers with the record's path. Rejects with the file system's error. */
export async function writeRuntimeRecord(home: string, record: RuntimeRecord): Promise<string> {
  const file = join(home, 'runtime.json');
  await mkdir(home, { recursive: true, mode: 0o700 });
  await writeIfOther(file, `${JSON.stringify(record, undefined, 2)}\n`);
  await writeIfOther(launcherFile(home), launcher);
  return file;
}

async function writeIfOther(file: string, text: string): Promise<void> {
  // Not there or not readable: either way it is written anew.
  const present = await readIfThere(file).catch(() => undefined);
  if (present?.toString() !== text) await writeWhole(file, text);
}
