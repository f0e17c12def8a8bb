/**
 * Finds the checkpoints of Entire: transcripts of coding agents in a Git repository, on the branch
 * `entire/checkpoints/v1` or with a reference for each checkpoint (docs/architecture/sessions-and-checkpoints.md of
 * entireio/cli). Only names of references are looked at here. Reading what they contain starts Git, so only an import
 * does that.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import { gitFolderOf } from '../../capture/projects/projectIdentity.ts';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import type { FoundFiles } from '../../capture/sources/source.ts';
import { eachOnce, namesIn, smallText } from '../../capture/sources/sourceFolders.ts';

const id = 'entire';
/** Does nothing where the remote has no such references. */
export const howToFetch =
  'git fetch origin "+refs/heads/entire/checkpoints/*:refs/remotes/origin/entire/checkpoints/*" "refs/entire/checkpoints/*:refs/entire/checkpoints/*"';
const remedy = `Give the folder of a Git repository with Entire's checkpoints. A clone may lack them: ${howToFetch}`;

export const entire: ImportKind = {
  id,
  program: 'Entire',
  title: 'Entire',
  imports:
    'Conversations in the checkpoints that Entire keeps in the Git repository of a project, also those of others who push them; those that BigMind already has are skipped',
  one: 'a checkpoint of Entire',
  none: 'checkpoint of Entire',
  icon: 'git-branch',
  unit: 'conversation',
  staysInUse: true,
  formats: { [id]: { shape: 'collection', rank: 85, open: (path, openForeign) => openForeign(path, 'checkpoints') } },
  extensions: [],
  isInRepository: true,
  findInProjects: async (folders) => (await Promise.all((await eachOnce(folders)).map(checkpointsIn))).flat(),
  findIn: checkpointsIn,
  findFile: (path) =>
    Promise.reject(
      new BigMindError('bad_import', `${path} is a file; checkpoints of Entire are in a Git repository.`, {
        remedy,
        details: { path },
      }),
    ),
  remedy,
  agent: (name) => name,
};

/** In a repository, a worktree, or a Git folder itself. */
async function checkpointsIn(folder: string): Promise<FoundFiles[]> {
  const git = gitFolderOf(folder);
  const named = git === undefined ? [] : await whatNamesCheckpoints(git);
  if (git === undefined || named.length === 0) return [];
  const found = await Promise.all(named.map((path) => stat(path)));
  const newest = Math.max(...found.map(({ mtimeMs }) => mtimeMs));
  const project = basename(folder) === '.git' ? dirname(folder) : folder;
  const file = {
    path: git,
    // How much the objects take up is not known without Git.
    bytes: Math.max(1, ...found.map(({ size }) => size)),
    modifiedAt: new Date(newest).toISOString(),
    format: id,
    conversation: null,
  };
  return [{ title: basename(project), program: 'Entire (all who push)', folder: project, files: [file] }];
}

const maxListBytes = 64 * 1024 * 1024;

/** Folders of loose references, and lists of packed ones. A table (`reftable`) leaves out how names begin. */
async function whatNamesCheckpoints(git: string): Promise<string[]> {
  const refs = join(git, 'refs');
  const remotes = (await namesIn(join(refs, 'remotes'))).folders.map((name) => join(refs, 'remotes', name));
  const folders = [refs, join(refs, 'heads'), ...remotes].map((place) => join(place, 'entire', 'checkpoints'));
  const tables = (await namesIn(join(git, 'reftable'))).files.map((name) => join(git, 'reftable', name));
  const packed = join(git, 'packed-refs');
  const names = async (path: string): Promise<boolean> => {
    if (folders.includes(path)) return hasFile(path);
    const sign = path === packed ? '/entire/checkpoints/' : 'checkpoints/';
    return (await smallText(path, maxListBytes))?.includes(sign) === true;
  };
  const places = [...folders, packed, ...tables];
  const are = await Promise.all(places.map(names));
  return places.filter((_, place) => are[place] === true);
}

async function hasFile(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.some((entry) => entry.isFile());
}
