/** A tool host with nothing but the store: no browser, window or user, and it only pretends to write files. */
import type { ToolHost } from '../../src/mcp/shared/tool.ts';

export function aToolHost(given: Partial<ToolHost> = {}): ToolHost {
  const address = 'http://localhost:7700/#key=…';
  let exported = '';
  return {
    page: {
      newAddress: () => Promise.resolve(address),
      open: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    chatPage: { html: () => Promise.resolve(''), holdsKey: () => false, answer: () => Promise.resolve(undefined) },
    openPanel: () => Promise.resolve(false),
    showsChatPage: () => false,
    writeExport: (text) => {
      exported = text;
      return Promise.resolve('/home/ada/bigmind_export_20260330_091500.json');
    },
    readImport: () => Promise.resolve(exported),
    fileMemory: () => Promise.reject(new Error('There are no files.')),
    confirm: () => Promise.resolve(undefined),
    ...given,
  };
}
