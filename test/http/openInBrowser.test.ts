/** What each system is asked to open an address with; no test opens a browser. */
import assert from 'node:assert/strict';
import { browserCommand, openInBrowser } from '../../src/http/openInBrowser.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';

const address = 'http://localhost:7700/#key=5d0c8a52';

describe('opening the browser', () => {
  it('asks each system by its own means, and no shell', () => {
    const asked = (platform: NodeJS.Platform): string[] => {
      const { program, args } = browserCommand(address, platform);
      return [program, ...args];
    };
    assert.deepEqual(asked('darwin'), ['open', address]);
    assert.deepEqual(asked('linux'), ['xdg-open', address]);
    assert.deepEqual(asked('win32'), ['cmd', '/d', '/c', 'start', '""', `"${address}"`]);
  });

  it('leaves nothing in an address that could end it', () => {
    const { args } = browserCommand('http://localhost:7700/#key="& calc "', 'win32');
    assert.equal(args.at(-1), '"http://localhost:7700/#key=%22&%20calc%20%22"');
  });

  it('tells the address to open by hand when there is nothing to open it with', async () => {
    // The program of another system, which this one has not.
    const other = process.platform === 'win32' ? 'linux' : 'win32';
    await assert.rejects(openInBrowser(address, other), (error) => {
      assert.ok(error instanceof BigMindError);
      assert.ok(error.sentence.includes(address));
      return true;
    });
  });
});
