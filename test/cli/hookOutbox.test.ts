/** `bigmind hook` with a team's server in the settings: it records for the server, and leaves the user's memory alone. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliveryFrom } from '../../src/memory/archive/deliveryFrom.ts';
import type { Delivery } from '../../src/memory/archive/outbox.ts';
import { startHookRelay } from '../../src/remote/hookRelay.ts';
import { serverFolder } from '../../src/remote/serverFolder.ts';
import { runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';

const chat = '0772d4c7-a64b-46b4-9424-8f2332d2dc6d';
/** Nothing listens there: recording never asks the server. */
const server = 'https://127.0.0.1:9';
/** Built from parts, so that no scanner reports this file as a leak. */
const secret = `ghp_${'c3D4'.repeat(9)}`;

describe('bigmind hook with a team server', () => {
  let home: TemporaryHome;
  let transcript: string;
  let folder: string;
  let lines = 0;

  beforeEach(() => {
    home = temporaryHome();
    folder = join(home.path, 'rocket');
    transcript = join(home.path, 'GitHub.copilot-chat', 'transcripts', `${chat}.jsonl`);
    mkdirSync(folder);
    mkdirSync(join(transcript, '..'), { recursive: true });
  });
  afterEach(() => home.remove());

  const hook = async (name: string, prompt?: string, url: string = server): Promise<string> => {
    const input = JSON.stringify({ session_id: chat, transcript_path: transcript, cwd: folder, prompt });
    const { code, out, err } = await runProgram(home, ['hook', name], { input, env: { BIGMIND_SERVER_URL: url } });
    assert.deepEqual([code, err], [0, '']);
    return out;
  };
  const say = (type: string, data: Record<string, unknown>): void => {
    lines += 1;
    const id = `00000000-0000-4000-8000-${String(lines).padStart(12, '0')}`;
    appendFileSync(
      transcript,
      `${JSON.stringify({ type, data, id, timestamp: new Date().toISOString(), parentId: null })}\n`,
    );
  };
  const begin = (): void => {
    const startTime = new Date().toISOString();
    say('session.start', { sessionId: chat, version: 1, producer: 'copilot-agent', startTime });
  };
  const turn = (request: string, answer: string): void => {
    say('user.message', { content: request, attachments: [] });
    say('assistant.turn_start', { turnId: '0' });
    say('assistant.message', { messageId: String(lines), content: answer, toolRequests: [] });
    say('assistant.turn_end', { turnId: '0' });
  };
  const delivered = (): Delivery[] =>
    globSync('servers/*/outbox/*.json', { cwd: home.path })
      .sort()
      .flatMap((name) => deliveryFrom(JSON.parse(readFileSync(join(home.path, name), 'utf8'))) ?? []);
  const textsIn = (delivery: Delivery | undefined): string[] =>
    delivery?.type === 'messages' ? delivery.messages.map(({ content }) => content) : [];

  it('keeps each message once, with its project by name and without secrets', async () => {
    await hook('SessionStart');
    begin();
    turn(`Build the rocket with ${secret}`, 'Built.');
    await hook('Stop');
    turn('And now?', 'Launch it.');
    await hook('Stop');
    await hook('Stop');
    await hook('SessionEnd');
    const [first, second, end, ...others] = delivered();
    assert.deepEqual([textsIn(first).length, textsIn(second)], [2, ['And now?', 'Launch it.']]);
    assert.deepEqual([end?.type, others], ['ended', []]);
    assert.deepEqual(first?.project, { key: 'name:rocket', name: 'rocket' });
    assert.equal(JSON.stringify(delivered()).includes(secret), false);
  });

  it('neither opens the memory on this computer nor keeps messages in its own store', async () => {
    await hook('SessionStart');
    begin();
    turn('Where is the xylophone?', 'In the attic.');
    await hook('Stop');
    assert.equal(textsIn(delivered()[0]).length, 2);
    assert.equal(existsSync(home.database), false);
    for (const file of globSync('servers/*/memory.db*', { cwd: home.path })) {
      assert.equal(readFileSync(join(home.path, file)).includes('xylophone'), false, file);
    }
  });

  it('gives a chat what the server says through a window, and nothing of the memory on this computer', async () => {
    const asked: Record<string, unknown>[] = [];
    const relay = await startHookRelay({
      ...{ folder: serverFolder(home.path, server).folder, key: randomUUID() },
      ask: (question) => {
        const parsed = JSON.parse(question) as Record<string, unknown>;
        asked.push(parsed);
        const text = parsed['event'] === 'start' ? 'CONTEXT-17' : 'OFFER-17';
        const found = { text, refs: [{ kind: 'fact', id: '1' }] };
        return Promise.resolve(parsed['event'] === 'start' ? { context: found } : { offers: found });
      },
    });
    try {
      assert.match(await hook('SessionStart'), /CONTEXT-17/u);
      assert.match(await hook('UserPromptSubmit', 'Where is the xylophone?'), /OFFER-17/u);
      assert.deepEqual(
        asked.map(({ event, conversation, prompt }) => [event, conversation, prompt]),
        [
          ['start', chat, undefined],
          ['prompt', chat, 'Where is the xylophone?'],
        ],
      );
      assert.deepEqual(asked[0]?.['project'], { key: 'name:rocket', name: 'rocket' });
    } finally {
      await relay.close();
    }
    assert.deepEqual([await hook('SessionStart'), await hook('UserPromptSubmit', 'And now?')], ['', '']);
  });

  it('keeps what waits for one server apart from what waits for another', async () => {
    const other = 'https://127.0.0.1:10';
    await hook('SessionStart');
    await hook('SessionStart', undefined, other);
    begin();
    turn('For the first?', 'Yes.');
    await hook('Stop');
    await hook('Stop', undefined, other);
    assert.equal(globSync('servers/*/outbox', { cwd: home.path }).length, 2);
  });

  it('keeps nothing that was said before the server was used', async () => {
    begin();
    turn('Private?', 'Yes.');
    await hook('Stop');
    turn('And this?', 'No.');
    await hook('Stop');
    assert.deepEqual(delivered().map(textsIn), [['And this?', 'No.']]);
  });
});
