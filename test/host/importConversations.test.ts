/** Past conversations with other assistants are found on this computer and imported once. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { run, uniqueText, withSeparateHome } from './support.ts';

interface Report {
  status: string;
  conversations: { new: number; continued: number; unchanged: number };
  facts: { stored: number };
  damage: { listed: { file: string; line: number | null }[] };
}

const day = 86_400_000;

describe('importing past conversations', () => {
  const home = withSeparateHome();
  const report = async (argument: object): Promise<Report> =>
    (await run('importConversations', argument)) as unknown as Report;

  function writeHomeFile(name: string, text: string): string {
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  function conversation(place: number, prompt: string, at: Date): string {
    const sessionId = `${String(place).padStart(8, '0')}-0000-4000-8000-${crypto.randomUUID().slice(-12)}`;
    const common = { sessionId, cwd: '/home/ada/shop', isSidechain: false, timestamp: at.toISOString() };
    const lines = [
      { ...common, type: 'user', uuid: crypto.randomUUID(), message: { role: 'user', content: prompt } },
      {
        ...common,
        type: 'assistant',
        uuid: crypto.randomUUID(),
        message: { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
      },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return writeHomeFile(`.claude/projects/-home-ada-shop/${sessionId}.jsonl`, text);
  }

  it('reports where it looked if it finds nothing', async () => {
    const { status, places } = await run('importConversations', { yes: true });
    assert.equal(status, 'nothing found');
    assert.ok(Array.isArray(places) && places.includes(join(home, '.claude', 'projects')));
  });

  it('imports a year of conversations, and nothing twice', async () => {
    const now = Date.now();
    for (let month = 0; month < 12; month += 1) {
      conversation(month, uniqueText('Does the lighthouse blink?'), new Date(now - month * 30 * day));
    }
    writeHomeFile(
      '.claude/projects/-home-ada-shop/memory/MEMORY.md',
      `- ${uniqueText('The foghorn is tested on Mondays')}\n`,
    );
    const first = await report({ yes: true });
    assert.deepEqual([first.status, first.conversations.new, first.facts.stored], ['imported', 12, 1]);
    const second = await report({ yes: true });
    assert.deepEqual(second.conversations, { new: 0, continued: 0, unchanged: 12 });
  });

  it('accepts a file or folder that the user picked', async () => {
    const file = conversation(99, uniqueText('Who keeps the lamp?'), new Date());
    assert.equal((await report({ source: vscode.Uri.file(file) })).conversations.new, 1);
    const project = vscode.Uri.file(dirname(file));
    assert.equal((await report({ source: project })).conversations.new, 0);
  });

  it('imports the plans of a project that the user picked', async () => {
    const file = writeHomeFile(
      'shop/docs/plans/lamp.md',
      `# ${uniqueText('Clean the lamp')}\n- [x] Wipe\n\nDecided: No soap\n`,
    );
    const source = vscode.Uri.file(dirname(dirname(dirname(file))));
    assert.equal((await report({ source })).facts.stored, 2);
    assert.equal((await report({ source })).facts.stored, 0);
  });

  it('reports skipped lines, and opens no document about them', async () => {
    const file = writeHomeFile(
      '.claude/projects/-home-ada-other/00000000-0000-4000-8000-000000000000.jsonl',
      'no json\n{"sessionId":1}\n',
    );
    const { damage } = await report({ source: vscode.Uri.file(file) });
    assert.deepEqual([damage.listed[0]?.file, damage.listed[0]?.line], [file, 1]);
    assert.doesNotMatch(vscode.window.activeTextEditor?.document.getText() ?? '', /Line 1/u);
  });

  it('passes an export of BigMind to Import Memory', async () => {
    const source = vscode.Uri.file(
      writeHomeFile('talk.jsonl', `${JSON.stringify({ session: uniqueText('talk'), content: 'Hello.' })}\n`),
    );
    assert.equal((await run('importConversations', { source }))['added'], 1);
  });
});
