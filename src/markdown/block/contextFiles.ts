/** The instruction files that can contain the memory of a project, and how people name them. */
import { BigMindError } from '../../memory/shared/errors.ts';

/** Paths from the project folder. */
export const contextFiles = ['CLAUDE.md', 'AGENTS.md', '.github/copilot-instructions.md'] as const;
export type ContextFile = (typeof contextFiles)[number];

const shortNames: ReadonlyMap<string, ContextFile> = new Map([
  ['claude', 'CLAUDE.md'],
  ['agents', 'AGENTS.md'],
  ['copilot', '.github/copilot-instructions.md'],
]);

/** `name` is `claude`, `agents`, `copilot` or a path. Throws `invalid_input` for any other. */
export function contextFileNamed(name: string): ContextFile {
  const plain = name.toLowerCase().replaceAll('\\', '/').replace(/^\.\//u, '');
  const known = contextFiles.find((file) => file.toLowerCase() === plain) ?? shortNames.get(plain);
  if (known !== undefined) return known;
  throw new BigMindError('invalid_input', `"${name.slice(0, 80)}" is no file for the memory of a project.`, {
    remedy: `Nothing was changed. Use ${[...shortNames.keys()].join(', ')}, or the path of one of these files.`,
    details: { name },
  });
}

/** The files in a value of `context_files`; what is unknown is ignored. */
export function contextFilesIn(value: unknown): ContextFile[] {
  return Array.isArray(value) ? contextFiles.filter((file) => value.includes(file)) : [];
}
