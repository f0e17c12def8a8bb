/**
 * Detects whether a folder is on a network share or something similar, such as a host folder in a virtual machine or a
 * Windows disk in WSL. SQLite's WAL needs memory shared between processes, which two computers do not have, so a store
 * in WAL would be damaged. In doubt a folder counts as a share: that only costs speed.
 */
import { readFile, realpath, statfs } from 'node:fs/promises';

/** The kind of share that contains the folder, such as `nfs`; undefined for a local disk. */
export type ShareAt = (folder: string) => Promise<string | undefined>;

/** What the operating system reports about a folder. */
interface FolderFacts {
  platform: NodeJS.Platform;
  /** The real path, with links and mapped drives resolved. */
  folder: string;
  /** `statfs().type`; undefined if unknown. */
  type: number | undefined;
  /** The same for the root folder. */
  rootType: number | undefined;
  /** Content of `/proc/self/mounts`; empty if there is none. */
  mounts: string;
}

export const shareAt: ShareAt = async (folder) => {
  const { platform } = process;
  // The system's own answer, which on Windows resolves a mapped drive to its server.
  const place = await realpath(folder);
  const [type, rootType] = platform === 'win32' ? [undefined, undefined] : [await typeAt(place), await typeAt('/')];
  const mounts = platform === 'linux' ? await readFile('/proc/self/mounts', 'utf8').catch(() => '') : '';
  return shareFrom({ platform, folder: place, type, rootType, mounts });
};

export function shareFrom({ platform, folder, type, rootType, mounts }: FolderFacts): string | undefined {
  if (platform === 'win32') return isServerPath(folder) ? 'a network path' : undefined;
  if (platform === 'darwin') return macShare(folder, type, rootType);
  const known = type === undefined ? undefined : linuxShares[type >>> 0];
  if (known !== undefined) return known;
  if (type !== undefined && type >>> 0 !== fuse) return undefined;
  const mounted = fileSystemAt(folder, mounts);
  if (mounted === undefined) return type === undefined ? undefined : 'fuse';
  if (type === undefined) return /^(?:nfs|cifs|smb|9p|ceph|afs|vboxsf)/u.test(mounted) ? mounted : undefined;
  return localFuse.has(mounted) ? undefined : mounted;
}

/** `\\server\share`, also as `\\?\UNC\server\share`. `\\?\C:\` and `\\.\` are on this machine. */
export function isServerPath(path: string): boolean {
  const plain = path.replaceAll('/', '\\');
  if (/^\\\\\?\\UNC\\/iu.test(plain)) return true;
  return /^\\\\[^\\?.]/u.test(plain);
}

const fuse = 0x65735546;

/** Magic numbers of Linux file systems, from its `magic.h` and the drivers of virtual machines. */
const linuxShares: Readonly<Record<number, string>> = {
  0x6969: 'nfs',
  0x517b: 'smb',
  0xff534d42: 'cifs',
  0xfe534d42: 'smb2',
  0x01021997: '9p',
  0x564c: 'ncp',
  0x73757245: 'coda',
  0x5346414f: 'afs',
  0x6b414653: 'afs',
  0x00c36400: 'ceph',
  0x0bd00bd0: 'lustre',
  0x47504653: 'gpfs',
  0x01161970: 'gfs2',
  0x7461636f: 'ocfs2',
  0x786f4256: 'vboxsf',
  0xbacbacbc: 'vmhgfs',
  0x7c7c6673: 'prl_fs',
};

/** FUSE file systems on a disk of this machine. Most others are remote. */
const localFuse: ReadonlySet<string> = new Set([
  'fuseblk',
  'fuse.gocryptfs',
  'fuse.cryfs',
  'fuse.encfs',
  'fuse.bindfs',
  'fuse.mergerfs',
  'fuse.fuse-overlayfs',
]);

/** The type of the innermost mount that contains the folder. */
function fileSystemAt(folder: string, mounts: string): string | undefined {
  let best: { place: string; type: string } | undefined;
  for (const line of mounts.split('\n')) {
    const [, mounted = '', type] = line.split(' ');
    const place = mounted.replaceAll(/\\([0-7]{3})/gu, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));
    const isAbove = place === '/' || folder === place || folder.startsWith(`${place}/`);
    // A later mount at the same place hides the earlier one.
    if (type !== undefined && isAbove && place.length >= (best?.place.length ?? 0)) best = { place, type };
  }
  return best?.type;
}

/**
 * macOS guarantees only the type number of NFS. A mount below these folders whose type differs from that of the root
 * may be any share.
 */
function macShare(folder: string, type: number | undefined, rootType: number | undefined): string | undefined {
  if (type === 2) return 'nfs';
  const isMounted = /^\/(?:Volumes|Network|net)\//u.test(folder);
  return isMounted && type !== rootType ? 'another file system' : undefined;
}

async function typeAt(folder: string): Promise<number | undefined> {
  try {
    return (await statfs(folder)).type;
  } catch {
    // The system does not provide the type.
    return undefined;
  }
}
