/** The page as the tools use it: nothing runs before somebody asks, and a taken port is no reason to have no page. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { createProfilePage, type ProfilePageOptions } from '../../src/http/profilePage.ts';
import type { ProfilePage } from '../../src/mcp/profilePage.ts';
import { ask, askPage, assetFolder, enter, hasIpv6, leave, occupy } from './support.ts';

/** Needs no store: what the page reads is another suite's. */
const host: ProfilePageOptions['host'] = {
  location: 'nowhere',
  actions: [],
  use: () => Promise.reject(new Error('Nothing here.')),
  adviceOn: () => ({ remedy: null, actions: [] }),
  note: () => undefined,
  changeToken: () => Promise.resolve('1'),
};

describe('the profile page', () => {
  const pages: ProfilePage[] = [];
  function aPage(options: Partial<ProfilePageOptions> = {}): ProfilePage {
    const page = createProfilePage({
      host,
      assetFolder,
      port: 0,
      newId: randomUUID,
      note: () => undefined,
      show: () => Promise.reject(new Error('No test opens a browser.')),
      ...options,
    });
    pages.push(page);
    return page;
  }

  let occupied: Server;
  let taken: number;
  beforeEach(async () => {
    ({ server: occupied, port: taken } = await occupy('127.0.0.1'));
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
    await leave(occupied);
  });

  it('has one address, which opens it', async () => {
    const page = aPage();
    const [first, second] = await Promise.all([page.address(), page.address()]);
    assert.equal(first, second);
    const { port, headers } = await enter(first);
    assert.equal((await askPage(port, { headers })).status, 200);
  });

  it('has a token of its own at each start', async () => {
    const tokens = await Promise.all([aPage(), aPage()].map(async (page) => new URL(await page.address()).hash));
    assert.notEqual(tokens[0], tokens[1]);
  });

  it('listens to nobody before it is asked for', async () => {
    await leave(occupied);
    aPage({ port: taken });
    await assert.rejects(ask(taken, '/'), { code: 'ECONNREFUSED' });
  });

  it('takes the usual port when it is free, and any other when it is taken', async () => {
    assert.notEqual(new URL(await aPage({ port: taken }).address()).port, String(taken));
    await leave(occupied);
    assert.equal(new URL(await aPage({ port: taken }).address()).port, String(taken));
  });

  it('takes another port, too, when the usual one is taken at the other loopback address only', async function () {
    if (!(await hasIpv6())) this.skip();
    await leave(occupied);
    ({ server: occupied } = await occupy('::1', taken));
    const page = aPage({ port: taken });
    assert.notEqual(new URL(await page.address()).port, String(taken));
    await assert.rejects(ask(taken, '/'), { code: 'ECONNREFUSED' });
  });

  it('shows its address, and tells it', async () => {
    const shown: string[] = [];
    const page = aPage({
      show: (address) => {
        shown.push(address);
        return Promise.resolve();
      },
    });
    assert.deepEqual([await page.open()], shown);
    assert.deepEqual(shown, [await page.address()]);
  });

  it('goes on serving when no browser can be opened', async () => {
    const page = aPage();
    await assert.rejects(page.open(), /No test opens a browser/u);
    const { port } = await enter(await page.address());
    assert.equal((await ask(port, '/page.css')).status, 200);
  });

  it('ends with what it serves, also when it never began', async () => {
    const page = aPage();
    const { port } = await enter(await page.address());
    await page.close();
    await assert.rejects(ask(port, '/'), { code: 'ECONNREFUSED' });
    await page.close();
    await aPage().close();
  });
});
