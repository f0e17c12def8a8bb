/** Opens a separate store next to that of the installed extension, in the same way as the extension. */
import { assembleBigMind } from '../../src/assemble.ts';
import { settingsFromEnvironment } from '../../src/environment.ts';
import { ExtensionBackups } from '../../src/extensionMemory.ts';
import type { Backups } from '../../src/memory/upkeep/backups.ts';
import { nodeHostFacts } from '../../src/nodeHostFacts.ts';
import { createNodePorts } from '../../src/nodePorts.ts';
import type { MemorySource } from '../../src/vscode/platform/sharedMemory.ts';

/** `home` is BigMind's folder; `username` is the caller. */
export async function openSeparateMemory(
  home: string,
  username: string,
): Promise<{ source: MemorySource; backups: Backups }> {
  const settings = settingsFromEnvironment({ BIGMIND_HOME: home, BIGMIND_USER: username }, nodeHostFacts());
  const kept = new ExtensionBackups({
    loadWasm: () => Promise.reject(new Error('This host has SQLite.')),
    notice: () => undefined,
  });
  const source: MemorySource = {
    location: settings.databaseFile,
    open: async () => {
      const { store, backupKeeper } = await kept.openStore(settings, () => undefined);
      const bigmind = assembleBigMind(store, createNodePorts(), settings.mode);
      const close = (): Promise<void> => {
        backupKeeper.close();
        return bigmind.close();
      };
      return { ...bigmind, backupKeeper, close };
    },
    visitor: () =>
      Promise.resolve({
        username,
        agent: { name: 'tests', version: '1' },
        project: { key: 'weir', name: 'weir' },
        conversationId: null,
      }),
  };
  return { source, backups: await kept.of(settings) };
}
