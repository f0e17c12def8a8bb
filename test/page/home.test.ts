/** What the first place of the page asks: open steps, sentences of sessions that no model read, and past conversations. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { itemsOf, messagesOf } from '../memory/transcript.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { recordChat } from '../support/recordedChat.ts';
import { hostFor, runQuery } from './support.ts';

const harbour = { key: 'harbour', name: 'harbour' };

describe('the first place of the page', () => {
  let open: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller({ project: harbour, conversationId: 'one' });
  });
  afterEach(() => open.close());

  const work = async (
    caller: Caller,
    conversation: string,
    { files, openTodos }: { files: string[]; openTodos: string[] },
  ): Promise<void> => {
    const messages = messagesOf([
      'Build it',
      { type: 'tool_use', content: '{}', tool: 'TodoWrite', files, work: { todos: openTodos, openTodos } },
      { role: 'assistant', content: 'The lamp is built.' },
    ]);
    const options = { format: 'claude-code', origin: 'import', path: null } as const;
    const callerOf = (): Promise<Caller> => Promise.resolve(caller);
    await open.memory.recording.record(itemsOf(messages, undefined, { conversation }), { ...options, callerOf });
    await open.memory.recording.summarizeLeft(ada);
  };

  it('is empty for an empty memory', async () => {
    assert.deepEqual(await runQuery(hostFor(ada, open), 'home', {}), {
      ...{ handOff: null, openSteps: [], files: [], commands: [], highlights: [], past: null, canLearnHistory: false },
    });
  });

  it('shows the steps that the last session of the project left, and those of no other project', async () => {
    const { session } = await open.memory.sessions.start(ada);
    await open.memory.handOffs.leave(ada, {
      sessionId: session.id,
      nextSteps: ['Paint the crane'],
      blockers: ['No paint'],
    });
    const { handOff } = await runQuery(hostFor(ada, open), 'home', {});
    assert.deepEqual(
      [handOff?.nextSteps, handOff?.blockers, handOff?.sessionId],
      [['Paint the crane'], ['No paint'], session.id],
    );
    const elsewhere = await open.caller({ project: { key: 'ferry', name: 'ferry' } });
    assert.equal((await runQuery(hostFor(elsewhere, open), 'home', {})).handOff, null);
  });

  it('shows the commands that succeeded most often, one for each usual task', async () => {
    const run = (command: string, result: string): object[] => [
      { type: 'tool_use', content: JSON.stringify({ command }), tool: 'Bash' },
      { type: 'tool_result', content: result, tool: 'Bash', role: 'tool' },
    ];
    const twice = [
      'npm test',
      'npm run test:e2e',
      'npm test',
      'npm run lint',
      'npm run test:e2e',
      'npm run lint',
      'npm test',
    ];
    const failed = [
      ...run('npm run build', 'ok'),
      ...run('npm run build', 'ok'),
      ...run('npm run build', 'Exit code 1'),
    ];
    const said = [
      'Run it all',
      ...twice.flatMap((command) => run(command, 'ok')),
      ...run('npm run format', 'ok'),
      ...failed,
    ];
    const messages = messagesOf([...said, { role: 'assistant', content: 'Done.' }]);
    const callerOf = (): Promise<Caller> => Promise.resolve(ada);
    const items = itemsOf(messages, undefined, { conversation: 'one' });
    await open.memory.recording.record(items, { format: 'claude-code', origin: 'import', path: null, callerOf });
    const { commands } = await runQuery(hostFor(ada, open), 'home', {});
    assert.deepEqual(
      commands.map(({ command, succeeded }) => [command, succeeded]),
      [
        ['npm test', 3],
        ['npm run test:e2e', 2],
        ['npm run lint', 2],
      ],
    );
  });

  it('quotes sessions while nothing was learned, each with its place', async () => {
    const texts = [
      'Why did the deployment fail?',
      'The root cause is that the cache keeps the old certificate, because nobody restarts it.',
      'Then from now on we always restart the cache after a renewal.',
      'Done.',
    ];
    await recordChat(open, ada, 'one', texts);
    open.pass(24);
    const { highlights } = await runQuery(hostFor(ada, open), 'home', {});
    // What a person says in a chat needs its context.
    assert.deepEqual(
      highlights.map(({ text }) => text),
      [texts[1]],
    );
  });

  it('shows what an import brought: the files that sessions touched, and the steps that the newest of a project left', async () => {
    const left = ['Wire the lamp', 'Paint the tower'];
    await work(ada, 'one', { files: ['src/lamp.ts', 'src/tower.ts'], openTodos: left });
    await work(await open.caller({ conversationId: 'two' }), 'two', { files: ['src/lamp.ts'], openTodos: [] });
    const { openSteps, files } = await runQuery(hostFor(ada, open), 'home', {});
    assert.deepEqual(
      openSteps.map(({ nextSteps, project }) => ({ nextSteps, project })),
      [{ nextSteps: left, project: 'harbour' }],
    );
    assert.deepEqual(files, [{ path: 'src/lamp.ts', sessions: 2 }]);
    open.pass(91 * 24);
    assert.deepEqual((await runQuery(hostFor(ada, open), 'home', {})).openSteps, []);
  });

  it('shows no steps of an import once a later session of the project was recorded', async () => {
    await work(ada, 'one', { files: [], openTodos: ['Wire the lamp', 'Paint the tower'] });
    open.pass(1);
    const later = await open.caller({ project: harbour, conversationId: 'three' });
    await recordChat(open, later, 'three', ['Paint it red.', 'Painted.']);
    open.pass(24);
    assert.deepEqual((await runQuery(hostFor(ada, open), 'home', {})).openSteps, []);
  });

  it('shows no steps of an import once an assistant ended a later session of the project', async () => {
    await work(ada, 'one', { files: [], openTodos: ['Wire the lamp', 'Paint the tower'] });
    open.pass(1);
    const later = await open.caller({ project: harbour, conversationId: 'three' });
    await open.memory.sessions.end(later, { oneLiner: 'Painted the tower', summary: 'It is red now.' });
    assert.deepEqual((await runQuery(hostFor(ada, open), 'home', {})).openSteps, []);
  });

  it('counts past conversations until some were imported', async () => {
    let looked = 0;
    const host = {
      ...hostFor(ada, open),
      findPast: () => {
        looked += 1;
        return Promise.resolve({ conversations: 128, programs: ['Claude Code'] });
      },
    };
    const found = { conversations: 128, programs: ['Claude Code'] };
    assert.deepEqual((await runQuery(host, 'home', {})).past, found);
    await recordChat(open, ada, 'two', ['Which colour are the lights?', 'Green.'], 'import');
    assert.equal((await runQuery(host, 'home', {})).past, null);
    assert.equal(looked, 1);
  });
});
