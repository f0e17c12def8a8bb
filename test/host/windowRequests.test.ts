/** An MCP server that this window started asks for the panel, and for no other window's. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askForPanel, windowRequestFile, windowVariable } from '../../src/clients/windowRequest.ts';
import { systemClock } from '../../src/systemClock.ts';
import { WindowRequests } from '../../src/vscode/platform/windowRequests.ts';
import { theExtension } from './support.ts';

describe('the panel for an assistant', () => {
  let home: string;
  let opened: number;
  let failures: unknown[];
  let panel: () => Promise<void>;
  let requests: WindowRequests;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'bm-window-'));
    opened = 0;
    failures = [];
    panel = () => {
      opened += 1;
      return Promise.resolve();
    };
    requests = new WindowRequests({
      id: 'this-window',
      home: () => home,
      clock: systemClock,
      openPanel: () => panel(),
      failed: (thrown) => failures.push(thrown),
    });
  });
  afterEach(() => {
    requests.dispose();
    rmSync(home, { recursive: true, force: true });
  });

  it('opens each time it is asked for, once the window started a server', async () => {
    assert.deepEqual(requests.variables(), { [windowVariable]: 'this-window' });
    assert.equal(await askForPanel(home, 'this-window'), true);
    assert.equal(await askForPanel(home, 'this-window'), true);
    assert.equal(opened, 2);
  });

  it('opens in no other window', async () => {
    requests.variables();
    assert.equal(await askForPanel(home, 'other-window', 1500), false);
    assert.equal(opened, 0);
  });

  it('is said to be open only when it is', async () => {
    requests.variables();
    panel = () => Promise.reject(new Error('no such command'));
    assert.equal(await askForPanel(home, 'this-window', 1500), false);
    assert.equal(failures.length, 1);
    assert.ok(!existsSync(windowRequestFile(home, 'this-window')));
  });

  it('is asked for in the new folder when the setting changes', async () => {
    requests.variables();
    const before = home;
    home = mkdtempSync(join(tmpdir(), 'bm-window-'));
    requests.variables();
    assert.equal(await askForPanel(home, 'this-window'), true);
    assert.equal(await askForPanel(before, 'this-window', 1500), false);
    rmSync(before, { recursive: true, force: true });
  });

  it('leaves the definition alone, which would make the chat start its server again', async () => {
    const api = await theExtension().activate();
    assert.equal(api.mcpServers()[0]?.env[windowVariable], undefined);
  });
});
