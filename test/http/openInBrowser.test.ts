/** The command with which each platform opens an address; no test opens a browser. */
import assert from 'node:assert/strict';
import { browserCommand, openInBrowser } from '../../src/http/openInBrowser.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';

const address = 'http://localhost:7700/#key=5d0c8a52';

describe('opening the browser', () => {
  it('uses the opener of each platform', () => {
    const commandLine = (platform: NodeJS.Platform): string[] => {
      const { program, args } = browserCommand(address, platform);
      return [program, ...args];
    };
    assert.deepEqual(commandLine('darwin'), ['open', address]);
    assert.deepEqual(commandLine('linux'), ['xdg-open', address]);
    assert.deepEqual(commandLine('win32'), ['cmd', '/d', '/c', 'start', '""', `"${address}"`]);
  });

  it('escapes characters that could end the address', () => {
    const { args } = browserCommand('http://localhost:7700/#key="& calc "', 'win32');
    assert.equal(args.at(-1), '"http://localhost:7700/#key=%22&%20calc%20%22"');
  });

  it('reports the address if there is no program to open it', async () => {
    // The program of another platform, which is missing here.
    const other = process.platform === 'win32' ? 'linux' : 'win32';
    await assert.rejects(openInBrowser(address, other), (error) => {
      assert.ok(error instanceof BigMindError);
      assert.ok(error.sentence.includes(address));
      return true;
    });
  });
});
