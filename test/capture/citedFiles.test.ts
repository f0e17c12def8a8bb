/** Cited files are read from their project folder only, whatever the path, the links and the other programs do. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCitedFiles } from '../../src/capture/citedFiles.ts';
import { startTimeLimit } from '../../src/capture/timeLimit.ts';
import type { CitedFile } from '../../src/memory/shared/ports.ts';
import { maxCitedBytes } from '../../src/memory/shared/citations/citedFiles.ts';
import { checkCitations } from '../../src/memory/shared/citations/checkCitations.ts';
import { citeSource } from '../../src/memory/shared/citations/citeSource.ts';

describe('a cited file', () => {
  let place: string;
  let folder: string;

  beforeEach(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'bigmind zitiert ü ')));
    folder = join(place, 'app');
    write('app/src/auth.ts', 'const one = 1;\n');
    write('outside.ts', 'nobody cited this');
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  function write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), content);
  }

  function link(path: string, target: string): void {
    symlinkSync(join(place, target), join(place, path));
  }

  async function kindOf(path: string): Promise<CitedFile['kind']> {
    return (await createCitedFiles(folder).read(path)).kind;
  }

  const auth = { kind: 'text', path: 'src/auth.ts', text: 'const one = 1;\n' };

  it('is read by its path from the folder and by its absolute path', async () => {
    const files = createCitedFiles(folder);
    for (const path of ['src/auth.ts', './src/../src/auth.ts', join(folder, 'src', 'auth.ts')]) {
      assert.deepEqual(await files.read(path), auth, path);
    }
  });

  it('is found from the subfolder of an agent first, and has its path from the folder', async () => {
    write('app/packages/web/src/auth.ts', 'const two = 2;\n');
    write('app/packages/web/page.ts', 'const three = 3;\n');
    const files = createCitedFiles(folder, join(folder, 'packages/web'));
    assert.deepEqual(await files.read('src/auth.ts'), {
      kind: 'text',
      path: 'packages/web/src/auth.ts',
      text: 'const two = 2;\n',
    });
    assert.deepEqual(await files.read('packages/web/page.ts'), await files.read('page.ts'));
    assert.deepEqual(await files.read('../../src/auth.ts'), auth);
    assert.deepEqual(await files.read('../../../outside.ts'), { kind: 'outside' });
  });

  it('is read in a folder that is reached by a link, by both names of the folder', async () => {
    link('linked', 'app');
    const files = createCitedFiles(join(place, 'linked'));
    for (const path of ['src/auth.ts', join(place, 'linked/src/auth.ts'), join(folder, 'src/auth.ts')]) {
      assert.deepEqual(await files.read(path), auth, path);
    }
  });

  it('is read in a project that was opened through a link, whose folder is known without it', async () => {
    write('app/packages/web/page.ts', 'const three = 3;\n');
    link('linked', 'app');
    for (const start of [join(place, 'linked'), join(place, 'linked/packages/web')]) {
      const files = createCitedFiles(folder, start);
      for (const path of ['src/auth.ts', join(place, 'linked/src/auth.ts'), join(folder, 'src/auth.ts')]) {
        assert.deepEqual(await files.read(path), auth, `${start}: ${path}`);
      }
      assert.deepEqual(await files.read(join(place, 'outside.ts')), { kind: 'outside' });
    }
  });

  it('is read by a link within the folder, and has its own path', async () => {
    link('app/same.ts', 'app/src/auth.ts');
    assert.deepEqual(await createCitedFiles(folder).read('same.ts'), auth);
  });

  it('is outside if its path leaves the folder', async () => {
    const paths = ['../outside.ts', join(place, 'outside.ts'), '..', '.', '~/auth.ts', '//server/share/auth.ts'];
    for (const path of paths) assert.equal(await kindOf(path), 'outside', path);
    if (process.platform !== 'win32') assert.equal(await kindOf('C:/work/auth.ts'), 'outside');
    else assert.equal(await kindOf('D:/work/auth.ts'), 'outside');
  });

  it('is outside if a link leaves the folder', async () => {
    write('other/secret.ts', 'secret');
    link('app/file.ts', 'outside.ts');
    link('app/folder', 'other');
    assert.equal(await kindOf('file.ts'), 'outside');
    assert.equal(await kindOf('folder/secret.ts'), 'outside');
  });

  it('cannot be read if its links form a circle', async () => {
    link('app/one.ts', 'app/two.ts');
    link('app/two.ts', 'app/one.ts');
    assert.equal(await kindOf('one.ts'), 'unreadable');
  });

  it('is missing if there is no regular file', async () => {
    link('app/dangling.ts', 'app/nothing.ts');
    const paths = ['gone.ts', 'src/auth.ts/deeper.ts', 'src', 'dangling.ts', `${'x'.repeat(300)}.ts`];
    for (const path of paths) assert.equal(await kindOf(path), 'missing', path);
  });

  it('is missing if it is a pipe, which would not answer', async function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [join(folder, 'pipe.ts')]);
    assert.equal(await kindOf('pipe.ts'), 'missing');
  });

  it('is not read without its folder', async () => {
    rmSync(folder, { recursive: true });
    assert.equal(await kindOf('src/auth.ts'), 'no_folder');
  });

  it('may be empty, and is text with any line ends and a byte order mark', async () => {
    const files = createCitedFiles(folder);
    for (const [content, text] of [
      ['', ''],
      ['a\r\nb\r\n', 'a\r\nb\r\n'],
      ['\ufeffa\n', 'a\n'],
    ] as const) {
      write('app/some.txt', content);
      assert.deepEqual(await files.read('some.txt'), { kind: 'text', path: 'some.txt', text });
    }
  });

  it('is binary in UTF-16', async () => {
    write('app/wide.txt', Buffer.from('\ufeffconst one = 1;\n', 'utf16le'));
    assert.equal(await kindOf('wide.txt'), 'binary');
  });

  it('is read up to 2 MB, and never if it is larger', async () => {
    write('app/large.txt', 'x'.repeat(maxCitedBytes));
    assert.equal(await kindOf('large.txt'), 'text');
    write('app/large.txt', 'x'.repeat(maxCitedBytes + 1));
    assert.equal(await kindOf('large.txt'), 'too_large');
    truncateSync(join(folder, 'large.txt'), 2 ** 30);
    const before = process.memoryUsage().rss;
    assert.equal(await kindOf('large.txt'), 'too_large');
    assert.ok(process.memoryUsage().rss - before < 2 ** 28);
  });

  it('is text or missing while another program deletes and writes it', async () => {
    const files = createCitedFiles(folder);
    const kinds = new Set<string>();
    const path = join(folder, 'busy.ts');
    const done = new AbortController();
    const busy = (async () => {
      while (!done.signal.aborted) {
        await writeFile(path, 'const one = 1;\n');
        await rm(path);
      }
    })();
    for (let round = 0; round < 1_000; round += 1) kinds.add((await files.read('busy.ts')).kind);
    done.abort();
    await busy;
    assert.deepEqual(
      [...kinds].filter((kind) => kind !== 'text' && kind !== 'missing'),
      [],
    );
    assert.ok(kinds.has('missing'));
  });

  it('is cited when a memory is stored and found again after its lines moved', async () => {
    write(
      'app/src/big.ts',
      Array.from({ length: 100 }, (_, at) => `const value${String(at)} = ${String(at)};`).join('\n'),
    );
    const cited = await citeSource(
      createCitedFiles(folder, join(folder, 'src')),
      `${join(folder, 'src', 'big.ts')}#L40-L44`,
    );
    assert.equal(cited.sourceRef, 'src/big.ts#L40-L44');
    const files = createCitedFiles(folder);
    assert.deepEqual(await checkCitations(files, [cited]), [{ state: 'there' }]);
    write(
      'app/src/big.ts',
      Array.from({ length: 100 }, (_, at) => `const value${String(at + 10)} = ${String(at + 10)};`).join('\r\n'),
    );
    assert.deepEqual(await checkCitations(files, [cited]), [
      { state: 'moved', lines: { first: 30, last: 34 }, sourceRef: 'src/big.ts#L30-L34' },
    ]);
    rmSync(join(folder, 'src/big.ts'));
    assert.deepEqual(await checkCitations(files, [cited]), [{ state: 'gone' }]);
    rmSync(folder, { recursive: true });
    assert.deepEqual(await checkCitations(files, [cited]), [{ state: 'unchecked', reason: 'no_folder' }]);
  });
});

describe('a time limit', () => {
  it('is over when its time has passed', async () => {
    const limit = startTimeLimit(5);
    await limit.over;
    // Timers may run up to a millisecond early.
    while (!limit.isOver()) await new Promise(setImmediate);
  });

  it('is over for waiting code when it is ended', async () => {
    const limit = startTimeLimit(600_000);
    limit.end();
    await limit.over;
    assert.ok(!limit.isOver());
  });
});
