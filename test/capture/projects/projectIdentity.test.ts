import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkedOutCommit, pastProjectOf, projectOf } from '../../../src/capture/projects/projectIdentity.ts';

describe('projectOf', () => {
  let place: string;
  beforeEach(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'bigmind projekt ü ')));
  });
  afterEach(() => {
    rmSync(place, { recursive: true });
  });

  function repository(folder: string, url?: string): void {
    mkdirSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, '.git/config'), url === undefined ? '[core]\n' : `[remote "origin"]\n\turl = ${url}\n`);
  }

  it('returns the remote for any folder in the repository', () => {
    repository(join(place, 'clone'), 'git@github.com:Acme/Shop.git');
    mkdirSync(join(place, 'clone/src/deep'), { recursive: true });
    assert.deepEqual(projectOf(join(place, 'clone/src/deep'), '/nowhere'), {
      key: 'github.com/acme/shop',
      name: 'shop',
    });
  });

  it('returns the same project for a worktree', () => {
    repository(join(place, 'main'), 'https://github.com/acme/shop');
    const own = join(place, 'main/.git/worktrees/side');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'commondir'), '../..\n');
    mkdirSync(join(place, 'side'));
    writeFileSync(join(place, 'side/.git'), `gitdir: ${own}\n`);
    assert.equal(projectOf(join(place, 'side'), '/nowhere')?.key, 'github.com/acme/shop');
  });

  function worktree(main: string, folder: string): void {
    const own = join(main, '.git/worktrees/side');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'commondir'), '../..\n');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.git'), `gitdir: ${own}\n`);
  }

  for (const where of ['beside', 'main/.worktrees/side', 'main/.claude/worktrees/side']) {
    it(`returns the main folder for a worktree in ${where} without a remote, also after it is gone`, () => {
      const [main, side] = [join(place, 'main'), join(place, where)];
      repository(main);
      worktree(main, side);
      const project = { key: main, name: 'main' };
      assert.deepEqual(projectOf(side, '/nowhere'), project);
      assert.deepEqual(pastProjectOf(side, '/nowhere'), project);
      if (where === 'beside') return;
      rmSync(side, { recursive: true });
      assert.deepEqual(pastProjectOf(join(side, 'src'), '/nowhere'), project);
      // The repository may be gone, too, or be on another machine.
      rmSync(main, { recursive: true });
      assert.equal(pastProjectOf(join(side, 'src'), '/nowhere')?.key, main);
    });
  }

  it('returns the worktree itself if its repository is gone, and the folder of a submodule', () => {
    repository(join(place, 'main'));
    worktree(join(place, 'main'), join(place, 'side'));
    rmSync(join(place, 'main'), { recursive: true });
    assert.equal(projectOf(join(place, 'side'), '/nowhere')?.key, join(place, 'side'));
    const modules = join(place, 'app/.git/modules/lib');
    mkdirSync(modules, { recursive: true });
    mkdirSync(join(place, 'app/lib'));
    writeFileSync(join(place, 'app/lib/.git'), 'gitdir: ../.git/modules/lib\n');
    assert.equal(projectOf(join(place, 'app/lib'), '/nowhere')?.key, join(place, 'app/lib'));
  });

  it('returns the remote of a clone below a folder for worktrees, and no project of the home folder', () => {
    repository(join(place, 'shop'));
    const clone = join(place, 'shop/.claude/worktrees/side/vendor');
    repository(clone, 'https://github.com/acme/vendor');
    assert.equal(projectOf(clone, '/nowhere')?.key, 'github.com/acme/vendor');
    assert.equal(pastProjectOf(join(place, '.worktrees/shop/feature'), place)?.name, 'feature');
  });

  it('names the folders above one outside any repository, up to the home folder', () => {
    mkdirSync(join(place, 'a/b/c'), { recursive: true });
    const above = [join(place, 'a/b'), join(place, 'a')];
    assert.deepEqual(projectOf(join(place, 'a/b/c'), place)?.above, above);
    assert.deepEqual(pastProjectOf(join(place, 'a/b/gone'), place)?.above, above);
    repository(join(place, 'a/b'));
    assert.equal(projectOf(join(place, 'a/b/c'), place)?.above, undefined);
  });

  it('knows the commit that is checked out, in a worktree too', () => {
    const git = join(place, 'head/.git');
    const id = 'a1'.repeat(20);
    mkdirSync(join(git, 'refs/heads'), { recursive: true });
    writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
    assert.equal(checkedOutCommit(join(place, 'head')), undefined);
    writeFileSync(join(git, 'refs/heads/main'), `${id}\n`);
    assert.equal(checkedOutCommit(join(place, 'head')), id);
    const own = join(git, 'worktrees/tree');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'commondir'), '../..\n');
    writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/main\n');
    mkdirSync(join(place, 'tree'));
    writeFileSync(join(place, 'tree/.git'), `gitdir: ${own}\n`);
    assert.equal(checkedOutCommit(join(place, 'tree')), id);
    writeFileSync(join(own, 'HEAD'), `${'b2'.repeat(32)}\n`);
    assert.equal(checkedOutCommit(join(place, 'tree')), 'b2'.repeat(32));
    assert.equal(checkedOutCommit(join(place, 'nowhere')), undefined);
  });

  it('knows the commit of a branch that Git packed, but reads only the beginning of a long list', () => {
    const [git, tree] = [join(place, 'packed/.git'), join(place, 'packed')];
    const [id, other] = ['a1'.repeat(20), 'b2'.repeat(20)];
    const header = '# pack-refs with: peeled fully-peeled sorted \n';
    mkdirSync(join(git, 'refs/heads/main'), { recursive: true });
    writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(git, 'packed-refs'), `${header}${other} refs/heads/a/refs/heads/main\n${id} refs/heads/main\n`);
    assert.equal(checkedOutCommit(tree), id);
    const tags = Array.from({ length: 40_000 }, (_, i) => `${other} refs/tags/${String(i)}\n^${other}\n`).join('');
    writeFileSync(join(git, 'packed-refs'), `${header}${id} refs/heads/main\n${tags}`);
    assert.equal(checkedOutCommit(tree), id);
    writeFileSync(join(git, 'packed-refs'), `${header}${tags}${id} refs/heads/main\n`);
    assert.equal(checkedOutCommit(tree), undefined);
    rmSync(join(git, 'refs/heads/main'), { recursive: true });
    writeFileSync(join(git, 'refs/heads/main'), `${other}\n`);
    assert.equal(checkedOutCommit(tree), other);
  });

  it('returns the folder if there is no remote', () => {
    repository(join(place, 'local'));
    assert.deepEqual(projectOf(join(place, 'local'), '/nowhere'), { key: join(place, 'local'), name: 'local' });
    mkdirSync(join(place, 'plain'));
    assert.equal(projectOf(join(place, 'plain'), '/nowhere')?.name, 'plain');
  });

  it('returns undefined for a home folder, a root or a missing folder', () => {
    assert.equal(projectOf(place, place), undefined);
    assert.equal(projectOf('/', place), undefined);
    assert.equal(projectOf(join(place, 'gone'), '/nowhere'), undefined);
  });
});
