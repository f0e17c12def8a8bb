/** How environment variables become settings. Invalid values are refused with a remedy, or replaced with a warning. */
import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { databaseLogin, settingsFromEnvironment } from '../../src/environment.ts';
import { allSettings } from '../../src/settingsTable.ts';
import { aHost, errorOf } from '../support/environment.ts';

const host = aHost('/home/ada', posix);
const windows = aHost('C:\\Users\\$&ada', win32);

const noTraces = { url: undefined, headers: undefined, service: undefined };

describe('settingsFromEnvironment', () => {
  it('returns the defaults when nothing is set, and ignores blank values', () => {
    const defaults = {
      home: '/home/ada/.mcp/bigmind',
      databaseFile: '/home/ada/.mcp/bigmind/memory.db',
      databaseUrl: undefined,
      mode: 'personal',
      username: 'ada',
      instance: { name: 'ada-laptop' },
      engine: 'auto',
      port: 7700,
      autoOpen: false,
      toolsets: undefined,
      providers: { embeddings: undefined, rerank: undefined },
      memory: {
        silenceMinutes: 30,
        handOffDays: 14,
        density: 5,
        fadingDays: 90,
        archiveDays: 0,
        auditDays: 30,
        contextTokens: 1_300,
        offersEnabled: true,
      },
      markdownFolder: undefined,
      sleep: { idleMinutes: 15, backstopMinutes: 45 },
      backups: { count: 12, days: 90 },
      ...{ agentTokens: undefined, metricsToken: undefined, traces: noTraces },
      learn: {
        ...{ choice: 'off', command: undefined, model: undefined, url: undefined, key: undefined },
        ...{ dailyTokens: 200_000, asksToSave: false, histories: 'learned' },
      },
      audit: undefined,
      personTokens: ['vscode'],
      redactionPatterns: undefined,
      serverUrl: undefined,
      workspace: 'default',
      databaseKey: undefined,
      warnings: [],
    };
    assert.deepEqual(settingsFromEnvironment({}, host), defaults);
    const blank = Object.fromEntries(allSettings.map(({ variable = '' }, index) => [variable, ' '.repeat(index % 2)]));
    assert.deepEqual(settingsFromEnvironment(blank, host), defaults);
  });

  it('reads the values that are set', () => {
    const set = {
      BIGMIND_HOME: '/srv/bigmind',
      BIGMIND_DB_PATH: '/srv/other.db',
      BIGMIND_MODE: 'Team',
      BIGMIND_USER: 'mara',
      BIGMIND_INSTANCE: 'build box',
      BIGMIND_INSTANCE_URL: 'https://minds.example/',
      BIGMIND_ENGINE: 'WASM',
      BIGMIND_PORT: ' 8080 ',
      BIGMIND_AUTOOPEN: 'True',
      BIGMIND_TOOLSETS: 'journal, Core core',
      BIGMIND_EMBEDDINGS: 'OpenAI',
      BIGMIND_EMBEDDINGS_URL: ' http://localhost:1234/v1/ ',
      BIGMIND_EMBEDDINGS_MODEL: 'bge-m3',
      BIGMIND_EMBEDDINGS_KEY: ' sk-1 ',
      BIGMIND_RERANK_URL: 'https://api.jina.ai/v1',
      BIGMIND_RERANK_MODEL: 'jina-reranker-v2',
      BIGMIND_RERANK_KEY: 'jina-1',
      BIGMIND_SILENCE_MINUTES: ' 45 ',
      BIGMIND_HAND_OFF_DAYS: '3',
      BIGMIND_SLEEP_DENSITY: '9',
      BIGMIND_SLEEP_IDLE_MINUTES: '30',
      BIGMIND_SLEEP_BACKSTOP_MINUTES: '60',
      BIGMIND_FADING_DAYS: '45',
      BIGMIND_ARCHIVE_DAYS: '365',
      BIGMIND_ARCHIVE_FOLDER: '/srv/archive',
      BIGMIND_BACKUP_COUNT: '20',
      BIGMIND_BACKUP_DAYS: '0',
      BIGMIND_LEARN: 'Ollama',
      BIGMIND_LEARN_COMMAND: ' llm --no-stream ',
      BIGMIND_LEARN_MODEL: 'qwen3:8b',
      BIGMIND_LEARN_URL: 'http://localhost:11434',
      ...{
        BIGMIND_LEARN_KEY: 'sk-2',
        BIGMIND_LEARN_DAILY_TOKENS: '50000',
        BIGMIND_LEARN_ASK: 'true',
        BIGMIND_LEARN_HISTORY: 'true',
      },
      ...{ AGENT_TOKENS: 'codex:tok_change_me_abc123', BIGMIND_METRICS_TOKEN: 'tok_of_prometheus_abc' },
      BIGMIND_PERSON_TOKENS: 'VSCode, bob-laptop',
      BIGMIND_AUDIT: 'Reads',
      BIGMIND_AUDIT_DAYS: '7',
      BIGMIND_CONTEXT_TOKENS: ' 800 ',
      BIGMIND_OFFERS: 'False',
    };
    assert.deepEqual(settingsFromEnvironment(set, host), {
      home: '/srv/bigmind',
      databaseFile: '/srv/other.db',
      databaseUrl: undefined,
      mode: 'team',
      username: 'mara',
      instance: { name: 'build box', url: 'https://minds.example' },
      engine: 'wasm',
      port: 8080,
      autoOpen: true,
      toolsets: ['core', 'journal'],
      providers: {
        embeddings: { provider: 'openai', url: 'http://localhost:1234/v1', model: 'bge-m3', key: 'sk-1' },
        rerank: { url: 'https://api.jina.ai/v1', model: 'jina-reranker-v2', key: 'jina-1' },
      },
      memory: {
        ...{ silenceMinutes: 45, handOffDays: 3, density: 9, fadingDays: 45, archiveDays: 365, auditDays: 7 },
        ...{ contextTokens: 800, offersEnabled: false },
      },
      markdownFolder: '/srv/archive',
      sleep: { idleMinutes: 30, backstopMinutes: 60 },
      backups: { count: 20, days: 0 },
      learn: {
        ...{ choice: 'ollama', command: 'llm --no-stream', model: 'qwen3:8b', url: 'http://localhost:11434' },
        ...{ key: 'sk-2', dailyTokens: 50_000, asksToSave: true, histories: 'all' },
      },
      ...{
        agentTokens: 'codex:tok_change_me_abc123',
        personTokens: ['vscode', 'bob-laptop'],
        metricsToken: 'tok_of_prometheus_abc',
        traces: noTraces,
      },
      audit: 'reads',
      redactionPatterns: undefined,
      serverUrl: undefined,
      workspace: 'default',
      databaseKey: undefined,
      warnings: [],
    });
  });

  it('names the user to the database, unless the process is the server of a team, which only a key can be', () => {
    const person = { workspace: 'acme', username: 'ada' };
    const identityKey = new Uint8Array(32);
    const server = { ...person, actsFor: 'callers' } as const;
    assert.deepEqual(databaseLogin({ ...person, databaseKey: undefined }), { workspace: 'acme', person });
    assert.deepEqual(databaseLogin({ ...person, databaseKey: identityKey }), {
      workspace: 'acme',
      person,
      identityKey,
    });
    assert.deepEqual(databaseLogin({ ...server, databaseKey: undefined }), { workspace: 'acme', person });
    assert.deepEqual(databaseLogin({ ...server, databaseKey: identityKey }), { workspace: 'acme', identityKey });
  });

  it('places the store in the home folder that is set', () => {
    assert.equal(settingsFromEnvironment({ BIGMIND_HOME: '/srv/b' }, host).databaseFile, '/srv/b/memory.db');
  });

  it('expands ~ to the home folder on every system', () => {
    assert.equal(settingsFromEnvironment({ BIGMIND_DB_PATH: '~/m.db' }, host).databaseFile, '/home/ada/m.db');
    assert.equal(settingsFromEnvironment({ BIGMIND_HOME: '~' }, host).home, '/home/ada');
    assert.equal(
      settingsFromEnvironment({ BIGMIND_DB_PATH: '~\\m.db' }, windows).databaseFile,
      'C:\\Users\\$&ada\\m.db',
    );
  });

  for (const path of ['memory.db', './memory.db', '../memory.db', '~mara/memory.db', 'C:\\memory.db']) {
    it(`rejects the relative path ${path}, because it would name another store in each folder`, () => {
      for (const name of ['BIGMIND_DB_PATH', 'BIGMIND_HOME']) {
        const { message, sentence } = errorOf(() => settingsFromEnvironment({ [name]: path }, host));
        assert.ok(message.includes(name) && message.includes(path), message);
        assert.match(sentence, /\. Use a full path/u);
      }
    });
  }

  it('accepts a full path by the rules of the system', () => {
    const { databaseFile } = settingsFromEnvironment({ BIGMIND_DB_PATH: 'D:\\memory.db' }, windows);
    assert.equal(databaseFile, 'D:\\memory.db');
    errorOf(() => settingsFromEnvironment({ BIGMIND_DB_PATH: 'D:memory.db' }, windows));
  });

  it('names a rejected path by the setting that it came from', () => {
    const variables = { BIGMIND_DB_PATH: 'memory.db' };
    const { message } = errorOf(() => settingsFromEnvironment(variables, host, ({ name = '' }) => `"${name}"`));
    assert.ok(message.startsWith('"storage.path" is "memory.db"'), message);
  });

  it('rejects an unknown word and lists the valid ones', () => {
    assert.match(errorOf(() => settingsFromEnvironment({ BIGMIND_MODE: 'solo' }, host)).sentence, /personal, team/u);
    assert.match(
      errorOf(() => settingsFromEnvironment({ BIGMIND_ENGINE: 'fast' }, host)).sentence,
      /auto, native, wasm/u,
    );
  });

  it('accepts every valid port, and 0 for any free one', () => {
    const portOf = (port: string): number => settingsFromEnvironment({ BIGMIND_PORT: port }, host).port;
    assert.deepEqual(['0', '1', '65535'].map(portOf), [0, 1, 65_535]);
  });

  for (const port of ['65536', '-1', '7700.5', '0x1E14', '1e3', 'http']) {
    it(`rejects the port ${port}`, () => {
      const { message } = errorOf(() => settingsFromEnvironment({ BIGMIND_PORT: port }, host));
      assert.ok(message.includes('BIGMIND_PORT') && message.includes(port), message);
    });
  }

  it('enables opening the page only for true or 1, and rejects unclear words', () => {
    const autoOpenOf = (word: string): boolean => settingsFromEnvironment({ BIGMIND_AUTOOPEN: word }, host).autoOpen;
    assert.deepEqual(['true', '1', 'false', '0'].map(autoOpenOf), [true, true, false, false]);
    assert.match(errorOf(() => autoOpenOf('maybe')).sentence, /true, false, 1, 0/u);
  });

  it('uses the default address and model when only the provider is set', () => {
    const of = (provider: string): unknown =>
      settingsFromEnvironment({ BIGMIND_EMBEDDINGS: provider }, host).providers.embeddings;
    assert.deepEqual(of('ollama'), {
      provider: 'ollama',
      url: 'http://localhost:11434',
      model: 'nomic-embed-text',
      key: undefined,
    });
    assert.deepEqual(of('openai'), {
      provider: 'openai',
      url: 'https://api.openai.com/v1',
      model: 'text-embedding-3-small',
      key: undefined,
    });
    assert.equal(of('off'), undefined);
  });

  for (const url of [
    'localhost:11434',
    'models',
    'ftp://models.example',
    'https://ada:sk-1@models.example',
    'https://m.example/?key=sk-1',
  ]) {
    it(`rejects ${url} as the address of a model server, without showing secrets`, () => {
      const embeddings = { BIGMIND_EMBEDDINGS: 'ollama', BIGMIND_EMBEDDINGS_URL: url };
      const { message, sentence } = errorOf(() => settingsFromEnvironment(embeddings, host));
      assert.match(message, /BIGMIND_EMBEDDINGS_URL/u);
      assert.ok(!sentence.includes('sk-1'));
      assert.match(errorOf(() => settingsFromEnvironment({ BIGMIND_RERANK_URL: url }, host)).message, /RERANK_URL/u);
      assert.ok(settingsFromEnvironment({ BIGMIND_EMBEDDINGS_URL: url }, host));
    });
  }

  it('rejects a key for an unencrypted address on another machine, and an invalid key', () => {
    const lan = { BIGMIND_RERANK_URL: 'http://10.0.0.7:8080' };
    assert.equal(settingsFromEnvironment(lan, host).providers.rerank?.key, undefined);
    assert.match(
      errorOf(() => settingsFromEnvironment({ ...lan, BIGMIND_RERANK_KEY: 'sk-1' }, host)).sentence,
      /BIGMIND_RERANK_URL.*http:\/\/10\.0\.0\.7:8080.*unencrypted.*https/u,
    );
    const { sentence } = errorOf(() => settingsFromEnvironment({ ...lan, BIGMIND_RERANK_KEY: 'sk 1' }, host));
    assert.match(sentence, /BIGMIND_RERANK_KEY/u);
    assert.ok(!sentence.includes('sk 1'));
  });

  it('rejects an unknown provider and lists the known ones', () => {
    const error = errorOf(() => settingsFromEnvironment({ BIGMIND_EMBEDDINGS: 'gemini' }, host));
    assert.match(error.sentence, /BIGMIND_EMBEDDINGS.*off, ollama, openai/u);
  });

  it('accepts a silence from 5 minutes to a day, and an archive age up to ten years or 0 for no limit', () => {
    const of = (silence: string, days: string): unknown => {
      const variables = { BIGMIND_SILENCE_MINUTES: silence, BIGMIND_ARCHIVE_DAYS: days };
      const { silenceMinutes, archiveDays } = settingsFromEnvironment(variables, host).memory;
      return [silenceMinutes, archiveDays];
    };
    assert.deepEqual(of('5', '0'), [5, 0]);
    assert.deepEqual(of('1440', '3650'), [1_440, 3_650]);
  });

  for (const [name, value, expected] of [
    ['BIGMIND_HAND_OFF_DAYS', '-1', '1 to 365, or 0'],
    ['BIGMIND_HAND_OFF_DAYS', '366', '1 to 365, or 0'],
    ['BIGMIND_HAND_OFF_DAYS', '1.5', '1 to 365, or 0'],
    ['BIGMIND_SILENCE_MINUTES', '4', '5 to 1440'],
    ['BIGMIND_SILENCE_MINUTES', '1441', '5 to 1440'],
    ['BIGMIND_SILENCE_MINUTES', '0', '5 to 1440'],
    ['BIGMIND_SILENCE_MINUTES', '30.5', '5 to 1440'],
    ['BIGMIND_SILENCE_MINUTES', 'never', '5 to 1440'],
    ['BIGMIND_ARCHIVE_DAYS', '-1', '1 to 3650, or 0'],
    ['BIGMIND_ARCHIVE_DAYS', '3651', '1 to 3650, or 0'],
    ['BIGMIND_ARCHIVE_DAYS', '1e3', '1 to 3650, or 0'],
    ['BIGMIND_ARCHIVE_DAYS', 'for ever', '1 to 3650, or 0'],
  ] as const) {
    it(`rejects ${name} ${value} and says what is valid`, () => {
      const { message, sentence } = errorOf(() => settingsFromEnvironment({ [name]: value }, host));
      assert.ok(message.includes(name) && message.includes(value), message);
      assert.ok(sentence.includes(expected), sentence);
    });
  }

  it('accepts a context budget from 300 to 4000 tokens', () => {
    for (const tokens of ['300', '4000']) {
      const { memory, warnings } = settingsFromEnvironment({ BIGMIND_CONTEXT_TOKENS: tokens }, host);
      assert.deepEqual([memory.contextTokens, warnings], [Number(tokens), []]);
    }
  });

  for (const [name, value, pattern] of [
    ['BIGMIND_CONTEXT_TOKENS', '299', /"299".*300 to 4000.*default of 1300/u],
    ['BIGMIND_CONTEXT_TOKENS', '4001', /300 to 4000/u],
    ['BIGMIND_CONTEXT_TOKENS', '1e3', /300 to 4000/u],
    ['BIGMIND_CONTEXT_TOKENS', '-500', /300 to 4000/u],
    ['BIGMIND_CONTEXT_TOKENS', 'plenty', /300 to 4000/u],
    ['BIGMIND_LEARN', 'gpt', /"gpt".*one of: off, vscode, claude.*It is ignored/u],
    ['BIGMIND_LEARN_DAILY_TOKENS', 'many', /1 to 5000000, or 0.*default of 200000/u],
    ['BIGMIND_OFFERS', 'sometimes', /"sometimes".*one of: true, false.*default of true/u],
  ] as const) {
    it(`uses the default instead of ${name} ${value}, with a warning`, () => {
      const { memory, warnings } = settingsFromEnvironment({ [name]: value }, host);
      assert.deepEqual(memory, settingsFromEnvironment({}, host).memory);
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0]?.startsWith(name));
      assert.match(warnings[0] ?? '', pattern);
    });
  }

  it('names an invalid number by the setting that it came from, in errors and warnings', () => {
    const nameOf = ({ name = '' }: { name?: string }): string => `The setting "${name}"`;
    assert.equal(
      errorOf(() => settingsFromEnvironment({ BIGMIND_ARCHIVE_DAYS: 'true' }, host, nameOf)).message,
      'The setting "archive.keepDays" is "true".',
    );
    const { warnings } = settingsFromEnvironment({ BIGMIND_CONTEXT_TOKENS: '9' }, host, nameOf);
    assert.match(warnings.join(), /^The setting "context\.tokens" is "9"\./u);
  });
});
