import type { Plugin } from 'esbuild';

export function createWatchReport(count: number, print: (line: string) => void): () => Plugin;
