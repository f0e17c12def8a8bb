/** The folder in which a program runs that is asked. Uses a temporary folder of its own, because its name is fixed. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inWorkFolder } from '../../src/distill/workFolder.ts';

describe('the folder of a program that is asked', () => {
  const before = process.env['TMPDIR'];
  let temporary: string;
  beforeEach(function () {
    if (process.platform === 'win32') this.skip();
    temporary = mkdtempSync(join(tmpdir(), 'bigmind learn tëst '));
    process.env['TMPDIR'] = temporary;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(temporary, { recursive: true, force: true });
  });

  const nameOf = (): Promise<string> => inWorkFolder({}, (folder) => Promise.resolve(basename(folder)));

  it('has the same name each time, contains only the given files, and is removed, also after a failure', async () => {
    const [one, other] = [await nameOf(), await nameOf()];
    assert.equal(one, other);
    const failing = inWorkFolder({ 'a.md': 'text' }, (folder) => {
      assert.deepEqual([readdirSync(folder), readFileSync(join(folder, 'a.md'), 'utf8')], [['a.md'], 'text']);
      throw new Error('it failed');
    });
    await assert.rejects(failing, /it failed/u);
    assert.deepEqual(readdirSync(temporary), []);
  });

  it('is another one while somebody works in that, and nothing of what was there is used', async () => {
    const usual = join(temporary, await nameOf());
    mkdirSync(usual);
    writeFileSync(join(usual, 'theirs'), '');
    assert.notEqual(await nameOf(), basename(usual));
    assert.deepEqual(readdirSync(temporary), [basename(usual)]);
  });

  it('gets its name back when that was abandoned for an hour', async () => {
    const usual = join(temporary, await nameOf());
    mkdirSync(usual);
    const old = Date.now() / 1000 - 7_200;
    utimesSync(usual, old, old);
    await nameOf();
    assert.equal(existsSync(usual), false);
    assert.equal(await nameOf(), basename(usual));
  });
});
