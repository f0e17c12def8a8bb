/** How a process with pending file operations ends: slow ones do not get it killed, one that never answers does. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ending = pathToFileURL(join(import.meta.dirname, '..', '..', 'src', 'cli', 'serve', 'ending.ts')).href;

function endOf(work: string): { status: number | null; signal: NodeJS.Signals | null } {
  const program = `import { leave } from ${JSON.stringify(ending)};
    import { open, readFile } from 'node:fs/promises';
    ${work}
    setTimeout(() => void leave(0), 100);`;
  const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 30_000 });
  return { status, signal };
}

describe('a leaving process', () => {
  it('ends with its own exit code while it reads files continuously', () => {
    const reading = `void (async () => { for (;;) await readFile(${JSON.stringify(process.execPath)}); })();`;
    assert.deepEqual(endOf(reading), { status: 0, signal: null });
  });

  it('is killed when opening a file never returns', function () {
    if (process.platform === 'win32') this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'bigmind-ending-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    assert.deepEqual(endOf(`void open(${JSON.stringify(pipe)});`), { status: null, signal: 'SIGKILL' });
    rmSync(folder, { recursive: true });
  });
});
