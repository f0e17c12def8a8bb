/**
 * Each coding agent as the language model that learns: the adapter gets the answer of the scripted model, at a low
 * cost, and BigMind's own hooks and server in that home do nothing meanwhile. Runs with the user's hooks and servers.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAgentModel } from '../../src/distill/agentModel.ts';
import type { AgentName } from '../../src/distill/settings/learnSettings.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { learnRequestMark } from '../../src/memory/learn/requestMark.ts';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { ClientHome } from './clientHome.ts';
import { everythingIn } from './clientHome.ts';
import { explained, sessionsIn, untilRecorded } from './sessions.ts';
import type { Suite } from './suite.ts';
import { until } from './until.ts';

/** In what the hook of a turn's end asks. */
const question = 'did this chat teach something';
const answer = '{"items":[{"text":"The ECHIDNA queue retries three times."}]}';
/** In characters of everything that is sent beside the request; about four are a token. */
const maxAdded: Readonly<Record<AgentName, number>> = { claude: 3_000, codex: 30_000, copilot: 12_000, gemini: 3_000 };

export function checkLearning({ client, home }: Suite): void {
  const name = client.name;
  if (name === 'opencode') return;

  it('answers a request to learn, while hooks and servers of BigMind do nothing', async () => {
    const opened = home();
    const before = { sessions: sessionsIn(opened).length, runs: runsIn(opened), log: opened.hooksLog() };
    const request = `${learnRequestMark}\n${'We retry the ECHIDNA queue three times. '.repeat(4_000)}\nAnswer with JSON.`;
    opened.model.scripts = [{ match: learnRequestMark, steps: [{ say: answer }] }];
    const asked = opened.model.requests.length;
    const model = createAgentModel(name, undefined, { env: opened.environment, redact });
    const processes = processesIn(opened);
    assert.equal(await model.ask(request), answer);
    const sent = opened.model.requests.slice(asked).filter((one) => everythingIn(one).includes(learnRequestMark));
    assert.equal(sent.length, 1, 'One request is one question to the model.');
    const body = sent.map(everythingIn).join('\n');
    assert.ok(body.includes(request), 'The request arrives whole.');
    assert.deepEqual(
      sent.flatMap(({ tools }) => tools).filter((tool) => tool.name.includes('memory_')),
      [],
    );
    assert.doesNotMatch(body, /bigmind-context/u);
    const added = JSON.stringify(sent[0]?.body).length - request.length;
    assert.ok(added < maxAdded[name], `${String(added)} characters are sent beside the request.`);
    const after = { sessions: sessionsIn(opened).length, runs: runsIn(opened), log: opened.hooksLog() };
    assert.deepEqual(after, before, explained(opened));
    const left = processesIn(opened).filter((one) => !processes.includes(one));
    assert.deepEqual(left, []);
  });

  it('is ended with all its processes when it is aborted while the model is silent', async () => {
    const opened = home();
    opened.model.scripts = [{ match: learnRequestMark, steps: [{ hold: true }] }];
    const [asked, processes] = [opened.model.requests.length, processesIn(opened)];
    const controller = new AbortController();
    const model = createAgentModel(name, undefined, { env: opened.environment, redact });
    const rejects = assert.rejects(model.ask(`${learnRequestMark}\nAnswer.`, controller.signal), /that is enough/u);
    await until('the model is asked', () => opened.model.requests.length > asked);
    controller.abort(new Error('that is enough'));
    await rejects;
    assert.deepEqual(
      processesIn(opened).filter((one) => !processes.includes(one)),
      [],
    );
  });

  // Codex would ask its own servers.
  if (name !== 'codex') {
    it('says how to sign in when nobody is signed in', async () => {
      const opened = home();
      const given = Object.keys(client.env(opened.model.url)).filter((key) => /KEY|URL|PROVIDER|OFFLINE/u.test(key));
      const env = Object.fromEntries(Object.entries(opened.environment).filter(([key]) => !given.includes(key)));
      const model = createAgentModel(name, undefined, { env, redact, timeoutMs: 30_000 });
      const thrown: unknown = await model.ask(`${learnRequestMark}\nAnswer with JSON.`).then(
        (text) => text,
        (error: unknown) => error,
      );
      assert.ok(thrown instanceof BigMindError, String(thrown));
      assert.deepEqual([thrown.code, thrown.details], ['provider_refused', { reason: 'signed out' }], thrown.message);
    });
  }

  it('is asked once to save what a longer chat taught, if the user turned that on', async () => {
    const opened = home();
    const prompt = 'Explain the BANDICOOT pipeline in detail.';
    // Gemini CLI takes the same words again and again for a loop.
    const steps = [{ say: Array.from({ length: 250 }, (_, at) => `Depot ${at} ships ${at * 7919}.`).join(' ') }];
    const others = [{ match: question, steps: [{ say: 'Nothing to save.' }] }];
    const before = opened.rows('SELECT id FROM facts').length;
    const chat = await opened.chat(prompt, { steps, others, commandPrefix: ['env', 'BIGMIND_LEARN_ASK=true'] });
    assert.equal(chat.code, 0, explained(opened, chat));
    const asked = chat.requests.filter(({ turns }) => turns.some(({ text }) => text.includes(question)));
    assert.equal(asked.length, 1, explained(opened, chat));
    await untilRecorded(opened, [prompt]);
    assert.deepEqual(opened.rows(`SELECT content FROM messages WHERE content LIKE '%${question}%'`), []);
    assert.equal(opened.rows('SELECT id FROM facts').length, before);
  });

  it('leaves no chat of its own to the next import', async () => {
    const opened = home();
    const { code, out, err } = await opened.bigmind(['import', client.importKind]);
    // Claude Code and Codex leave no file, so that there may be nothing to import.
    assert.ok(code === 0 || err.includes('Found nothing to import'), `${out}${err}`);
    const own = sessionsIn(opened).filter(({ transcript }) => transcript.includes('ECHIDNA'));
    assert.deepEqual(own, []);
  });
}

function runsIn(home: ClientHome): number {
  return home.rows('SELECT id FROM hook_runs').length;
}

/** Command lines of processes whose environment names this home; Linux only. */
function processesIn({ home }: ClientHome): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/u.test(pid))
    .flatMap((pid) => {
      try {
        const isOurs = readFileSync(join('/proc', pid, 'environ'), 'utf8').includes(`HOME=${home}`);
        return isOurs ? [`${pid} ${readFileSync(join('/proc', pid, 'cmdline'), 'utf8')}`] : [];
      } catch {
        return []; // It has ended, or belongs to somebody else.
      }
    });
}
