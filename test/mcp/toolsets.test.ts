/** Enabling toolsets, the prompt, and the tools outside the default toolset, through a real client over stdio. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { toolsetNames } from '../../src/mcp/shared/toolsetNames.ts';
import { toolsets, toolsOf } from '../../src/mcp/tools/toolsets.ts';
import { storingCallsOf, storingTools } from '../../src/memory/archive/storingCalls.ts';
import { profileFieldsGiven } from '../../src/memory/profile/profileOrigins.ts';
import { openChat, runProgram } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

let home: TemporaryHome;
const chats: Chat[] = [];
beforeEach(() => {
  home = temporaryHome();
});
afterEach(async () => {
  for (const chat of chats.splice(0)) await chat.close();
  home.remove();
});

async function chatWith(env: Record<string, string>, capabilities = {}): Promise<Chat> {
  const chat = await openChat(home, { env: { HOME: home.path, ...env }, capabilities });
  chats.push(chat);
  return chat;
}

async function namesIn(chat: Chat): Promise<string[]> {
  return (await chat.client.listTools()).tools.map(({ name }) => name);
}

const names = (toolset: keyof typeof toolsets): string[] => toolsets[toolset].map(({ name }) => name);
/** Longer than the server's polling interval. */
const aMoment = (): Promise<void> => new Promise((done) => setTimeout(done, 2500));

describe('toolsets', () => {
  it('are those of the design, and every tool says when to call it and when not to', () => {
    assert.deepEqual(
      toolsetNames.map((name) => toolsets[name].length),
      [12, 2, 3, 3, 7, 1, 6, 4, 7, 12, 2],
    );
    for (const { name, description } of toolsOf(toolsetNames)) {
      assert.match(
        description,
        /\bcall (?:it|this)\b|\bwhenever\b|\bexchange: |: a decision|that everyone/iu,
        `${name}: when to call it`,
      );
      assert.match(
        description,
        /\bnot\b|\bnever\b|\bonly\b|\binstead\b|\buse memory_|\bmemory_\w+/iu,
        `${name}: when not to call it`,
      );
    }
  });

  it('have no writing tool whose texts could come from the web without getting that origin', () => {
    const withoutTexts = [
      ...['memory_start_session', 'memory_vacuum', 'memory_export', 'memory_import', 'memory_approve_global'],
      // The reason for hiding a fact and the end of a hypothesis keep their origin.
      ...['memory_deprecate_fact', 'brain_forget', 'memory_resolve_hypothesis'],
      // What goes into the files of a project is marked in the file, or refused.
      ...['mind_recall', 'mind_log', 'mind_blocker', 'mind_checkpoint'],
      ...['mind_remind', 'mind_reminder_done', 'mind_add_global_edge'],
    ];
    const given = JSON.stringify({ role: 'Captain' });
    const writing = toolsOf(toolsetNames).filter(({ readOnly }) => !readOnly);
    const stores = ({ name }: { name: string }): boolean =>
      storingCallsOf(`mcp__bigmind__${name}`, given).length + profileFieldsGiven(name, given).length > 0;
    assert.deepEqual(
      writing
        .filter((tool) => !stores(tool))
        .map(({ name }) => name)
        .toSorted(),
      withoutTexts.toSorted(),
    );
    for (const { tool, says } of storingTools) {
      const input = Object.keys(writing.find(({ name }) => name === tool)?.inputSchema['properties'] ?? {});
      assert.deepEqual(
        says.filter((field) => !input.includes(field)),
        [],
        tool,
      );
    }
  });

  it('are selected by BIGMIND_TOOLSETS', async () => {
    assert.deepEqual(await namesIn(await chatWith({ BIGMIND_TOOLSETS: ' Core, journal' })), [
      ...names('core'),
      ...names('journal'),
    ]);
    const all = await chatWith({ BIGMIND_TOOLSETS: 'all' });
    assert.equal((await namesIn(all)).length, 59);
    const { tools } = await all.client.listTools();
    assert.ok(encode(JSON.stringify(tools)).length < 12_000);
  });

  it('are rejected with the list of names if one is unknown', async () => {
    const { code, err } = await runProgram(home, ['mcp'], { env: { BIGMIND_TOOLSETS: 'core,magic' } });
    assert.equal(code, 1);
    assert.match(
      err,
      /names "magic".*core, chunks, journal, global, maintenance, semantic, recovery, brain, provenance, mind/u,
    );
  });

  it('change with the file in a running server, and the client is notified', async () => {
    const file = join(home.path, 'toolsets.json');
    const chat = await chatWith({});
    let notifications = 0;
    chat.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      notifications += 1;
    });
    assert.equal(chat.client.getServerCapabilities()?.tools?.listChanged, true);
    assert.equal((await namesIn(chat)).length, 12);
    writeFileSync(file, '{"toolsets": ["core", "global"]}');
    await aMoment();
    assert.deepEqual([notifications, await namesIn(chat)], [1, [...names('core'), ...names('global')]]);
    writeFileSync(file, '{"toolsets": ["core", "glo');
    await aMoment();
    assert.deepEqual([notifications, (await namesIn(chat)).length], [2, 12], 'a damaged file means the default');
    rmSync(file);
    await aMoment();
    assert.equal(notifications, 2, 'no notification without a change');
  });

  it('reject calls to a disabled tool, and say how a user enables it', async () => {
    const answer = await (await chatWith({})).call('memory_vacuum');
    assert.ok(answer.isError);
    assert.match(answer.text, /turned off.*BIGMIND_TOOLSETS/su);
  });
});

describe('the prompt bigmind_init', () => {
  it('returns the rules and the live context', async () => {
    const chat = await chatWith({});
    await chat.call('memory_store_fact', { category: 'decision', fact: 'We deploy on Thursdays.' });
    const { prompts } = await chat.client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['bigmind_init', 'bigmind_recover', 'recap'],
    );
    const { messages } = await chat.client.getPrompt({ name: 'bigmind_init' });
    const { content } = messages[0] ?? {};
    const text = content?.type === 'text' ? content.text : '';
    assert.match(text, /memory_end_session[\s\S]*BigMind Context[\s\S]*We deploy on Thursdays\./u);
    await assert.rejects(chat.client.getPrompt({ name: 'other' }), /There is no prompt "other"/u);
  });

  it('returns the rules and the error if the store cannot be read', async () => {
    const file = join(home.path, 'notes.txt');
    writeFileSync(file, 'Not a database.\n'.repeat(100));
    const chat = await chatWith({ BIGMIND_DB_PATH: file });
    const { messages } = await chat.client.getPrompt({ name: 'bigmind_init' });
    assert.match(JSON.stringify(messages), /memory_start_session.*could not read the memory/u);
  });
});

describe('the maintenance tools', () => {
  const old = { content: 'Said long ago.', role: 'user', created_at: '2020-01-01' };

  it('vacuum deletes only after a second call if the client cannot ask the user', async () => {
    const chat = await chatWith({ BIGMIND_TOOLSETS: 'all' });
    await chat.call('memory_append_chunk', old);
    const first = await chat.call('memory_vacuum');
    assert.deepEqual([first.structured['status'], first.structured['deleted']], ['asks', 0]);
    assert.equal((await chat.call('memory_get_stats')).structured['chunks'], 1);
    const other = await chat.call('memory_vacuum', { confirm: 2 });
    assert.equal(other.structured['status'], 'asks', 'the number differs from the one in the answer');
    const second = await chat.call('memory_vacuum', { confirm: 1 });
    assert.deepEqual([second.structured['status'], second.structured['deleted']], ['deleted', 1]);
    assert.equal((await chat.call('memory_vacuum')).structured['status'], 'nothing');
    assert.equal((await chat.call('memory_get_stats')).structured['sessions'], 1, 'the session is kept');
  });

  for (const [answer, status] of [
    [{ action: 'accept', content: { confirm: true } }, 'deleted'],
    [{ action: 'accept', content: { confirm: false } }, 'kept'],
    [{ action: 'decline' }, 'kept'],
    [{ action: 'cancel' }, 'kept'],
  ] as const) {
    it(`vacuum asks the user through the client, and "${answer.action}" means ${status}`, async () => {
      const chat = await chatWith({ BIGMIND_TOOLSETS: 'all' }, { elicitation: { form: {} } });
      let question = '';
      chat.client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        question = params.message;
        return { ...answer };
      });
      await chat.call('memory_append_chunk', old);
      const { structured } = await chat.call('memory_vacuum', { confirm: 1 });
      assert.equal(structured['status'], status, 'the model cannot confirm for the user');
      assert.match(question, /Delete 1 kept exchange older than 90 days.*cannot be undone/u);
    });
  }

  it('vacuum deletes archived messages past their retention, and one number confirms both kinds', async () => {
    const file = join(home.path, 'talk.jsonl');
    const message = { session: 'talk', session_started_at: '2020-01-01', content: 'Said in a talk.' };
    writeFileSync(file, `${JSON.stringify(message)}\n`);
    assert.equal((await runProgram(home, ['import', 'jsonl', file])).code, 0);
    const kept = await (await chatWith({ BIGMIND_TOOLSETS: 'all' })).call('memory_vacuum');
    assert.deepEqual(kept.structured, { status: 'nothing', found: 0, deleted: 0 }, 'kept forever by default');
    const chat = await chatWith({ BIGMIND_TOOLSETS: 'all', BIGMIND_ARCHIVE_DAYS: '365' });
    await chat.call('memory_append_chunk', old);
    const first = await chat.call('memory_vacuum');
    assert.match(first.text, /1 kept exchange older than 90 days.* and 1 archived message older than 365 days/u);
    const found = { found: 1, deleted: 0, archive_found: 1, archive_deleted: 0 };
    const { next, ...counts } = first.structured;
    assert.deepEqual(counts, { status: 'asks', ...found, confirm: 2 });
    assert.match(
      String(next),
      /call memory_vacuum again with older_than_days 90, archive_older_than_days 365 and confirm 2/u,
    );
    assert.equal((await chat.call('memory_vacuum', { confirm: 1 })).structured['status'], 'asks');
    const { structured } = await chat.call('memory_vacuum', { archive_older_than_days: 365, confirm: 2 });
    assert.deepEqual([structured['deleted'], structured['archive_deleted']], [1, 1]);
    const { structured: stats } = await chat.call('memory_get_stats');
    assert.deepEqual([stats['chunks'], stats['messages'], stats['sessions']], [0, 0, 2]);
  });

  it('vacuum asks the model if the client has no form to ask with', async () => {
    const chat = await chatWith({ BIGMIND_TOOLSETS: 'all' }, { elicitation: { url: {} } });
    await chat.call('memory_append_chunk', old);
    assert.equal((await chat.call('memory_vacuum')).structured['status'], 'asks');
  });

  it('export never overwrites a file, and import adds no duplicates', async () => {
    const chat = await chatWith({ BIGMIND_TOOLSETS: 'all' });
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'Kept.' });
    const written = await chat.call('memory_export');
    const path = String(written.structured['path']);
    assert.match(path, /bigmind_export_\d{8}_\d{6}\.json$/u);
    assert.ok(path.startsWith(home.path) && existsSync(path), path);
    const again = await chat.call('memory_export', { output_path: path });
    assert.ok(again.isError);
    assert.match(again.text, /a file with this name already exists/u);
    const tables = (await chat.call('memory_import', { path })).structured['tables'] as Record<string, unknown>;
    assert.deepEqual(tables['facts'], { added: 0, duplicates: 1, conflicts: 0, erased: 0 });
    const other = await openChat(home, {
      env: { BIGMIND_DB_PATH: join(home.path, 'other.db'), BIGMIND_TOOLSETS: 'all' },
    });
    const fresh = (await other.call('memory_import', { path })).structured['tables'] as Record<string, unknown>;
    assert.deepEqual(fresh['facts'], { added: 1, duplicates: 0, conflicts: 0, erased: 0 });
    await other.close();
  });

  it('import rejects a truncated, newer, foreign or missing file, and changes nothing', async () => {
    const chat = await chatWith({ BIGMIND_TOOLSETS: 'all' });
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'Kept.' });
    const whole = readFileSync(String((await chat.call('memory_export')).structured['path']), 'utf8');
    const file = join(home.path, 'bad import.json');
    const cases: [string, RegExp][] = [
      [whole.slice(0, whole.length / 2), /truncated/u],
      [whole.replace(/"schema_version": \d+/u, '"schema_version": 99'), /schema version 99.*Update BigMind/su],
      ['{"entities": []}', /not a BigMind export/u],
      ['[]', /not a BigMind export/u],
      ['', /not complete JSON/u],
    ];
    for (const [text, expected] of cases) {
      writeFileSync(file, text);
      const answer = await chat.call('memory_import', { path: file });
      assert.ok(answer.isError);
      assert.match(answer.text, expected);
      assert.match(answer.text, /Nothing was (?:changed|imported)/u);
    }
    assert.match((await chat.call('memory_import', { path: join(home.path, 'gone.json') })).text, /no such file/u);
    assert.match((await chat.call('memory_import', { path: 'relative.json' })).text, /is not a full path/u);
    assert.match((await chat.call('memory_export', { output_path: '/etc/passwd' })).text, /does not end in \.json/u);
    assert.equal((await chat.call('memory_get_stats')).structured['facts'], 1);
  });

  it('health check reports problems, and the profile has a URL that answers', async () => {
    const chat = await chatWith({ BIGMIND_TOOLSETS: 'all', BIGMIND_PORT: '0' });
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'Unsure.', confidence: 0.2 });
    const { text, structured } = await chat.call('memory_health_check');
    assert.match(text, /1 fact with a confidence below 0\.5[\s\S]*#1 Unsure\./u);
    assert.deepEqual([structured['low_confidence_facts'], structured['healthy']], [1, false]);
    const { url } = (await chat.call('memory_get_profile_url')).structured;
    assert.match(String(url), /^http:\/\/localhost:\d+\//u);
    assert.equal((await fetch(String(url), { redirect: 'manual' })).status < 400, true);
  });
});
