/** Checkpoints of Entire in real repositories: how they are found, and which conversations they are. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCheckpoints } from '../../src/capture/checkpoints/checkpoints.ts';
import { entire, howToFetch } from '../../src/importers/entire/kind.ts';
import { sourcesAt } from '../../src/importers/sourcesAt.ts';
import { sourcesOfKind } from '../../src/importers/sourcesOfKind.ts';
import type { TranscriptItem } from '../../src/memory/archive/transcript.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { checkpointBranch, checkpointTime, commitFiles, storeCheckpoints } from '../support/checkpoints.ts';
import type { StoredSession } from '../support/checkpoints.ts';
import { conversationNumber } from '../support/pastHome.ts';
import { aRepository, gitEnvironment } from '../capture/git/repository.ts';
import type { Repository } from '../capture/git/repository.ts';
import { KindFolder, findFile, findIn, findInProject } from './support.ts';

const one = conversationNumber(1);
const two = conversationNumber(2);
const morning = Date.parse('2026-03-02T09:00:00.000Z');

/** A line of Claude Code with one text; its number gives its uuid and time. */
function line(number: number, text: string, session = one): string {
  const message = { role: number % 2 === 0 ? 'user' : 'assistant', content: [{ type: 'text', text }] };
  const about = { cwd: '/Users/grace/shop', version: '2.1.29', gitBranch: 'login', sessionId: session };
  const timestamp = new Date(morning + number * 1000).toISOString();
  return `${JSON.stringify({ parentUuid: null, ...about, type: message.role, message, uuid: `u${String(number)}`, timestamp })}\n`;
}

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => line(from + at, `Text ${String(from + at)}`)).join('');

/** The texts of a transcript, counted without a reader of BigMind. */
function textsIn(...transcripts: string[]): string[] {
  const rows = transcripts.flatMap((text) =>
    text.split('\n').filter((row) => row.startsWith('{"') && row.endsWith('}')),
  );
  const byId = new Map(
    rows.map((row) => {
      const { uuid, message } = JSON.parse(row) as { uuid: string; message: { content: { text: string }[] } };
      return [uuid, message.content[0]?.text ?? ''] as const;
    }),
  );
  return [...byId.values()];
}

interface Read {
  texts: string[];
  keys: string[];
  damage: string[];
  items: TranscriptItem[];
}

async function read(gitFolder: string, session: string, env = gitEnvironment): Promise<Read> {
  const checkpoints = await openCheckpoints(gitFolder, { env });
  const found: Read = { texts: [], keys: [], damage: [], items: [] };
  for await (const item of checkpoints.items(session)) {
    found.items.push(item);
    if ('message' in item) {
      found.texts.push(item.message.content);
      found.keys.push(item.message.key);
    } else if ('unreadable' in item)
      found.damage.push(`${String(item.unreadable.lineNumber)} ${item.unreadable.reason}`);
  }
  await checkpoints.close();
  return found;
}

describe('checkpoints of Entire', () => {
  let repository: Repository;
  let more: KindFolder;
  let git: string;
  beforeEach(() => {
    repository = aRepository();
    repository.write('a.ts', 'one');
    repository.commit('First');
    more = new KindFolder();
    git = join(repository.folder, '.git');
  });
  afterEach(() => {
    repository.remove();
    more.remove();
  });

  const at = (name: string, minute: number, ...chunks: string[]): StoredSession => ({
    at: name,
    session: one,
    minute,
    chunks,
  });
  const elsewhere = (...args: string[]): string =>
    execFileSync('git', args, { cwd: more.path, env: gitEnvironment, stdio: 'pipe', encoding: 'utf8' });

  describe('are found', () => {
    it('in the repository that has them, and in no other one', async () => {
      assert.deepEqual(await findInProject(entire, repository.folder), []);
      assert.deepEqual(await findInProject(entire, more.path), []);
      repository.git('branch', 'checkpoints/model');
      repository.git('branch', 'entire/0bfc123-e3b0c4');
      repository.git('pack-refs', '--all');
      assert.deepEqual(await findInProject(entire, repository.folder), []);
      storeCheckpoints(repository, [at('ab/12cd34ef56/0', 1, lines(0, 2))]);
      const [source] = await findInProject(entire, repository.folder);
      assert.deepEqual(
        [source?.folder, source?.program, source?.files.map(({ path }) => path), source?.conversations],
        [repository.folder, 'Entire (all who push)', [git], null],
      );
      assert.equal(source?.staysInUse, true);
    });

    it('loose, packed, as last fetched, and with a reference each', async () => {
      storeCheckpoints(repository, [at('ab/12cd34ef56/0', 1, lines(0, 2))]);
      repository.git('pack-refs', '--all');
      repository.git('gc', '--quiet');
      assert.equal(existsSync(join(git, 'refs/heads/entire/checkpoints/v1')), false);
      assert.equal((await findInProject(entire, repository.folder)).length, 1);
      elsewhere('clone', '--quiet', repository.folder, 'clone');
      assert.equal((await findInProject(entire, more.join('clone'))).length, 1);
      repository.git('branch', '--delete', '--force', 'entire/checkpoints/v1');
      assert.deepEqual(await findInProject(entire, repository.folder), []);
      storeCheckpoints(repository, [at('0', 1, lines(0, 2))], 'refs/entire/checkpoints/BH/01M228EVE8JJQ9J34JESFQX7BH');
      assert.equal((await findInProject(entire, repository.folder)).length, 1);
    });

    it('from a worktree and in a bare repository, once', async () => {
      storeCheckpoints(repository, [at('ab/12cd34ef56/0', 1, lines(0, 2))]);
      repository.git('worktree', 'add', '--quiet', more.join('tree'));
      assert.deepEqual(
        (await findInProject(entire, more.join('tree'))).map(({ files }) => files[0]?.path),
        [git],
      );
      elsewhere('clone', '--quiet', '--bare', repository.folder, 'bare.git');
      const [bare] = await findIn(entire, more.join('bare.git'));
      assert.deepEqual([bare?.folder, bare?.files[0]?.path], [more.join('bare.git'), more.join('bare.git')]);
      const [inside] = await findIn(entire, git);
      assert.deepEqual([inside?.folder, inside?.files[0]?.path], [repository.folder, git]);
    });

    it('in a clone of one branch, once they are fetched as the words about it say', async () => {
      storeCheckpoints(repository, [at('ab/12cd34ef56/0', 1, lines(0, 2))]);
      storeCheckpoints(repository, [at('0', 2, lines(0, 4))], 'refs/entire/checkpoints/BH/01M228EVE8JJQ9J34JESFQX7BH');
      elsewhere('clone', '--quiet', '--single-branch', `file://${repository.folder}`, 'clone');
      assert.deepEqual(await findIn(entire, more.join('clone')), []);
      const words = [...howToFetch.matchAll(/"(?<quoted>[^"]+)"|(?<plain>\S+)/gu)];
      const [, ...args] = words.map(({ groups }) => groups?.['quoted'] ?? groups?.['plain'] ?? '');
      elsewhere('-C', 'clone', ...args);
      assert.equal((await findIn(entire, more.join('clone'))).length, 1);
      const { texts } = await read(more.join('clone', '.git'), one);
      assert.deepEqual(texts, textsIn(lines(0, 4)));
    });

    it('in a table of references, which may leave out how their names begin', async () => {
      mkdirSync(more.join('shop/.git/objects'), { recursive: true });
      more.put('shop/.git/HEAD', 'ref: refs/heads/.invalid');
      const table = (name: string): string =>
        more.put('shop/.git/reftable/0x01-0x02-1.ref', Buffer.from(`REFT\0${name}`));
      table('refs/heads/main');
      assert.deepEqual(await findIn(entire, more.join('shop')), []);
      table('refs/heads/entire/0bfc123\0\x0ccheckpoints/v1');
      assert.equal((await findIn(entire, more.join('shop'))).length, 1);
    });

    it('by a folder that the user names, with words about what to do if there are none', async () => {
      storeCheckpoints(repository, [at('ab/12cd34ef56/0', 1, lines(0, 2))]);
      assert.equal((await sourcesOfKind('entire', repository.folder)).length, 1);
      assert.deepEqual(
        (await sourcesAt(repository.folder)).map(({ kind }) => kind),
        ['entire'],
      );
      await assert.rejects(sourcesOfKind('entire', more.path), (error: unknown) => {
        assert.ok(error instanceof BigMindError);
        assert.match(JSON.stringify(error.remedy), /git fetch origin/u);
        return error.code === 'bad_import';
      });
      await assert.rejects(findFile(entire, more.put('full.jsonl', lines(0, 2))), /are in a Git repository/u);
    });
  });

  describe('of one session are one conversation', () => {
    it('with each message once, if each repeats those before it', async () => {
      storeCheckpoints(repository, [
        at('cd/0000000001/0', 1, lines(0, 2)),
        at('ab/0000000002/0', 5, lines(0, 6)),
        at('ef/0000000003/0', 9, lines(0, 9)),
      ]);
      const checkpoints = await openCheckpoints(git, { env: gitEnvironment });
      assert.deepEqual(
        checkpoints.list().map(({ head, endedAt }) => [head.conversation, endedAt]),
        [[one, checkpointTime(9)]],
      );
      const { texts, damage } = await read(git, one);
      assert.deepEqual(texts, textsIn(lines(0, 9)));
      assert.equal(texts.length, 9);
      assert.deepEqual(damage, []);
    });

    it('if each has only what was said since the one before, or a part of both', async () => {
      const parts = [lines(0, 3), lines(3, 5), lines(4, 8)] as const;
      storeCheckpoints(repository, [
        at('ab/0000000002/0', 5, parts[1]),
        at('cd/0000000001/0', 1, parts[0]),
        at('ef/0000000003/1', 9, parts[2]),
      ]);
      assert.deepEqual((await read(git, one)).texts, textsIn(...parts));
    });

    it('in its chunks, by their numbers', async () => {
      const chunks = Array.from({ length: 12 }, (_, place) => lines(place * 2, place * 2 + 2).trimEnd());
      storeCheckpoints(repository, [at('ab/0000000001/0', 1, ...chunks)]);
      assert.deepEqual((await read(git, one)).texts, textsIn(lines(0, 24)));
    });

    it('beside others in the same checkpoint', async () => {
      const other = line(0, 'Another', two) + line(1, 'Answer', two);
      storeCheckpoints(repository, [
        at('ab/0000000001/0', 1, lines(0, 4)),
        { ...at('ab/0000000001/1', 1, other), session: two },
      ]);
      const checkpoints = await openCheckpoints(git, { env: gitEnvironment });
      assert.deepEqual(
        checkpoints.list().map(({ head }) => head.conversation),
        [one, two],
      );
      assert.deepEqual((await read(git, two)).texts, ['Another', 'Answer']);
      assert.deepEqual((await read(git, one)).texts, textsIn(lines(0, 4)));
      assert.deepEqual((await read(git, 'unknown')).items, []);
    });

    it('wherever its checkpoints are: on branches here and elsewhere, and with a reference each', async () => {
      storeCheckpoints(repository, [at('ab/0000000001/0', 1, lines(0, 2))]);
      storeCheckpoints(
        repository,
        [at('ab/0000000001/0', 1, 'not asked'), at('cd/0000000002/0', 2, lines(0, 4))],
        'refs/remotes/team/origin/entire/checkpoints/v1',
      );
      storeCheckpoints(repository, [at('0', 3, lines(0, 6))], 'refs/entire/checkpoints/BH/01M228EVE8JJQ9J34JESFQX7BH');
      storeCheckpoints(
        repository,
        [{ ...at('ef/0000000004/0', 4, lines(0, 8)), file: 'raw_transcript' }],
        'refs/entire/checkpoints/v2/full/current',
      );
      const { texts, damage } = await read(git, one);
      assert.deepEqual([texts, damage], [textsIn(lines(0, 8)), []]);
    });

    it('if all of it is packed, or its names have a date, or its checkpoint no folders for sessions', async () => {
      storeCheckpoints(repository, [
        { ...at('ab/0000000001', 1, lines(0, 2)), session: `2026-03-02-${one}` },
        at('cd/0000000002/0', 2, lines(0, 4)),
      ]);
      repository.git('gc', '--quiet', '--prune=now');
      assert.deepEqual((await read(git, one)).texts, textsIn(lines(0, 4)));
    });

    it('that counts as grown once any of its objects is another one', async () => {
      const turns = async (): Promise<number | undefined> =>
        (await openCheckpoints(git, { env: gitEnvironment })).list()[0]?.turns;
      const later = at('cd/0000000002/0', 2, lines(0, 6));
      storeCheckpoints(repository, [at('ab/0000000001/0', 1, lines(0, 2)), later]);
      const before = await turns();
      assert.equal(await turns(), before);
      storeCheckpoints(repository, [at('ab/0000000001/0', 1, lines(0, 3)), later]);
      assert.notEqual(await turns(), before);
    });
  });

  describe('are read from a repository that anyone could have made', () => {
    it('around a damaged line, which is named', async () => {
      const damaged = `${lines(0, 2)}{"type":"user","message":{"con\n${lines(2, 4)}`;
      storeCheckpoints(repository, [at('ab/0000000001/0', 1, damaged)]);
      const { texts, damage } = await read(git, one);
      assert.deepEqual(texts, textsIn(damaged));
      assert.equal(texts.length, 4);
      assert.equal(damage.length, 1);
      assert.match(damage[0] ?? '', /^3 of checkpoint ab0000000001\/0 is not JSON/u);
    });

    it('without metadata, and with metadata that is damaged or names a path', async () => {
      storeCheckpoints(repository, [
        { ...at('ab/0000000001/0', 1, lines(0, 2)), metadata: null },
        { ...at('cd/0000000002/0', 1, line(0, 'Another', two)), session: '../../../evil' },
      ]);
      const checkpoints = await openCheckpoints(git, { env: gitEnvironment });
      const ids = checkpoints.list().map(({ head }) => head.conversation);
      assert.deepEqual(ids, ['ab0000000001-0', 'cd0000000002-0']);
      const { items, texts } = await read(git, 'ab0000000001-0');
      const head = items.find((item) => 'head' in item);
      assert.deepEqual([head?.head.conversation, texts.length], [one, 2]);
      assert.deepEqual((await read(git, 'cd0000000002-0')).texts, ['Another']);
    });

    it('without files whose names or sizes cannot be theirs', async () => {
      const huge = Buffer.alloc(65 * 1024 * 1024, ' ');
      commitFiles(repository, checkpointBranch, {
        'ab/00000\n00001/0/full.jsonl': lines(0, 2),
        'ab/0000000001/0/full.jsonl.tmp': lines(0, 2),
        'ab/0000000001/0/deeper/full.jsonl': lines(0, 2),
        'full.jsonl': lines(0, 2),
        'README.md': '# Entire',
      });
      await assert.rejects(
        openCheckpoints(git, { env: gitEnvironment }),
        /has no transcripts in checkpoints.*git fetch/u,
      );
      storeCheckpoints(repository, [
        { ...at('ab/0000000001/0', 1), chunks: [huge] },
        at('cd/0000000002/0', 2, lines(0, 2)),
      ]);
      const { texts, damage } = await read(git, one);
      assert.deepEqual(texts, textsIn(lines(0, 2)));
      assert.deepEqual(damage, ['1 of checkpoint ab0000000001/0 is not whole: a part is missing or longer than 64 MB']);
    });

    it('in a form that nothing reads, which is named with its agent', async () => {
      const cursor = '{"role":"user","message":{"content":[{"type":"text","text":"hello"}]}}\n';
      storeCheckpoints(repository, [{ ...at('ab/0000000001/0', 1, cursor), agent: 'Cursor' }]);
      const { texts, damage } = await read(git, one);
      assert.deepEqual(texts, []);
      assert.deepEqual(damage, ['1 of checkpoint ab0000000001/0 is in a form that BigMind does not read (Cursor)']);
    });

    it('as far as it was fetched, with words about the rest', async () => {
      storeCheckpoints(repository, [at('ab/0000000001/0', 1, lines(0, 2))]);
      repository.git('config', 'uploadpack.allowFilter', 'true');
      const whole = `file://${repository.folder}`;
      elsewhere('clone', '--quiet', '--no-checkout', '--filter=blob:none', whole, 'partial');
      const partial = more.join('partial', '.git');
      await assert.rejects(openCheckpoints(partial, { env: gitEnvironment }), /Perhaps they were not fetched/u);
      const ids = elsewhere('-C', 'partial', 'rev-parse', 'origin/entire/checkpoints/v1:ab/0000000001/0/full.jsonl');
      elsewhere('-C', 'partial', 'fetch', '--quiet', 'origin', ids.trim());
      const checkpoints = await openCheckpoints(partial, { env: gitEnvironment });
      const [found] = checkpoints.list();
      assert.deepEqual((await read(partial, found?.head.conversation ?? '')).texts, textsIn(lines(0, 2)));
    });

    it('only with Git, and only while it answers', async () => {
      storeCheckpoints(repository, [at('ab/0000000001/0', 1, lines(0, 2))]);
      const nowhere = { ...gitEnvironment, PATH: more.path };
      await assert.rejects(openCheckpoints(git, { env: nowhere }), (error: unknown) => {
        assert.ok(error instanceof BigMindError);
        return error.message === `${git} cannot be read: Git was not found on this computer.`;
      });
      await assert.rejects(
        openCheckpoints(git, { env: gitEnvironment, limitMs: 0 }),
        /cannot be read: Git took too long/u,
      );
    });

    it('leaving nothing behind, also if reading ends early', async () => {
      storeCheckpoints(repository, [at('ab/0000000001/0', 1, lines(0, 4))]);
      const own = more.join('tmp');
      mkdirSync(own);
      const before = process.env['TMPDIR'];
      process.env['TMPDIR'] = own;
      try {
        assert.equal(tmpdir(), own);
        await read(git, one);
        const checkpoints = await openCheckpoints(git, { env: gitEnvironment });
        for await (const item of checkpoints.items(one)) if ('message' in item) break;
      } finally {
        if (before === undefined) delete process.env['TMPDIR'];
        else process.env['TMPDIR'] = before;
      }
      assert.deepEqual(readdirSync(own), []);
    });
  });
});
