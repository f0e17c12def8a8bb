import assert from 'node:assert/strict';
import { isRooted, pathWithin } from '../../src/util/paths.ts';

const within: [folders: string[], path: string, shown: string][] = [
  [['/work/shop'], '/work/shop/src/login.ts', 'src/login.ts'],
  [['/work/shop/'], '/work/shop//src/login.ts', 'src/login.ts'],
  [['c:\\Work\\shop'], 'C:\\Work\\shop\\src\\login.ts', 'src/login.ts'],
  [['C:\\Work\\shop'], 'c:/Work/shop/src/login.ts', 'src/login.ts'],
  [['/work/shop/web', '/work/shop'], '/work/shop/web/a.ts', 'web/a.ts'],
  [['/work/shop'], 'src/login.ts', 'src/login.ts'],
  [['/work/shop'], '/work/shopping/a.ts', '/work/shopping/a.ts'],
  [['/work/shop'], '/work/shop', '/work/shop'],
  [['/work/shop'], '/work/shop/../secret.txt', '/work/shop/../secret.txt'],
  [['/'], '/etc/hosts', '/etc/hosts'],
  [['C:\\'], 'C:\\boot.ini', 'C:\\boot.ini'],
  [['/work/shop'], '/home/ada/.bashrc', '~/.bashrc'],
  [['/work/shop'], '/Users/ada/notes/a.md', '~/notes/a.md'],
  [['/work/shop'], '/Users/Shared/a.md', '/Users/Shared/a.md'],
  [['/work/shop'], 'C:\\Users\\ada\\notes\\a.md', '~\\notes\\a.md'],
  [[], '/root/a.md', '~/a.md'],
  [[], '/tmp/a.md', '/tmp/a.md'],
];

describe('A path', () => {
  for (const [folders, path, shown] of within) {
    it(`is ${shown} for ${path} in ${folders.join(' and ') || 'no folder'}`, () =>
      assert.equal(pathWithin(folders, path), shown));
  }

  it('depends on a folder unless it begins at a root, a drive or a home', () => {
    assert.ok(['/a', '\\\\server\\a', 'C:\\a', '~/a'].every(isRooted));
    assert.ok(!['a', './a', 'src/a.ts', '~a'].some(isRooted));
  });
});
