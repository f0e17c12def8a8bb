/** The parts of `sharedChunk.mjs` that tests use. */
import type { Metafile } from 'esbuild';

export function withLazyRequires(source: string): string;
export function dynamicImporters(metafile: Metafile): string[];
