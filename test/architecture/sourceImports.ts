/** Reads the imports of source files for the architecture tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Import {
  /** Absolute path. */
  file: string;
  /** As written in the source. */
  target: string;
  typeOnly: boolean;
}

/** The imports of all TypeScript files in a folder and its subfolders, including dynamic imports. */
export function importsUnder(folder: string): Import[] {
  return filesUnder(folder).flatMap((file) => {
    const source = withoutComments(readFileSync(file, 'utf8'));
    const statements = source.matchAll(
      /^(?:import|export)\s+(type\s+)?(?:[\w$*\s,]|\{[^}]*\})*?\bfrom\s+['"]([^'"]+)['"]/gmu,
    );
    const bare = source.matchAll(/(?<!['"\w])import\s*(?:\(\s*)?['"]([^'"\n]+)['"]/gu);
    return [
      ...[...statements].map(([, type, target = '']) => ({ file, target, typeOnly: type !== undefined })),
      ...[...bare].map(([, target = '']) => ({ file, target, typeOnly: false })),
    ];
  });
}

export function filesUnder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name));
  } catch {
    // An area without files has no folder.
    return [];
  }
}

export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/^\s*\/\/.*$/gmu, '');
}
