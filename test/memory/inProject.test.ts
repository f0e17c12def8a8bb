import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

describe('a memory that names its project', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller({ project: { key: 'github.com/acme/harbour', name: 'harbour' } });
  });
  afterEach(() => test.close());

  const keyOf = async (project: string | null | undefined): Promise<string | undefined> =>
    (await test.memory.identities.inProject(ada, project)).project?.key;

  it('belongs to the caller’s project if it names none, and to no project for null', async () => {
    assert.deepEqual([await keyOf(undefined), await keyOf(null)], ['github.com/acme/harbour', undefined]);
  });

  it('belongs to a known project by its name or key, in whichever case', async () => {
    const other = await test.caller({ project: { key: 'github.com/acme/rocket', name: 'rocket' } });
    await test.memory.facts.store(other, { category: 'codebase', fact: 'It flies' });
    assert.deepEqual(
      [await keyOf('Harbour'), await keyOf('ROCKET'), await keyOf('github.com/acme/rocket')],
      ['github.com/acme/harbour', 'github.com/acme/rocket', 'github.com/acme/rocket'],
    );
  });

  it('belongs to an opened project by its key, before anything is stored in it', async () => {
    await test.caller({ project: { key: '/home/ada/pier', name: 'pier' } });
    assert.deepEqual([await keyOf('/home/ada/pier'), await keyOf('pier')], ['/home/ada/pier', 'name:pier']);
  });

  it('belongs to a new project of that name if it is unknown, and to the same one the next time', async () => {
    const first = await test.memory.identities.inProject(ada, 'Moon base');
    const again = await test.memory.identities.inProject(ada, 'moon BASE');
    assert.deepEqual([first.project?.key, first.project?.name], ['name:moon base', 'Moon base']);
    assert.equal(again.project?.id, first.project?.id);
    assert.equal(first.user.id, ada.user.id);
  });

  it('is refused for an empty name, for "all", and for a name of several projects', async () => {
    for (const key of ['github.com/a/site', 'github.com/b/site']) {
      await test.memory.facts.store(await test.caller({ project: { key, name: 'site' } }), {
        category: 'codebase',
        fact: key,
      });
    }
    for (const name of ['', ' ', 'ALL', 'site']) await assert.rejects(keyOf(name), { code: 'invalid_input' }, name);
  });
});
