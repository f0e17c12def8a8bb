/** The page as the tools use it: it starts on request, and uses another port if its port is in use. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { createProfilePage, type ProfilePageOptions } from '../../src/http/profilePage.ts';
import type { ProfilePage } from '../../src/mcp/shared/profilePage.ts';
import {
  assetFolder,
  closeServer,
  hasIpv6,
  hostWithoutStore,
  occupyPort,
  openAddress,
  sendPageMessage,
  sendRequest,
} from './support.ts';

describe('the memory page', () => {
  const pages: ProfilePage[] = [];
  function aPage(options: Partial<ProfilePageOptions> = {}): ProfilePage {
    const page = createProfilePage({
      host: hostWithoutStore,
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
    ({ server: occupied, port: taken } = await occupyPort('127.0.0.1'));
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
    await closeServer(occupied);
  });

  it('has one origin, and addresses that each open it once', async () => {
    const page = aPage();
    const [first, second] = await Promise.all([page.newAddress(), page.newAddress()]);
    assert.equal(new URL(first).origin, new URL(second).origin);
    assert.notEqual(first, second);
    for (const address of [first, second]) {
      const { port, headers } = await openAddress(address);
      assert.equal((await sendPageMessage(port, { headers })).status, 200);
      await assert.rejects(openAddress(address));
    }
  });

  it('has a new token at each start', async () => {
    const [one, other] = await Promise.all(
      [aPage(), aPage()].map(async (page) => openAddress(await page.newAddress())),
    );
    assert.notEqual(one?.headers.authorization, other?.headers.authorization);
  });

  it('does not listen before its address is requested', async () => {
    await closeServer(occupied);
    aPage({ port: taken });
    await assert.rejects(sendRequest(taken, '/'), { code: 'ECONNREFUSED' });
  });

  it('uses the configured port if it is free, else any other', async () => {
    assert.notEqual(new URL(await aPage({ port: taken }).newAddress()).port, String(taken));
    await closeServer(occupied);
    assert.equal(new URL(await aPage({ port: taken }).newAddress()).port, String(taken));
  });

  it('uses another port also if the configured one is in use only at the other loopback address', async function () {
    if (!(await hasIpv6())) this.skip();
    await closeServer(occupied);
    ({ server: occupied } = await occupyPort('::1', taken));
    const page = aPage({ port: taken });
    assert.notEqual(new URL(await page.newAddress()).port, String(taken));
    await assert.rejects(sendRequest(taken, '/'), { code: 'ECONNREFUSED' });
  });

  it('shows an address that opens it', async () => {
    const shown: string[] = [];
    const page = aPage({
      show: (address) => {
        shown.push(address);
        return Promise.resolve();
      },
    });
    await page.open();
    const [address = ''] = shown;
    await openAddress(address);
  });

  it('keeps serving if no browser can be opened', async () => {
    const page = aPage();
    await assert.rejects(page.open(), /No test opens a browser/u);
    const { port } = await openAddress(await page.newAddress());
    assert.equal((await sendRequest(port, '/page.css')).status, 200);
  });

  it('stops its server when closed, and can be closed before it starts', async () => {
    const page = aPage();
    const { port } = await openAddress(await page.newAddress());
    await page.close();
    await assert.rejects(sendRequest(port, '/'), { code: 'ECONNREFUSED' });
    await page.close();
    await aPage().close();
  });
});
