/** What the tools say about the code that memories cite, through a real client in a project folder. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChat } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const title = 'Retry the billing gateway with backoff';
const code = ['export function retry() {', '  return backoff(5, "seconds");', '}', ''];

describe('the code that a memory cites', () => {
  let home: TemporaryHome;
  let folder: string;
  let chat: Chat;
  before(async () => {
    home = temporaryHome();
    folder = join(home.path, 'shop');
    mkdirSync(join(folder, '.git'), { recursive: true });
    write(code);
    chat = await openChat(home, { cwd: folder, env: { BIGMIND_TOOLSETS: 'core,brain,provenance' } });
    const details = { decided_by: 'Ada', project: 'shop', rationale: 'It fails for a second at a time.' };
    const saved = await chat.call('save_decision', { title, ...details, source_ref: 'retry.ts#L1-L3' });
    assert.ok(!saved.isError, saved.text);
  });
  after(async () => {
    await chat.close();
    home.remove();
  });

  const write = (lines: readonly string[]): void => writeFileSync(join(folder, 'retry.ts'), lines.join('\n'));
  const calls = {
    memory_search: { query: title },
    brain_recall: { query: title },
    brain_list: {},
    query_decisions: { template: 'who-decided' },
  };

  for (const [state, lines, expected] of [
    ['there', code, 'cited code unchanged'],
    ['moved', ['// first', ...code], 'cited code now at retry.ts#L2-L4'],
    ['gone', ['export const retry = undefined;'], 'cited code is gone'],
  ] as const) {
    it(`is called ${state} by every tool that shows the memory`, async () => {
      write(lines);
      for (const [tool, input] of Object.entries(calls)) {
        // The time limit of a check can end it on a busy machine.
        let answer = await chat.call(tool, input);
        for (let more = 20; more > 0 && answer.text.includes('cited code not checked'); more -= 1)
          answer = await chat.call(tool, input);
        const { text, structured } = answer;
        assert.match(text, new RegExp(`retry\\.ts#L1-L3 · ${expected}`, 'u'), tool);
        const [found] = Object.values(structured).find((value) => Array.isArray(value)) as [{ citation?: string }];
        assert.equal(found.citation, expected, tool);
      }
    });
  }
});
