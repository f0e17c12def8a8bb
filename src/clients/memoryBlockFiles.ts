/**
 * The block with a project's memory in its instruction files, beside the block with the rules. The choice of files is
 * in `.mind/config.json`, which other tools of this format also write.
 */
import { contextMarkers } from '../memory/archive/ownBlocks.ts';
import { edited, textOf } from './files/configText.ts';
import type { FilePlan } from './files/filePlan.ts';
import { carryOut, planOf } from './files/filePlan.ts';
import { jsonValueAt, withJsonValue, withoutJsonValue } from './files/jsonText.ts';
import { hasBlock } from './files/managedBlock.ts';
import { instructionPath, planInstructions, planInstructionsRemoval } from './instructionFiles.ts';
import type { ClientHost } from './shared/clientHost.ts';
import { joined } from './shared/clientHost.ts';

const targets = ['claude', 'agents', 'copilot'] as const;
type MemoryTarget = (typeof targets)[number];

type Change = 'created' | 'updated' | 'removed' | 'unchanged' | 'missing';

interface MemoryBlockFiles {
  put(project: string, file: string, text: string): Promise<Change>;
  renew(project: string, file: string, text: string): Promise<Change>;
  remove(project: string, file: string): Promise<Change>;
  exists(project: string, file: string): Promise<boolean>;
  readChoice(project: string): Promise<unknown>;
  writeChoice(project: string, names: readonly string[]): Promise<void>;
}

interface MemoryBlockParts {
  host: ClientHost;
  /** Undefined without a file. Rejects for a link, and for anything else that is no regular file of this size. */
  read: (file: string, maxBytes: number) => Promise<Uint8Array | undefined>;
  now: () => Date;
}

/** In bytes; a larger file is no instructions. */
const maxBytes = 4 * 1024 * 1024;
const choicePath = ['context_files'];
const changes = { create: 'created', update: 'updated', remove: 'removed', none: 'unchanged' } as const;

/** `file` is a path from the project folder, as in `instructionFiles.ts`. What a rejection means is in `BlockFiles`. */
export function createMemoryBlockFiles({ host, read, now }: MemoryBlockParts): MemoryBlockFiles {
  const contentOf = async (project: string, path: string): Promise<Buffer | undefined> => {
    const bytes = await read(joined(host, project, ...path.split('/')), maxBytes);
    return bytes && Buffer.from(bytes);
  };
  const hasOurs = async (project: string, file: string): Promise<boolean> => {
    const content = await contentOf(project, file);
    return content !== undefined && hasBlock(content, joined(host, project, ...file.split('/')), contextMarkers);
  };
  const done = async (plan: FilePlan): Promise<Change> => {
    await carryOut(plan, now());
    return changes[plan.change];
  };
  const put = async (project: string, file: string, text: string): Promise<Change> => {
    await contentOf(project, file);
    return done(await planInstructions(targetOf(file), text, project, host, contextMarkers));
  };
  const configOf = (project: string): string => joined(host, project, '.mind', 'config.json');
  return {
    put,
    renew: async (project, file, text) => ((await hasOurs(project, file)) ? put(project, file, text) : 'missing'),
    remove: async (project, file) => {
      if (!(await hasOurs(project, file))) return 'missing';
      return done(await planInstructionsRemoval(targetOf(file), project, host, contextMarkers));
    },
    exists: async (project, file) => (await contentOf(project, file)) !== undefined,
    readChoice: async (project) => {
      const file = configOf(project);
      return jsonValueAt(textOf(await contentOf(project, '.mind/config.json'), file), choicePath, file);
    },
    writeChoice: async (project, names) => {
      const file = configOf(project);
      const before = await contentOf(project, '.mind/config.json');
      const after = edited(before, file, (text) =>
        names.length === 0 ? withoutJsonValue(text, choicePath, file) : withJsonValue(text, choicePath, names, file),
      );
      await done(await planOf({ client: 'mind', file, before, after, entry: names, backup: 'none', within: project }));
    },
  };
}

/** Other paths are not in the closed list of `contextFiles.ts`. */
function targetOf(file: string): MemoryTarget {
  const target = targets.find((known) => instructionPath(known) === file);
  if (target === undefined) throw new Error(`No assistant reads ${file}.`);
  return target;
}
