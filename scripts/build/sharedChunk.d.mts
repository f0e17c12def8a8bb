/** What tests use of `sharedChunk.mjs`. */
import type { Metafile } from 'esbuild';

export function withLazyRequires(source: string): string;
export function dynamicImporters(metafile: Metafile): string[];
