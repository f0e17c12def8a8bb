/** The server for a coding agent that learns for BigMind, whose client may start the server all the same. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { openChat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

describe('a server for a coding agent that learns', () => {
  it('offers nothing, says nothing and touches no file', async () => {
    const home = temporaryHome();
    const chat = await openChat(home, { env: { BIGMIND_LEARNING: '1' } });
    try {
      assert.deepEqual((await chat.client.listTools()).tools, []);
      assert.equal(chat.client.getInstructions(), undefined);
      assert.deepEqual(readdirSync(home.path), []);
    } finally {
      await chat.close();
      home.remove();
    }
  });
});
