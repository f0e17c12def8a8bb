import assert from 'node:assert/strict';
import { isRooted, pathWithin } from '../../src/util/paths.ts';

const within: [folders: string[], path: string, shown: string][] = [
  [['/projects/shop'], '/projects/shop/src/login.ts', 'src/login.ts'],
  [['/projects/shop/'], '/projects/shop//src/login.ts', 'src/login.ts'],
  [['c:\\Work\\shop'], 'C:\\Work\\shop\\src\\login.ts', 'src/login.ts'],
  [['C:\\Work\\shop'], 'c:/Work/shop/src/login.ts', 'src/login.ts'],
  [['/projects/shop/web', '/projects/shop'], '/projects/shop/web/a.ts', 'web/a.ts'],
  [['/projects/shop'], 'src/login.ts', 'src/login.ts'],
  [['/projects/shop'], '/projects/shopping/a.ts', '/projects/shopping/a.ts'],
  [['/projects/shop'], '/projects/shop', '/projects/shop'],
  [['/projects/shop'], '/projects/shop/../secret.txt', '/projects/shop/../secret.txt'],
  [['/'], '/etc/hosts', '/etc/hosts'],
  [['C:\\'], 'C:\\boot.ini', 'C:\\boot.ini'],
  [['/projects/shop'], '/home/ada/.bashrc', '~/.bashrc'],
  [['/projects/shop'], '/Users/ada/notes/a.md', '~/notes/a.md'],
  [['/projects/shop'], '/Users/Shared/a.md', '/Users/Shared/a.md'],
  [['/projects/shop'], 'C:\\Users\\ada\\notes\\a.md', '~\\notes\\a.md'],
  [[], '/root/a.md', '~/a.md'],
  [[], '/tmp/a.md', '/tmp/a.md'],
];

describe('a path', () => {
  for (const [folders, path, shown] of within) {
    it(`is shown as ${shown} for ${path} in ${folders.join(' and ') || 'no folder'}`, () =>
      assert.equal(pathWithin(folders, path), shown));
  }

  it('is relative unless it starts at a root, a drive or a home folder', () => {
    assert.ok(['/a', '\\\\server\\a', 'C:\\a', '~/a'].every(isRooted));
    assert.ok(!['a', './a', 'src/a.ts', '~a'].some(isRooted));
  });
});
