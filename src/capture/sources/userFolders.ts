/** Finds the folders `User` of the editions of VS Code: desktop, servers on remote machines, and code-server. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { placeFrom } from './source.ts';
import type { SourceHost } from './source.ts';

interface UserFolder {
  folder: string;
  /** The display name of the edition. */
  program: string;
}

const editions = [
  { name: 'Code', program: 'VS Code' },
  { name: 'Code - Insiders', program: 'VS Code Insiders' },
  { name: 'VSCodium', program: 'VSCodium' },
  { name: 'Code - OSS', program: 'Code - OSS' },
] as const;

const servers = [
  { name: '.vscode-server', program: 'VS Code Server' },
  { name: '.vscode-server-insiders', program: 'VS Code Server Insiders' },
  { name: '.vscode-remote', program: 'VS Code Server' },
  { name: '.vscodium-server', program: 'VSCodium Server' },
] as const;

/** Existing folders; folders that are links to one place count once. */
export async function userFoldersOf(host: SourceHost): Promise<UserFolder[]> {
  const folders = new Map<string, UserFolder>();
  for (const candidate of userFolderCandidates(host)) {
    const real = await realpath(candidate.folder).catch(() => undefined);
    if (real !== undefined && !folders.has(real)) folders.set(real, candidate);
  }
  return [...folders.values()];
}

/** Possible locations. */
export function userFolderCandidates(host: SourceHost): UserFolder[] {
  const { home } = host;
  const desktop = desktopFolder(host);
  const data = placeFrom(host, 'XDG_DATA_HOME') ?? join(home, '.local', 'share');
  const portable = placeFrom(host, 'VSCODE_PORTABLE');
  return [
    ...editions.map(({ name, program }) => ({ folder: join(desktop, name, 'User'), program })),
    ...servers.map(({ name, program }) => ({ folder: join(home, name, 'data', 'User'), program })),
    { folder: join(data, 'code-server', 'User'), program: 'code-server' },
    ...(portable === undefined ? [] : [{ folder: join(portable, 'user-data', 'User'), program: 'VS Code' }]),
    ...(host.userFolders ?? []).map((folder) => ({ folder, program: 'VS Code' })),
  ];
}

/** code.visualstudio.com/docs/getstarted/settings: the settings folder of each platform. */
function desktopFolder(host: SourceHost): string {
  if (host.platform === 'darwin') return join(host.home, 'Library', 'Application Support');
  if (host.platform === 'win32') return placeFrom(host, 'APPDATA') ?? join(host.home, 'AppData', 'Roaming');
  return placeFrom(host, 'XDG_CONFIG_HOME') ?? join(host.home, '.config');
}
