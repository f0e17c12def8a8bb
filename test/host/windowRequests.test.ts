/** An MCP server can request the panel of the window that started it, and of no other window. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askForPanel, windowRequestFile, windowVariable } from '../../src/clients/windowRequest.ts';
import { systemClock } from '../../src/systemTime.ts';
import { WindowRequests } from '../../src/vscode/platform/windowRequests.ts';
import { theExtension } from './support.ts';

describe('a request for the panel', () => {
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

  it('opens the panel each time, once the window has started a server', async () => {
    assert.deepEqual(requests.variables(), { [windowVariable]: 'this-window' });
    assert.equal(await askForPanel(home, 'this-window'), true);
    assert.equal(await askForPanel(home, 'this-window'), true);
    assert.equal(opened, 2);
  });

  it('opens no panel in another window', async () => {
    requests.variables();
    assert.equal(await askForPanel(home, 'other-window', 1500), false);
    assert.equal(opened, 0);
  });

  it('fails if the panel cannot be opened', async () => {
    requests.variables();
    panel = () => Promise.reject(new Error('no such command'));
    assert.equal(await askForPanel(home, 'this-window', 1500), false);
    assert.equal(failures.length, 1);
    assert.ok(!existsSync(windowRequestFile(home, 'this-window')));
  });

  it('uses the new folder after the setting changes', async () => {
    requests.variables();
    const before = home;
    home = mkdtempSync(join(tmpdir(), 'bm-window-'));
    requests.variables();
    assert.equal(await askForPanel(home, 'this-window'), true);
    assert.equal(await askForPanel(before, 'this-window', 1500), false);
    rmSync(before, { recursive: true, force: true });
  });

  it('does not change the server definition, because the chat would restart its server', async () => {
    const api = await theExtension().activate();
    assert.equal(api.mcpServers()[0]?.env[windowVariable], undefined);
  });
});
