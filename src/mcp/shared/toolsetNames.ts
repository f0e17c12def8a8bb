/** The names of the toolsets, separate from the tools, so that code that only reads settings loads no tool. */

export const toolsetNames = [
  'core',
  'chunks',
  'journal',
  'global',
  'maintenance',
  'semantic',
  'recovery',
  'brain',
  'provenance',
  'mind',
  'directory',
] as const;
export type ToolsetName = (typeof toolsetNames)[number];

export const defaultToolsets: readonly ToolsetName[] = ['core'];

/**
 * The toolsets in a list, in our order and without duplicates. `all` means every one, an empty list the default.
 * Returns the first unknown name as `unknown`.
 */
export function toolsetsFrom(names: readonly string[]): { toolsets: ToolsetName[] } | { unknown: string } {
  const wanted = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  const isKnown = (name: string): boolean => name === 'all' || toolsetNames.some((known) => known === name);
  const unknown = wanted.find((name) => !isKnown(name));
  if (unknown !== undefined) return { unknown };
  if (wanted.length === 0) return { toolsets: [...defaultToolsets] };
  return { toolsets: toolsetNames.filter((name) => wanted.includes('all') || wanted.includes(name)) };
}
