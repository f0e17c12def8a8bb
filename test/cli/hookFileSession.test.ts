/** The session in `SESSION.md`, as hooks of the built program end it and continue it. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

describe('the hooks of a project with file memory', () => {
  const home = temporaryHome();
  const env = { HOME: home.path, USERPROFILE: home.path };
  let project: string;
  let chats = 0;
  after(() => home.remove());

  const inMind = (name: string): string => join(project, '.mind', name);
  const read = (name: string): Promise<string> => readFile(inMind(name), 'utf8');
  const hook = async (event: string, more: Record<string, unknown> = {}): Promise<string> => {
    const chat = `chat ${String((chats += 1))}`;
    const input = JSON.stringify({ session_id: chat, cwd: project, hook_event_name: event, ...more });
    const { code, out, err } = await runProgram(home, ['hook', event], { cwd: project, env, input });
    assert.deepEqual([code, err], [0, '']);
    return out.replaceAll('\\n', '\n');
  };
  /** As if nothing had happened for that long. */
  const wait = async (minutes: number): Promise<void> => {
    const then = Date.now() - minutes * 60_000;
    await writeFile(inMind('state.json'), JSON.stringify({ last_activity: then, schema_version: 2 }));
    await utimes(inMind('SESSION.md'), new Date(then), new Date(then));
  };

  beforeEach(async () => {
    project = await mkdtemp(join(home.path, 'web shop '));
    await mkdir(join(project, '.git'));
    await runProgram(home, ['mind', 'init'], { cwd: project, env });
    await writeFile(inMind('SESSION.md'), '## Rejected\n- Redux - too much code\n\n## Assumptions\n- Nobody prints\n');
    await writeFile(
      inMind('REMINDERS.md'),
      '## Pending\n- [ ] Check the audit | due: next session\n- [ ] Pay | due: 2020-01-02\n\n## Done\n',
    );
  });

  it('end a session after a gap, before the new chat gets its context', async () => {
    await wait(45);
    const context = await hook('SessionStart', { source: 'startup' });
    assert.match(await read('MEMORY.md'), /\nrejected: Redux - too much code\n/u);
    assert.equal(await read('SESSION.md'), '## Rejected\n\n## Assumptions\n');
    assert.match(context, /Check the audit/u);
    assert.match(context, /Pay/u);
    const found = await runProgram(home, ['search', 'nobody prints'], { cwd: project, env });
    assert.match(found.out, /Nobody prints/u);
  });

  it('say once what was to be said in the next session', async () => {
    assert.match(await hook('SessionStart', { source: 'startup' }), /Check the audit/u);
    assert.match(await read('REMINDERS.md'), /## Done\n- \[x\] Check the audit \| due: next session \| completed: /u);
    const again = await hook('SessionStart', { source: 'startup' });
    assert.doesNotMatch(again, /Check the audit/u);
    assert.match(again, /Pay/u);
  });

  it('continue the session while something happens in it, also at the end of a long turn', async () => {
    await wait(25);
    await hook('Stop');
    const { last_activity: noted } = JSON.parse(await read('state.json')) as { last_activity: number };
    assert.ok(Date.now() - noted < 60_000);
    await hook('UserPromptSubmit', { prompt: 'go on' });
    assert.match(await read('SESSION.md'), /Redux/u);
  });

  it('send with a prompt what the files say about it, unless the context said it', async () => {
    const decisions = [
      'The Kubernetes cluster for deployments is named heron',
      'Invoices are numbered by Postgres sequences, without gaps',
      ...['Fonts are served by us', 'Sass was replaced by plain CSS', 'Tests run in Vitest', 'Dates are ISO 8601'],
    ];
    const text = decisions.map((one, day) => `## 2026-03-${String(10 + day)}\n\ndecided: ${one}\n`).join('\n');
    await writeFile(inMind('MEMORY.md'), `# Memory\n\n${text}`);
    const context = await hook('SessionStart', { session_id: 'one chat', source: 'startup' });
    assert.doesNotMatch(context, /heron|sequences/u);
    assert.match(context, /Vitest/u);
    const ask = (prompt: string): Promise<string> => hook('UserPromptSubmit', { session_id: 'one chat', prompt });
    assert.match(
      await ask('Deploy this to the Kubernetes cluster heron'),
      /\[decision\] \.mind\/MEMORY\.md:5 .*heron/u,
    );
    assert.doesNotMatch(await ask('Is heron the Kubernetes cluster for deployments?'), /MEMORY\.md/u);
    assert.doesNotMatch(await ask('Why was Sass replaced by plain CSS here?'), /MEMORY\.md/u);
    assert.match(await ask('Postgres sequences leave gaps between invoices'), /MEMORY\.md:9 .*sequences/u);
    // It is read again at each prompt, and in no folder that is not on the list.
    await writeFile(inMind('MEMORY.md'), '# Memory\n');
    const deploy = 'Deploy this to the Kubernetes cluster heron';
    assert.doesNotMatch(await hook('UserPromptSubmit', { prompt: deploy }), /MEMORY\.md/u);
    await writeFile(inMind('MEMORY.md'), `# Memory\n\n${text}`);
    assert.match(await hook('UserPromptSubmit', { prompt: deploy }), /MEMORY\.md/u);
    await runProgram(home, ['mind', 'remove'], { cwd: project, env });
    assert.doesNotMatch(await hook('UserPromptSubmit', { prompt: deploy }), /MEMORY\.md/u);
  });

  it('change nothing in a project that is not on the list', async () => {
    await runProgram(home, ['mind', 'remove'], { cwd: project, env });
    await wait(45);
    await hook('SessionStart', { source: 'startup' });
    assert.match(await read('SESSION.md'), /Redux/u);
    assert.match(await read('REMINDERS.md'), /- \[ \] Check the audit/u);
  });
});
