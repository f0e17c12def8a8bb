import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldersByHash, spelledFolder } from '../../../src/capture/projects/folderSpelling.ts';
import { pastProjectOf, projectOfKey } from '../../../src/capture/projects/projectIdentity.ts';

describe('the spelling of a folder', () => {
  const spellings: Readonly<Record<string, readonly string[]>> = {
    'C:\\Users\\a\\shop': [
      ...['c:\\Users\\a\\shop', 'C:\\Users\\a\\shop\\', 'C:/Users/a/shop', 'c:/Users//a/./shop/'],
      ...['\\\\?\\c:\\Users\\a\\shop', '//?/C:/Users/a/shop', '\\\\.\\C:\\Users\\a\\shop'],
      ...['file:///c%3A/Users/a/shop', 'file:///C:/Users/a/shop/'],
    ],
    '\\\\server\\share\\shop': [
      '\\\\server\\share\\shop\\',
      '\\\\?\\UNC\\server\\share\\shop',
      'file://server/share/shop',
    ],
    '/home/u/my shop': ['/home/u/my shop/', '/home/u//x/../my shop', 'file:///home/u/my%20shop'],
    '/home/u/shop': ['vscode-remote://wsl+Ubuntu/home/u/shop', 'vscode-remote://ssh-remote%2Bbox/home/u/shop/'],
    '/home/u/C:\\shop': ['/home/u/C:\\shop'],
    '/mnt/c/Users/a/shop': ['/mnt/c/Users/a/shop'],
    'C:\\': ['c:/', 'C:\\'],
    '/': ['/'],
  };
  for (const [folder, named] of Object.entries(spellings)) {
    it(`is ${folder} for ${named.join(', ')}`, () => {
      assert.deepEqual([...new Set(named.map(spelledFolder))], [folder]);
    });
  }

  it('names one past project, and none for a root', () => {
    const keys = spellings['C:\\Users\\a\\shop']?.map((named) => pastProjectOf(named, '/nowhere')?.key);
    assert.deepEqual([...new Set(keys)], ['C:\\Users\\a\\shop']);
    const worktree = pastProjectOf('c:/Users/a/shop/.worktrees/side/src', '/nowhere');
    assert.deepEqual(worktree, { key: 'C:\\Users\\a\\shop', name: 'shop' });
    for (const root of ['c:/', 'C:\\', '/']) assert.equal(pastProjectOf(root, '/nowhere'), undefined, root);
  });

  it('resolves the links above a folder that is gone', () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'bigmind links ')));
    try {
      mkdirSync(join(place, 'private/var'), { recursive: true });
      symlinkSync(join(place, 'private/var'), join(place, 'var'));
      const gone = join(place, 'private/var/gone/shop');
      assert.equal(pastProjectOf(join(place, 'var/gone/shop'), '/nowhere')?.key, gone);
      assert.equal(pastProjectOf(gone, '/nowhere')?.key, gone);
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});

describe('the project that a key names today', () => {
  const cases: [key: string, today: string | undefined][] = [
    ['c:\\Users\\a\\shop', 'C:\\Users\\a\\shop'],
    ['C:/Users/a/shop', 'C:\\Users\\a\\shop'],
    ['/home/u/shop/', '/home/u/shop'],
    ['ssh.dev.azure.com/v3/org/my%20shop/shop', 'dev.azure.com/org/my shop/_git/shop'],
    ['org.visualstudio.com/shop/_git/shop', 'dev.azure.com/org/shop/_git/shop'],
    ['git.acme.org/scm/proj/shop', 'git.acme.org/proj/shop'],
    ['github.com/acme/shop', 'github.com/acme/shop'],
    ['name:shop', undefined],
    ['name:8/shop', undefined],
  ];
  for (const [key, today] of cases) {
    it(`is ${today ?? 'unknown'} for ${key}`, () => {
      assert.equal(projectOfKey(key, '/nowhere')?.key, today);
    });
  }
});

describe('a folder by its hash', () => {
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

  it('is found in every spelling that Gemini CLI writes, and above a known folder', () => {
    const known = foldersByHash(['c:\\Users\\Ada\\Shop\\api', '/home/u/shop']);
    for (const text of ['C:\\Users\\Ada\\Shop', 'c:\\Users\\Ada\\Shop', 'c:\\users\\ada\\shop', 'c:/users/ada/shop'])
      assert.equal(known.get(hashOf(text)), 'C:\\Users\\Ada\\Shop', text);
    assert.equal(known.get(hashOf('/home/u/shop')), '/home/u/shop');
    for (const other of ['/home/u/shop2', '/home/u/shop/api', '/', 'C:\\'])
      assert.equal(known.get(hashOf(other)), undefined, other);
  });
});
