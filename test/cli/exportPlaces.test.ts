import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { refusedPlace, spelledOut } from '../../src/cli/portability/exportPlaces.ts';
import type { Places } from '../../src/cli/portability/exportPlaces.ts';
import { readRegular, writeNew } from '../../src/cli/portability/exportFiles.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

const unix: Places = { platform: 'linux', home: '/home/ada', folder: '/srv/build', store: '/home/ada/.mcp/bigmind' };
const windows: Places = { platform: 'win32', home: 'C:\\Users\\ada', folder: 'D:\\work', store: 'D:\\work\\store' };

const resolvedOrRefused = (path: string, places: Places): string => {
  try {
    return spelledOut('path', path, ['.json'], places);
  } catch (error) {
    assert.ok(error instanceof BigMindError);
    return `refused: ${/which (.*)\.$/u.exec(error.message)?.[1] ?? error.message}`;
  }
};

describe('the path of an export or import', () => {
  it('is resolved from what a model wrote, or refused with the reason', () => {
    for (const [given, places, expected] of [
      ['/home/ada/x.json', unix, '/home/ada/x.json'],
      ['~/notes/../x.JSON', unix, '/home/ada/x.JSON'],
      ['file:///home/ada/a%20b.json', unix, '/home/ada/a b.json'],
      ['file:///C:/Users/ada/x.json', windows, 'C:\\Users\\ada\\x.json'],
      ['~\\x.json', windows, 'C:\\Users\\ada\\x.json'],
      ['d:/build/x.json', windows, 'd:\\build\\x.json'],
      ['x.json', unix, 'refused: is not a full path'],
      ['~bob/x.json', unix, 'refused: is not a full path'],
      ['C:\\x.json', unix, 'refused: is a Windows path'],
      ['C:x.json', windows, 'refused: is not a full path'],
      ['\\x.json', windows, 'refused: is not a full path'],
      ['/etc/passwd', unix, 'refused: does not end in .json'],
      ['/home/ada/.json', unix, 'refused: does not end in .json'],
      ['//server/share/x.json', unix, 'refused: names another computer or a device'],
      ['\\\\server\\share\\x.json', windows, 'refused: names another computer or a device'],
      ['\\\\.\\pipe\\x.json', windows, 'refused: names another computer or a device'],
      ['file://server/x.json', unix, 'refused: is not a file on this computer'],
      ['C:\\Users\\ada\\con.json', windows, 'refused: names a device or a stream'],
      ['C:\\Users\\ada\\x.txt:y.json', windows, 'refused: names a device or a stream'],
      ['/home/ada/x\n.json', unix, 'refused: contains characters that are not allowed in a path'],
    ] as const) {
      assert.equal(resolvedOrRefused(given, places), expected, given);
    }
  });

  it('may only lead into plain folders of the user or the project', () => {
    for (const [path, places, isFree] of [
      ['/home/ada/x.json', unix, true],
      ['/home/ada/Documents/x.json', unix, true],
      ['/srv/build/out/x.json', unix, true],
      ['/home/bob/x.json', unix, false],
      ['/home/ADA/x.json', unix, false],
      ['/tmp/x.json', unix, false],
      ['/home/ada/.ssh/x.json', unix, false],
      ['/home/ada/.config/autostart/x.json', unix, false],
      ['/srv/build/.git/hooks/x.json', unix, false],
      ['/srv/build/.vscode/tasks.json', unix, false],
      ['/srv/build/.x.json', unix, false],
      ['/home/ada/.mcp/bigmind/backups/x.json', unix, false],
      ['/home/ada/Library/LaunchAgents/x.json', unix, false],
      ['C:\\users\\ADA\\x.json', windows, true],
      ['C:\\Users\\ada\\AppData\\Roaming\\x.json', windows, false],
      ['D:\\work\\store\\x.json', windows, false],
      ['E:\\x.json', windows, false],
    ] as const) {
      assert.equal(refusedPlace(path, places) === undefined, isFree, path);
    }
    assert.equal(refusedPlace('/x/y.json', { ...unix, folder: '/' })?.includes('neither'), true);
  });

  it('is read only if it is a regular file, and written only if nothing exists there', async () => {
    const home = temporaryHome();
    const at = (name: string): string => join(home.path, name);
    try {
      await writeNew(at('x.json'), 'mine');
      assert.equal((await readRegular(at('x.json'))).toString(), 'mine');
      if (process.platform === 'win32') return;
      assert.equal(statSync(at('x.json')).mode & 0o777, 0o600);
      symlinkSync(at('elsewhere'), at('link.json'));
      await assert.rejects(writeNew(at('link.json'), 'theirs'), { code: 'EEXIST' });
      mkdirSync(at('folder.json'));
      execFileSync('mkfifo', [at('pipe.json')]);
      for (const name of ['folder.json', 'pipe.json', 'gone.json']) {
        await assert.rejects(readRegular(at(name)), { code: 'bad_import' }, name);
      }
      await assert.rejects(readRegular('/dev/zero'), { code: 'bad_import', message: /not a regular file/u });
    } finally {
      home.remove();
    }
  });
});
