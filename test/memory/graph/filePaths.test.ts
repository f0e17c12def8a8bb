/** Which spellings of a path are one file of a project. */
import assert from 'node:assert/strict';
import type { ProjectFiles } from '../../../src/memory/graph/filePaths.ts';
import { FilePaths } from '../../../src/memory/graph/filePaths.ts';

const nothingNear = { memory: [], session: [] };

function shop(more: Partial<ProjectFiles> = {}): FilePaths {
  return new FilePaths({ key: '/home/ada/work/shop', name: 'shop', written: [], mentioned: [], ...more });
}

describe('the spellings of a file', () => {
  const relay = 'src/queue/relay.ts';
  const written = [relay, 'src/queue/index.ts', 'src/cart/index.ts', 'docs/relay.md', 'readme.md'];
  const spellings = [
    'relay.ts',
    'queue/relay.ts',
    'src/queue/relay.ts',
    '../queue/relay.ts',
    '../../src/queue/relay.ts',
    '/home/ada/work/shop/src/queue/relay.ts',
    '~/work/shop/src/queue/relay.ts',
    '/src/queue/relay.ts',
    'shop/src/queue/relay.ts',
    'work/shop/src/queue/relay.ts',
    '/users/ada/code/shop/src/queue/relay.ts',
    'c:/work/shop/src/queue/relay.ts',
    '/home/ada/work/shop/.worktrees/fix/retries/src/queue/relay.ts',
    '/home/ada/work/shop/.claude/worktrees/blue/src/queue/relay.ts',
    '.worktrees/ada/src/queue/relay.ts',
    '/builds/7/src/queue/relay.ts',
    'a/src/queue/relay.ts',
  ];
  const files = shop({ written, mentioned: [...spellings, '/builds/7/docs/relay.md'] });

  for (const spelling of spellings)
    it(`are one: ${spelling}`, () => assert.equal(files.resolve(spelling, nothingNear), relay));

  it('are one at the root of another copy', () =>
    assert.equal(files.resolve('/users/ada/code/shop/setup.sh', nothingNear), 'setup.sh'));

  for (const [spelling, why] of [
    ['index.ts', 'two files have the name'],
    ['lay.ts', 'it ends a word, and no path'],
    ['docs/relay.ts', 'it is below another folder'],
    ['/home/ada/work/other/src/queue/relay.ts', 'it is in another repository'],
    ['other/src/queue/relay.ts', 'it may be in a folder of this repository'],
    ['main.py', 'no path ends with it'],
    ['src/queue/relay.ts.bak', 'it goes on'],
  ] as const)
    it(`stay apart where ${why}: ${spelling}`, () => assert.equal(files.resolve(spelling, nothingNear), spelling));

  it('are known from memories, too, but not from folders that a program made up', () => {
    const mentioned = ['lib/parse.rb', 'parse.rb', 'run/9f86d081884c/out.json', 'out.json'];
    const known = shop({ mentioned });
    assert.deepEqual(
      mentioned.map((one) => known.resolve(one, nothingNear)),
      ['lib/parse.rb', 'lib/parse.rb', 'run/9f86d081884c/out.json', 'out.json'],
    );
  });

  it('keep a file that a session wrote, although a longer path ends with it', () => {
    const known = shop({ written: ['src/app.ts', 'web/src/app.ts'] });
    assert.deepEqual(
      ['src/app.ts', 'web/src/app.ts', 'app.ts'].map((one) => known.resolve(one, nothingNear)),
      ['src/app.ts', 'web/src/app.ts', 'app.ts'],
    );
  });

  it('keep apart what most repositories have at their root', () => {
    const paths = ['pkg/readme.md', 'pkg/.gitignore', 'pkg/dockerfile', 'pkg/package.json', 'pkg/claude.md'];
    const known = shop({ written: paths });
    for (const path of paths) {
      const name = path.slice('pkg/'.length);
      assert.equal(known.resolve(name, { memory: [path], session: [path] }), name);
    }
  });

  it('are decided by the memory, then by its session, if several files have the name', () => {
    const resolve = (memory: string[], session: string[]): string => files.resolve('index.ts', { memory, session });
    assert.equal(resolve(['index.ts', 'queue/index.ts'], ['src/cart/index.ts']), 'src/queue/index.ts');
    assert.equal(resolve(['index.ts'], ['src/cart/index.ts', relay]), 'src/cart/index.ts');
    assert.equal(resolve(['queue/index.ts', 'cart/index.ts'], []), 'index.ts');
  });

  it('are compared without a folder where the project is the address of a repository', () => {
    const known = shop({ key: 'github.com/ada/shop', written: [relay] });
    assert.equal(known.resolve('/home/bo/shop/src/queue/relay.ts', nothingNear), relay);
    assert.equal(known.resolve('/home/bo/other/src/queue/relay.ts', nothingNear), '/home/bo/other/src/queue/relay.ts');
  });

  it('never name a path outside of the project that a session wrote', () => {
    const known = shop({ written: ['~/notes/plan.md', '/tmp/x/plan.md'] });
    assert.equal(known.resolve('plan.md', { memory: [], session: ['~/notes/plan.md'] }), 'plan.md');
  });
});
