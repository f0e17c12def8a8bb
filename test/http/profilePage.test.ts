/** The page as the tools use it: nothing runs before somebody asks, and a taken port is no reason to have no page. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createProfilePage, type ProfilePageOptions } from '../../src/http/profilePage.ts';
import type { ProfilePage } from '../../src/mcp/profilePage.ts';
import { ask, assetFolder, enter } from './support.ts';

/** Needs no store: what the page reads is another suite's. */
const reader: ProfilePageOptions['reader'] = {
  message: () => Promise.resolve({ type: 'failure', failure: { message: 'Nothing here.', remedy: null, actions: [] } }),
  changeToken: () => Promise.resolve('1'),
};

describe('the profile page', () => {
  const pages: ProfilePage[] = [];
  function aPage(options: Partial<ProfilePageOptions> = {}): ProfilePage {
    const page = createProfilePage({
      reader,
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
    occupied = createServer();
    taken = await new Promise((resolve) => {
      occupied.listen(0, '127.0.0.1', () => {
        const address = occupied.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
    if (occupied.listening) await new Promise((resolve) => occupied.close(resolve));
  });

  it('has one address, which opens it', async () => {
    const page = aPage();
    const [first, second] = await Promise.all([page.address(), page.address()]);
    assert.equal(first, second);
    const { port, headers } = await enter(first);
    assert.equal((await ask(port, '/api/profile', { headers })).status, 200);
  });

  it('has a token of its own at each start', async () => {
    const tokens = await Promise.all([aPage(), aPage()].map(async (page) => new URL(await page.address()).search));
    assert.notEqual(tokens[0], tokens[1]);
  });

  it('listens to nobody before it is asked for', async () => {
    await new Promise((resolve) => occupied.close(resolve));
    aPage({ port: taken });
    await assert.rejects(ask(taken, '/'), { code: 'ECONNREFUSED' });
  });

  it('takes the usual port when it is free, and any other when it is taken', async () => {
    assert.notEqual(new URL(await aPage({ port: taken }).address()).port, String(taken));
    await new Promise((resolve) => occupied.close(resolve));
    assert.equal(new URL(await aPage({ port: taken }).address()).port, String(taken));
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
