/**
 * A private Git remote as the place of a sync. The clone beside the store is only a copy of the remote's branch: each
 * write starts from what the remote has now, so that a refused push is repeated on top of what others pushed.
 */
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../clients/files/makeFolder.ts';
import { BigMindError } from '../memory/shared/errors.ts';
import { listBundles, readIfThere, writeFiles } from './folderPlace.ts';
import type { RunGit } from './git.ts';
import { anonymousAddress, checkedGitAddress } from './gitAddress.ts';
import type { OutgoingFile, Place } from './place.ts';

const branch = 'bigmind';
const maxPushes = 5;

interface GitPlaceParts {
  url: string;
  /** Where the clone belongs. */
  clone: string;
  /** Runs Git in the clone. */
  git: RunGit;
}

/** Throws `invalid_input` for an address that Git should not get. */
export function createGitPlace({ url, clone, git }: GitPlaceParts): Place {
  const address = checkedGitAddress(url);
  return {
    where: address,
    async refresh() {
      await prepareClone(clone, address, git);
      await refusePublic(address, git);
      await fetchBranch(git, address);
    },
    list: () => listBundles(clone),
    read: (path) => readIfThere(join(clone, ...path.split('/'))),
    write: (files) => push(files, { clone, address, git }),
  };
}

async function prepareClone(clone: string, address: string, git: RunGit): Promise<void> {
  await makeFolder(clone, 0o700);
  const isThere = await stat(join(clone, '.git')).catch(() => undefined);
  const known = isThere === undefined ? undefined : (await git(['config', '--get', 'remote.origin.url'])).text.trim();
  if (known === address) return;
  // Another remote, or a clone that was cut off.
  await rm(clone, { recursive: true, force: true });
  await makeFolder(clone, 0o700);
  await succeed(git(['init', '--quiet', '--initial-branch', branch]), address);
  // No attribute in the remote may start a filter or change line ends.
  await makeFolder(join(clone, '.git', 'info'));
  await writeFile(join(clone, '.git', 'info', 'attributes'), '* -text -diff -filter -merge -ident\n');
  await succeed(git(['remote', 'add', 'origin', address]), address);
}

/** Bundles are encrypted, but who syncs when would be visible to everyone. */
async function refusePublic(address: string, git: RunGit): Promise<void> {
  const open = anonymousAddress(address);
  if (open === undefined) return;
  const { code } = await git(['ls-remote', '--quiet', open], { isAnonymous: true });
  if (code !== 0) return;
  throw new BigMindError('not_allowed', `${address} can be read by everyone.`, {
    remedy: 'Nothing was sent. Make the repository private, or choose another one.',
  });
}

/** The clone then has what the remote has. */
async function fetchBranch(git: RunGit, address: string): Promise<void> {
  const remote = await succeed(git(['ls-remote', '--heads', 'origin', branch]), address);
  if (remote.text.trim() === '') {
    // An empty repository, or one that lost the branch: nothing is there.
    await git(['update-ref', '-d', `refs/heads/${branch}`]);
    await git(['rm', '-r', '-f', '-q', '--ignore-unmatch', '.']);
    await git(['clean', '-f', '-d', '-q']);
    return;
  }
  await succeed(
    git(['fetch', '--quiet', '--no-tags', 'origin', `+refs/heads/${branch}:refs/remotes/origin/${branch}`]),
    address,
  );
  await succeed(git(['checkout', '--quiet', '--force', '-B', branch, `refs/remotes/origin/${branch}`]), address);
  await succeed(git(['clean', '-f', '-d', '-q']), address);
}

const author = ['-c', 'user.name=BigMind', '-c', 'user.email=sync@bigmind.invalid'];

async function push(
  files: readonly OutgoingFile[],
  { clone, address, git }: { clone: string; address: string; git: RunGit },
): Promise<void> {
  if (files.length === 0) return;
  for (let attempt = 1; ; attempt += 1) {
    await writeFiles(clone, files);
    await succeed(git(['add', '--force', '--', ...files.map(({ path }) => path)]), address);
    if ((await git(['diff', '--cached', '--quiet'])).code === 0) return;
    await succeed(git([...author, 'commit', '--quiet', '--no-verify', '--message', 'Add bundles']), address);
    const pushed = await git(['push', '--quiet', 'origin', `refs/heads/${branch}:refs/heads/${branch}`]);
    if (pushed.code === 0) return;
    const isBehind = /rejected|fetch first|non-fast-forward|failed to push some refs|cannot lock ref/iu.test(
      pushed.trouble,
    );
    if (!isBehind || attempt === maxPushes) throw unreachable(address, pushed.trouble);
    await fetchBranch(git, address);
  }
}

async function succeed<T extends { code: number; trouble: string }>(running: Promise<T>, address: string): Promise<T> {
  const outcome = await running;
  if (outcome.code === 0) return outcome;
  throw unreachable(address, outcome.trouble);
}

function unreachable(address: string, trouble: string): BigMindError {
  return new BigMindError(
    'server_down',
    `Git cannot use ${address}: ${trouble === '' ? 'it gave no reason' : trouble}.`,
    {
      remedy:
        'Nothing was lost: the next sync continues. Check the connection and your rights with `git ls-remote`. If the repository is gone for good, set up the sync again with another one.',
    },
  );
}
