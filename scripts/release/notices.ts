/** The licenses of the packages whose code is part of the built files, as their authors ask for. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/places.ts';
import { ScriptError } from '../lib/programs.ts';

interface Metafile {
  inputs: Record<string, unknown>;
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

/**
 * esbuild's metafile without the modules that our build makes itself, such as `lazy:…` and `builtin:…`: their names
 * contain the path of the clone, and they belong to no package.
 */
export function withoutShims(metafile: string): string {
  const { inputs, outputs } = JSON.parse(metafile) as Metafile;
  const plain = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !/^[\w-]+:/u.test(name)));
  const plainOutputs = Object.entries(outputs).map(([name, output]) => [
    name,
    { ...output, inputs: plain(output.inputs) },
  ]);
  return JSON.stringify({ inputs: plain(inputs), outputs: Object.fromEntries(plainOutputs) as unknown });
}

/**
 * One text for all packages in esbuild's metafile, sorted by name. Throws a `ScriptError` that names a package without a
 * license.
 */
export function thirdPartyNotices(metafile: string): string {
  const { outputs } = JSON.parse(metafile) as Metafile;
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  );
  const folders = inputs.flatMap((input) => /(?:node_modules\/(?:@[^/]+\/)?[^/]+\/?)+(?=\/)/u.exec(input)?.[0] ?? []);
  const sections = [...new Set([...folders, ...copied])].toSorted().map(section);
  return `BigMind includes code of the following packages.\n\n${[...new Set(sections)].join('\n')}`;
}

/**
 * The bill of materials with a serial number, which attestations ask for and the tool leaves out of reproducible output.
 * The same content has the same number: a UUID of version 8 from its hash.
 */
export function withSerialNumber(bom: string): string {
  const hash = createHash('sha256').update(bom).digest('hex');
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return `${JSON.stringify({ ...(JSON.parse(bom) as object), serialNumber: `urn:uuid:${parts.join('-')}` }, null, 2)}\n`;
}

/** Packages whose files ship unchanged, which the metafile does not list. */
const copied = ['node_modules/sql.js', 'node_modules/@vscode/codicons'];

const line = '-'.repeat(80);

function section(folder: string): string {
  const at = join(root, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = readdirSync(at).find((entry) => /^(?:licen[cs]e|copying)(?:[.-]|$)/iu.test(entry));
  const text =
    file !== undefined && existsSync(join(at, file)) ? readFileSync(join(at, file), 'utf8').trim() : undefined;
  if (text === undefined && license === undefined) throw new ScriptError(`${name} states no license.`);
  return `${line}\n${name} ${version} (${license ?? 'see below'})\n\n${text ?? 'The package contains no license text.'}\n`;
}
