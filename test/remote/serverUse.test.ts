/** Since when a server is used on this computer. */
import assert from 'node:assert/strict';
import { serverFolder } from '../../src/remote/serverFolder.ts';
import { noteServerUse, serverUsedSince } from '../../src/remote/serverUse.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

const [one, other] = ['https://one.example.com', 'https://other.example.com'];
const at = (hour: number): Date => new Date(Date.UTC(2026, 6, 1, hour));

describe('the use of a server', () => {
  const home = temporaryHome();
  after(() => home.remove());

  it('begins with the first connection, goes on until another one, and then begins again', async () => {
    const { folder } = serverFolder(home.path, one);
    await noteServerUse(home.path, one, at(8));
    await noteServerUse(home.path, one, at(9));
    assert.deepEqual(await serverUsedSince(folder, at(10)), at(8));
    await noteServerUse(home.path, other, at(11));
    await noteServerUse(home.path, one, at(12));
    assert.deepEqual(await serverUsedSince(folder, at(13)), at(12));
    await noteServerUse(home.path, undefined, at(14));
    await noteServerUse(home.path, one, at(15));
    assert.deepEqual(await serverUsedSince(folder, at(16)), at(15));
  });

  it('begins with the first hook if no window noted it', async () => {
    const { folder } = serverFolder(home.path, 'https://third.example.com');
    assert.deepEqual(await serverUsedSince(folder, at(8)), at(8));
    assert.deepEqual(await serverUsedSince(folder, at(9)), at(8));
  });
});
