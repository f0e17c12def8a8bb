/** Any command as a model: real processes that answer, fail, hang, write too much, or leave others behind. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCommandModel } from '../../src/distill/commandModel.ts';
import type { LanguageModel } from '../../src/memory/shared/languageModel.ts';
import { redact } from '../../src/capture/redaction/redaction.ts';
import { until } from '../realClients/until.ts';
import { errorOf, isRunning, keepAll, Scripts } from './scripts.ts';

describe('a command as a language model', () => {
  let scripts: Scripts;
  beforeEach(() => {
    scripts = new Scripts();
  });
  afterEach(() => scripts.remove());

  const modelOf = (body: string, timeoutMs = 20_000, env: NodeJS.ProcessEnv = process.env): LanguageModel =>
    createCommandModel(scripts.command(body), { env, redact: keepAll, timeoutMs });
  const noted = (name: string): number => Number(scripts.read(name));
  const note = (name: string, value: string): string =>
    `writeFileSync(${JSON.stringify(scripts.path(name))}, ${value});`;

  it('gets the whole request on standard input, and gives its standard output as the answer', async () => {
    const request = `Grüße 你\n${'x'.repeat(400_000)}\nend`;
    const answer = await modelOf('console.log(`${input.length} ${input.slice(0, 7)} ${input.slice(-3)}`);').ask(
      request,
    );
    assert.equal(answer, `${request.length} Grüße 你 end`);
  });

  it('has the name of its program, without path and arguments', () => {
    const nameOf = (command: string): string => createCommandModel(command, { env: {}, redact: keepAll }).name;
    assert.deepEqual(
      ['llm -m tiny --key sk-1', '"/opt/my tools/ask" x', "'/a b/c' d", 'C:\\ask.exe', '  '].map(nameOf),
      ['llm', 'ask', 'c', 'ask.exe', 'command'],
    );
  });

  it('runs in an empty folder, which is removed, without secrets and the ids of a chat', async () => {
    const env = { ...process.env, BIGMIND_DB_URL: 'postgres://x', AGENT_TOKENS: 'a:b', CLAUDECODE: '1', MINE: 'kept' };
    const body = `import { readdirSync } from 'node:fs';
      const { BIGMIND_DB_URL, AGENT_TOKENS, CLAUDECODE, MINE, BIGMIND_LEARNING, PWD } = process.env;
      console.log(JSON.stringify({ folder: process.cwd(), PWD, files: readdirSync('.'), set: { BIGMIND_DB_URL, AGENT_TOKENS, CLAUDECODE, MINE, BIGMIND_LEARNING } }));`;
    const { folder, PWD, files, set } = JSON.parse(await modelOf(body, 20_000, env).ask('x')) as Record<
      string,
      unknown
    >;
    assert.deepEqual([files, set], [[], { MINE: 'kept', BIGMIND_LEARNING: '1' }]);
    if (process.platform === 'linux') assert.equal(PWD, folder);
    assert.equal(existsSync(String(folder)), false);
  });

  it('has a folder for each of two requests at once', async () => {
    const model = modelOf('console.log(process.cwd());');
    const [one, other] = await Promise.all([model.ask('a'), model.ask('b')]);
    assert.notEqual(one, other);
    const left = readdirSync(tmpdir()).filter((name) => [one, other].includes(join(tmpdir(), name)));
    assert.deepEqual(left, []);
  });

  it('gives the beginning of a long answer, and is ended after 5 MB', async () => {
    const all = await modelOf(`process.stdout.write('a'.repeat(3_000_000));`).ask('x');
    assert.equal(all.length, 200_000);
    const endless = `${note('pid', 'String(process.pid)')}
      const write = () => { while (process.stdout.write('b'.repeat(65_536))); process.stdout.once('drain', write); };
      write();`;
    const answer = await modelOf(endless).ask('x');
    assert.deepEqual([answer.length, answer.slice(0, 3)], [200_000, 'bbb']);
    assert.equal(isRunning(noted('pid')), false);
  });

  it('gives an empty answer for none, and its text without colors', async () => {
    assert.equal(await modelOf('').ask('x'), '');
    assert.equal(await modelOf(`console.log('\\u001b[31mred\\u001b[0m');`).ask('x'), 'red');
  });

  it('is down for now when it fails, with the last line of its error, shortened and without secrets', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const body = `console.error('Trace\\n${'long '.repeat(100)}${secret}'); console.log('half'); process.exitCode = 3;`;
    const model = createCommandModel(scripts.command(body), { env: process.env, redact });
    const error = await errorOf(model.ask('x'));
    assert.equal(error.code, 'provider_down');
    assert.match(error.message, /^The command that learns ended with 3: long long/u);
    assert.ok(error.message.length < 260 && !error.message.includes('ghp_'), error.message);
    assert.match(error.sentence, /tries again later/u);
  });

  it('is refused if there is no such program', async () => {
    for (const command of ['no-such-program-anywhere', '"/no such/program" x']) {
      const error = await errorOf(createCommandModel(command, { env: process.env, redact: keepAll }).ask('x'));
      assert.deepEqual([error.code, error.details], ['provider_refused', { reason: 'missing' }]);
      assert.match(error.sentence, /BIGMIND_LEARN_COMMAND/u);
    }
  });

  it('may end without reading the request', async () => {
    const file = scripts.path('quick.mjs');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(file, `console.log('quick');`);
    const model = createCommandModel(`"${process.execPath}" "${file}"`, { env: process.env, redact: keepAll });
    assert.equal(await model.ask('x'.repeat(2_000_000)), 'quick');
  });

  describe('that hangs', () => {
    /** It ignores the request to end, as does the process that it started. */
    const stubborn = (): string => `process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {});
      const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'inherit' });
      ${note('folder', 'process.cwd()')} ${note('child', 'String(child.pid)')} ${note('pid', 'String(process.pid)')}
      console.log('partly'); setInterval(() => {}, 1000);`;
    const bothEnded = (): boolean => !isRunning(noted('pid')) && !isRunning(noted('child'));

    it('is killed with its processes when its time is up, and is down for now', async () => {
      const error = await errorOf(modelOf(stubborn(), 1_500).ask('x'));
      assert.equal(error.code, 'provider_down');
      assert.match(error.message, /did not answer within 1\.5 s/u);
      // The system ends the second process when it gets to it.
      await until('both processes have ended', bothEnded);
    });

    it('is killed with its processes when the caller aborts, with the reason of the caller', async () => {
      const controller = new AbortController();
      const asked = modelOf(stubborn()).ask('x', controller.signal);
      const rejects = assert.rejects(asked, /enough for today/u);
      await until('both processes run', () => existsSync(scripts.path('pid')) && scripts.read('pid') !== '');
      controller.abort(new Error('enough for today'));
      await rejects;
      await until('both processes have ended', bothEnded);
      await assert.rejects(modelOf(stubborn()).ask('x', controller.signal), /enough for today/u);
    });

    for (const signal of ['SIGTERM', 'SIGINT', 'exit'] as const) {
      it(`is killed with its processes when our own process ends first, by ${signal}`, async function () {
        if (process.platform === 'win32' && signal !== 'exit') this.skip();
        const source = resolve(import.meta.dirname, '../../src/distill/commandModel.ts');
        const caller = `const { createCommandModel } = await import(${JSON.stringify(source)});
          ${signal === 'exit' ? 'process.stdin.once("data", () => process.exit(5));' : ''}
          await createCommandModel(${JSON.stringify(scripts.command(stubborn()))}, { env: process.env, redact: (text) => ({ text, removed: 0 }) }).ask('x');`;
        const own = spawn(process.execPath, ['--input-type=module', '-e', caller], {
          stdio: ['pipe', 'ignore', 'inherit'],
        });
        const ended = new Promise<unknown[]>((done) => own.once('exit', (...how: unknown[]) => done(how)));
        await until('both processes run', () => existsSync(scripts.path('pid')) && scripts.read('pid') !== '');
        if (signal === 'exit') own.stdin.write('x');
        else own.kill(signal);
        assert.deepEqual(await ended, signal === 'exit' ? [5, null] : [null, signal]);
        await until('both processes have ended', bothEnded, { timeoutMs: 5_000 });
        assert.equal(existsSync(scripts.read('folder')), false);
      });
    }
  });

  it('leaves no process behind that outlives its answer', async () => {
    const body = `const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'inherit' });
      ${note('child', 'String(child.pid)')} child.unref(); console.log('done');`;
    assert.equal(await modelOf(body).ask('x'), 'done');
    await until('the process has ended', () => !isRunning(noted('child')), { timeoutMs: 5_000 });
  });
});
