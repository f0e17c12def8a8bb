/** A Git remote as the place of a sync: pushes of several machines, a remote that is gone or public, and addresses. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createGit } from '../../src/sync/git.ts';
import { anonymousAddress, checkedGitAddress } from '../../src/sync/gitAddress.ts';
import { createGitPlace } from '../../src/sync/gitPlace.ts';
import type { OutgoingFile, Place } from '../../src/sync/place.ts';
import { aFolder, removeFolders } from '../store/support.ts';

after(removeFolders);

const machine = (digit: string): string => digit.repeat(12);
const file = (digit: string, sequence = 1): OutgoingFile => ({
  path: `machines/${machine(digit)}/00000${String(sequence)}-${digit.repeat(16)}.bundle`,
  read: () => Promise.resolve(Buffer.from(`bundle of ${digit}`)),
});

function git(...args: string[]): string {
  return execFileSync('git', args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null' },
  });
}

function aRemote(): string {
  const folder = join(aFolder(), 'remote.git');
  git('init', '--quiet', '--bare', folder);
  return folder;
}

function aPlace(url: string, extra: readonly string[] = []): Place {
  const clone = join(aFolder(), 'clone');
  return createGitPlace({ url, clone, git: createGit(clone, process.env, extra) });
}

describe('a Git remote as the place of a sync', () => {
  it('gets the files of several machines, also if another one pushed in the meantime', async () => {
    const remote = aRemote();
    const [one, other] = [aPlace(remote), aPlace(remote)];
    for (const place of [one, other]) await place.refresh();
    await one.write([file('a')]);
    await other.write([file('b'), { path: 'key.age', read: () => Promise.resolve(Buffer.from('key')) }]);
    await one.refresh();
    assert.deepEqual(
      (await one.list()).bundles.map((bundle) => bundle.machine),
      [machine('a'), machine('b')],
    );
    assert.equal(Buffer.from((await one.read(file('b').path)) ?? []).toString(), 'bundle of b');
    assert.equal(await one.read('machines/none'), undefined);
    assert.match(git('-C', remote, 'log', '--format=%an <%ae>', 'bigmind'), /^BigMind <sync@bigmind\.invalid>\n/u);
  });

  it('pushes what an interrupted run has committed but not pushed', async () => {
    const remote = aRemote();
    const place = aPlace(remote);
    await place.refresh();
    await place.write([file('a')]);
    rmSync(remote, { recursive: true });
    git('init', '--quiet', '--bare', remote);
    await place.refresh();
    assert.deepEqual((await place.list()).bundles, []);
    await place.write([file('a')]);
    assert.match(git('-C', remote, 'ls-tree', '-r', '--name-only', 'bigmind'), /000001-a{16}\.bundle/u);
  });

  it('is refused if it is gone, with words that say what to do', async () => {
    const remote = aRemote();
    const place = aPlace(remote);
    await place.refresh();
    rmSync(remote, { recursive: true });
    await assert.rejects(place.refresh(), { code: 'server_down' });
    await assert.rejects(place.refresh(), (error: { remedy?: unknown }) =>
      String(error.remedy).includes('Nothing was lost'),
    );
  });

  it('is refused if everybody can read it', async () => {
    const remote = aRemote();
    const filled = aPlace(remote);
    await filled.refresh();
    await filled.write([file('a')]);
    git('-C', remote, 'update-server-info');
    // The simplest server that Git can read from; it asks for no account.
    const server = createServer((request, response) => {
      const path = join(
        remote,
        decodeURIComponent((request.url ?? '').replace(/\?.*$/u, '').replace('/repository', '')),
      );
      const isThere = path.startsWith(remote) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
      response.writeHead(isThere ? 200 : 404).end(isThere ? readFileSync(path) : '');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    try {
      const place = aPlace(`http://127.0.0.1:${String(port)}/repository`, ['protocol.http.allow=always']);
      await assert.rejects(place.refresh(), /can be read by everyone/u);
    } finally {
      await new Promise((done) => server.close(done));
    }
  });
});

describe('the address of a Git remote', () => {
  it('has no password, no option and no program in it', () => {
    for (const address of [
      'https://ada:hunter2@example.org/x.git',
      'https://ghp_token@example.org/x.git',
      '--upload-pack=touch',
      'ext::sh -c true',
      'http://example.org/x.git',
      '',
    ]) {
      assert.throws(
        () => checkedGitAddress(address),
        (error: Error) => !/hunter2|ghp_token/u.test(error.message),
        address,
      );
    }
    for (const address of [
      'https://example.org/x.git',
      'git@github.com:ada/x.git',
      'ssh://git@host:22/x',
      '/mnt/usb/x.git',
    ])
      assert.equal(checkedGitAddress(` ${address} `), address);
  });

  it('has a form that strangers could read, for well-known hosts', () => {
    assert.equal(anonymousAddress('git@github.com:ada/memory.git'), 'https://github.com/ada/memory.git');
    assert.equal(anonymousAddress('ssh://git@gitlab.com:22/ada/memory'), 'https://gitlab.com/ada/memory');
    assert.equal(anonymousAddress('https://example.org/x.git'), 'https://example.org/x.git');
    assert.equal(anonymousAddress('git@example.org:x.git'), undefined);
    assert.equal(anonymousAddress('/mnt/usb/x.git'), undefined);
  });
});
