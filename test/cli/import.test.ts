/** `bigmind import` of past conversations, as a user types it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { builtProgram, runProgram } from '../support/program.ts';
import type { Finished } from '../support/program.ts';
import { conversationNumber, PastHome } from '../support/pastHome.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const one = conversationNumber(1);

interface Answer {
  conversations: { new: number; continued: number; unchanged: number };
  messages: { stored: number; duplicates: number };
  facts: { stored: number; known: number };
}

describe('bigmind import', () => {
  let home: TemporaryHome;
  let past: PastHome;
  beforeEach(() => {
    home = temporaryHome();
    past = new PastHome();
  });
  afterEach(() => {
    home.remove();
    past.remove();
  });

  const run = (...args: string[]): Promise<Finished> =>
    runProgram(home, ['import', ...args], { env: { HOME: past.path, USERPROFILE: past.path } });

  async function importCounts(...args: string[]): Promise<Answer> {
    const { code, out, err } = await run(...args, '--json');
    assert.equal(code, 0, err);
    return JSON.parse(out) as Answer;
  }

  function createAllSources(): void {
    past.claude(one, [['Which port does the shop use?', 'Port 8123.']]);
    past.codex(conversationNumber(2), [['Which queue does the shop use?', 'A table.']]);
    past.gemini(conversationNumber(3), [['Who deploys the shop?', 'Ada.']]);
    past.claudeMemory('- The shop listens on port 8123\n');
    past.workspace('w1', '/home/ada/web shop');
    past.chat('w1', 'c1', [['How is the blog built?', 'With make.']]);
    past.transcript('w1', 'c2', [['Is it green?', 'Yes.']]);
    past.copilotNotes('w1', '- Build the blog with make\n');
    past.sessionStore('c3', [['Where do the vectors go?', 'Into pgvector.']]);
    past.mcpMemory({ type: 'entity', name: 'Ada', entityType: 'user', observations: ['prefers tabs'] });
  }

  it('asks for a path when nothing is found in the known places', async () => {
    const { err } = await run('mcp-memory');
    assert.match(err, /Found nothing to import as mcp-memory\..*bigmind import mcp-memory PATH/su);
  });

  it('lists what it finds with kind, project, size and dates, and creates no store', async () => {
    createAllSources();
    const { code, out } = await run('--list');
    assert.equal(code, 0);
    assert.match(out, /^kind +project +from +conversations +size +first +last$/mu);
    assert.match(out, /^claude-code +shop +Claude Code +1 +1 KB +2026-03-02 +2026-03-02$/mu);
    assert.match(out, /^codex +shop +Codex +1 +1 KB +2026-03-02 +2026-03-02$/mu);
    assert.match(out, /^gemini-cli +shop +Gemini CLI +1 +1 KB +2026-03-02 +2026-03-02$/mu);
    assert.match(out, /^copilot +web shop +VS Code +2 /mu);
    assert.match(out, /^mcp-memory +memory\.jsonl +Memory server +1 of notes /mu);
    const { sources } = JSON.parse((await run('--list', 'claude-code', '--json')).out) as {
      sources: { kind: string }[];
    };
    assert.deepEqual(
      sources.map(({ kind }) => kind),
      ['claude-code'],
    );
    assert.equal(existsSync(home.database), false);
  });

  it('says which files it does not count, by why, and that known ones are skipped', async () => {
    createAllSources();
    const counts = async (...args: string[]): Promise<[unknown, string | undefined]> => {
      const { out, err } = await run('--list', ...args, '--json');
      return [(JSON.parse(out) as { leftOut: unknown }).leftOut, /^Not counted.*/mu.exec(err)?.[0]];
    };
    assert.deepEqual(await counts(), [{ empty: 0, ofSubAgents: 0 }, undefined]);
    const project = '.claude/projects/-home-ada-shop';
    past.put(`${project}/agent-1.jsonl`, '{}\n');
    past.put(`${project}/${one}/subagents/agent-2.jsonl`, '{}\n');
    past.put(`${project}/empty.jsonl`, '');
    past.put(`${project}/broken.jsonl`, 'no json\n');
    assert.deepEqual(await counts('claude-code'), [
      { empty: 2, ofSubAgents: 2 },
      'Not counted: 2 files without a readable message and 2 files of sub-agents.',
    ]);
    past.codex(conversationNumber(4), [['Look.', 'Done.']], { meta: { source: { subagent: 'review' } } });
    const chat = past.gemini(conversationNumber(5), [], { at: '10-00' });
    past.put(relative(past.path, chat), '{"sessionId":"g","projectHash":"p","kind":"subagent"}\n');
    past.put('.config/Code/User/workspaceStorage/w1/chatSessions/opened.json', '{"requests":[]}');
    assert.deepEqual((await counts('codex'))[0], { empty: 0, ofSubAgents: 1 });
    assert.deepEqual((await counts('gemini-cli'))[0], { empty: 0, ofSubAgents: 1 });
    assert.deepEqual((await counts('copilot'))[0], { empty: 1, ofSubAgents: 0 });
    assert.deepEqual((await counts())[0], { empty: 3, ofSubAgents: 4 });
    assert.match((await counts('--project', 'shop'))[1] ?? '', /^Not counted, in all projects: /u);
    const { err } = await run('--list', 'codex');
    assert.match(err, /skips what is known already\. "bigmind import codex --dry-run" counts messages/u);
  });

  it('says where it searched when it finds nothing', async () => {
    const listed = await run('--list');
    assert.match(listed.out, /Found nothing\. Searched:/u);
    assert.ok(listed.out.includes(join(past.path, '.claude', 'projects')));
    const imported = await run('claude-code');
    assert.deepEqual([imported.code, imported.err.includes('Found nothing to import as claude-code')], [1, true]);
  });

  it('imports each kind from its usual place, and nothing twice', async () => {
    createAllSources();
    for (const kind of ['claude-code', 'codex', 'gemini-cli']) {
      assert.deepEqual((await importCounts(kind)).conversations, { new: 1, continued: 0, unchanged: 0 }, kind);
      assert.deepEqual((await importCounts(kind)).conversations, { new: 0, continued: 0, unchanged: 1 }, kind);
    }
    assert.deepEqual((await importCounts('copilot')).conversations, { new: 3, continued: 0, unchanged: 0 });
    for (const kind of ['claude-memory', 'copilot-memory', 'mcp-memory']) {
      assert.deepEqual((await importCounts(kind)).facts, { stored: 1, known: 0 }, kind);
    }
    assert.deepEqual((await importCounts('copilot')).conversations, { new: 0, continued: 0, unchanged: 3 });
    const found = await runProgram(home, ['search', 'where do the vectors go', '--project', 'all', '--json']);
    assert.match(found.out, /pgvector/u);
  });

  it('accepts a file, the folder of one project, and the folder of all projects', async () => {
    createAllSources();
    const file = past.claude(one, [['Which port does the shop use?', 'Port 8123.']]);
    assert.equal((await importCounts('claude-code', file)).conversations.new, 1);
    for (const place of [dirname(file), dirname(dirname(file)), join(past.path, '.claude')]) {
      assert.equal((await importCounts('claude-code', place)).conversations.unchanged, 1, place);
    }
    const user = join(past.path, '.config/Code/User');
    const storage = join(user, 'workspaceStorage/w1');
    assert.equal((await importCounts('copilot', join(storage, 'chatSessions'))).conversations.new, 1);
    assert.equal(
      (await importCounts('copilot', join(storage, 'GitHub.copilot-chat/transcripts'))).conversations.new,
      1,
    );
    assert.equal((await importCounts('copilot', join(user, 'globalStorage/github.copilot-chat'))).conversations.new, 1);
    assert.equal((await importCounts('copilot', storage)).conversations.unchanged, 2);
    assert.equal((await importCounts('copilot', user)).conversations.unchanged, 3);
    assert.equal((await importCounts('claude-memory', join(dirname(file), 'memory', 'MEMORY.md'))).facts.stored, 1);
    assert.equal((await importCounts('copilot-memory', user)).facts.stored, 1);
    assert.equal((await importCounts('mcp-memory', join(past.path, 'notes'))).facts.stored, 1);
  });

  it('filters by project and date, and stores nothing in a dry run', async () => {
    past.claude(one, [['Old?', 'Yes.']]);
    past.claude(conversationNumber(2), [['New?', 'Yes.']], { cwd: '/home/ada/blog', after: 60 * 24 * 30 });
    const tried = await run('claude-code', '--dry-run');
    assert.match(tried.out, /^Nothing was stored\. Found 2 conversations with 4 messages/u);
    assert.equal(existsSync(home.database), false);
    assert.equal((await importCounts('claude-code', '--project', 'SHOP')).conversations.new, 1);
    assert.equal((await importCounts('claude-code', '--since', '2026-03-20')).conversations.new, 1);
    const wrong = await run('claude-code', '--since', 'soon');
    assert.deepEqual([wrong.code, wrong.err.includes('not a date')], [2, true]);
  });

  it('takes a date as the day of the time zone, and lists such days', async () => {
    past.claude(one, [['Late?', 'Yes.']]);
    const lastDay = /(?<day>\d{4}-\d{2}-\d{2})$/mu.exec((await run('--list')).out)?.groups?.['day'] ?? assert.fail();
    const before = new Date(Date.parse(lastDay) - 86_400_000).toISOString().slice(0, 10);
    const env = { HOME: past.path, USERPROFILE: past.path, TZ: 'Pacific/Pago_Pago' };
    const inSamoa = { program: builtProgram, env };
    const list = await runProgram(home, ['import', '--list', '--since', before], inSamoa);
    assert.ok(list.out.trimEnd().endsWith(before), list.out);
    const none = await runProgram(home, ['import', '--list', '--since', lastDay], inSamoa);
    assert.match(none.out, /^Found nothing/u);
  });

  it('exits with 1 when something is refused, and names it', async () => {
    past.claude(one, [['Good?', 'Yes.']]);
    const damaged = past.put(`.claude/projects/-home-ada-shop/${conversationNumber(2)}.jsonl`, 'no json\n{}\n');
    const { code, out, err } = await run('claude-code');
    assert.equal(code, 1);
    assert.ok(err.includes(`${damaged}, line 1 is not JSON`), err);
    assert.match(out, /^Conversations: 1 new, 0 continued, 0 unchanged; messages: 2 stored, .*; 1 item skipped\.$/mu);
    const gone = await run('copilot', join(past.path, 'gone'));
    assert.deepEqual([gone.code, gone.err.includes('no such file or folder')], [1, true]);
    const other = await run('copilot', join(past.path, '.claude'));
    assert.deepEqual([other.code, other.err.includes('contains nothing that can be imported as copilot')], [1, true]);
    const nosuch = await run('claude-code', '--project', 'nosuch');
    assert.match(nosuch.err, /Found nothing for the project "nosuch"\. It contains these projects: shop\./u);
    assert.equal((await run('claude-code', past.claude(one, [['Good?', 'Yes.']]), '--project', 'nosuch')).code, 1);
  });

  it('reports a file that is one JSON document in one line, and imports the rest', async () => {
    const pretty = JSON.stringify({ title: 'Settings', list: [1, 2, 3] }, null, 2);
    const file = past.put('.claude/projects/-home-ada-shop/settings.jsonl', pretty);
    const alone = await run('claude-code');
    const remark = `${file} contains no conversation of Claude Code; it is one JSON document over several lines, where each line has to be one`;
    assert.deepEqual([alone.code, alone.err.trim()], [1, remark]);
    past.claude(one, [['Good?', 'Yes.']]);
    for (const args of [['claude-code', '--dry-run'], ['claude-code'], ['claude-code']]) {
      const { code, out, err } = await run(...args);
      assert.deepEqual([code, err.trim()], [0, remark]);
      assert.match(out, /1 item skipped\.$/mu);
    }
    const named = await run('claude-code', file);
    assert.equal(named.code, 1);
    assert.match(
      named.err,
      /^bigmind: settings\.jsonl contains no .* each line has to be one\. Name another file or kind\.$/mu,
    );
    const jsonl = await run('jsonl', past.put('talk.jsonl', JSON.stringify([{ session: 'a', content: 'b' }], null, 2)));
    assert.equal(jsonl.code, 1);
    assert.match(jsonl.err, /^Line 1 starts what is one JSON document over several lines, .*\n$/u);
  });

  it('refuses a file of another kind by naming that kind, and then imports it as that kind', async () => {
    const file = past.claude(one, [['Good?', 'Yes.']]);
    const refused = await run('mcp-memory', file);
    assert.equal(refused.code, 1);
    assert.ok(
      refused.err.includes(
        `${one}.jsonl contains no notes of the official memory server; it looks like a conversation of Claude Code`,
      ),
      refused.err,
    );
    assert.equal((await run('claude-code', past.put('MEMORY.md', '# Notes\n\n- A port\n'))).code, 1);
    assert.equal((await importCounts('claude-code', file)).conversations.new, 1);
  });

  it('imports the plans of the current project, or of a named one', async () => {
    const sort = past.put('shop/docs/plans/2026/sort.md', '# Sort\n- [x] Write\n\nDecided: A heap\n');
    past.put('shop/.git/config', '');
    past.put('shop/src/index.ts', '');
    past.put('blog/docs/plans/blog.md', '# Blog\n- [ ] Write\n');
    past.claude(one, [['Hello', 'Hi.']], { cwd: join(past.path, 'blog') });
    const runIn = (folder: string, ...args: string[]): Promise<Finished> =>
      runProgram(home, args, { cwd: join(past.path, folder), env: { HOME: past.path, USERPROFILE: past.path } });
    const tried = await runIn('shop/src', 'import', 'plans', '--dry-run');
    assert.match(tried.out, /^Nothing was stored\. Found 0 conversations with 0 messages; 2 notes\.$/mu);
    const imported = await runIn('shop/src', 'import', 'plans');
    assert.deepEqual([imported.code, imported.err], [0, '']);
    assert.match(imported.out, /facts from notes: 2 stored, 0 already known\.$/mu);
    assert.match(
      (await runIn('shop', 'import', 'plans')).out,
      /0 stored, 0 already known; 1 file of notes unchanged\.$/mu,
    );
    const { out } = await runIn('shop', 'search', 'sort heap', '--json');
    assert.ok(out.includes(JSON.stringify(`${sort}#L4`)), out);

    assert.match((await runIn('shop', 'import', '--list')).out, /^plans +blog +docs\/plans +1 of notes +1 KB /mu);
    const named = await runIn('shop', 'import', 'plans', '--project', 'blog');
    assert.match(named.out, /facts from notes: 1 stored/u);
    assert.match(
      (await runIn('shop', 'import', 'plans', join(past.path, 'blog'))).out,
      /1 file of notes unchanged\.$/mu,
    );
    const none = await runIn('blog/docs', 'import', 'plans');
    assert.equal(none.code, 1);
    assert.ok(
      none.err.includes(`Found nothing to import as plans. Searched:\n  ${join(past.path, 'blog/docs/docs/plans')}\n`),
      none.err,
    );
  });

  it('lists the kinds that it can import', async () => {
    for (const args of [[], ['claude'], ['jsonl'], ['bigmind', 'x', '--dry-run']]) {
      const { code, err } = await run(...args);
      assert.equal(code, 2, err);
    }
    assert.match(
      (await run('claude')).err,
      /jsonl, bigmind, copilot, claude-code, codex, gemini-cli, claude-memory, copilot-memory, mcp-memory/u,
    );
  });
});
