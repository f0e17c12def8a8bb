/** What a list says about entries that it omits. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChat, runProgram } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('a truncated list of sessions', () => {
  let home: TemporaryHome;
  let chat: Chat;

  before(async () => {
    home = temporaryHome();
    const file = join(home.path, 'talks.jsonl');
    const lines = Array.from({ length: 102 }, (_, place) =>
      JSON.stringify({ session: `talk-${String(place)}`, seq: 0, content: `Talk ${String(place)} of the harbour` }),
    );
    writeFileSync(file, lines.join('\n'));
    assert.equal((await runProgram(home, ['import', 'jsonl', file])).code, 0);
    chat = await openChat(home);
  });
  after(async () => {
    await chat.close();
    home.remove();
  });

  it('suggests a higher limit only while that helps', async () => {
    assert.match(
      (await chat.call('memory_list_sessions')).text,
      /82 more sessions: raise limit, or narrow by topic or project\./u,
    );
    const atMaximum = await chat.call('memory_list_sessions', { limit: 100 });
    assert.match(atMaximum.text, /2 more sessions: narrow by topic or project\./u);
  });
});
