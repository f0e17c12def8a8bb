/** In a browser the memory is kept in the extension's own storage, and the same commands work on it. */
import * as vscode from 'vscode';

async function run(command: string, argument?: object): Promise<Record<string, unknown>> {
  return vscode.commands.executeCommand(`bigmind.${command}`, argument);
}

/** `node:assert` does not exist here. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`Expected ${String(expected)}, got ${String(actual)}.`);
}

describe('remembering in a browser', () => {
  it('stores a note once and finds it again', async () => {
    const text = `The buoy rings ${crypto.randomUUID()}`;
    const first = await run('rememberNote', { text, category: 'decision' });
    expectEqual(first['notice'], undefined);
    expectEqual(first['status'], 'stored');
    expectEqual((await run('rememberNote', { text, category: 'decision' }))['status'], 'duplicate');
    expectEqual((await run('searchMemory', { query: text, open: 'best' }))['status'], 'opened');
    expectEqual(vscode.window.activeTextEditor?.document.getText().includes(text), true);
  });

  it('examines the store', async () => {
    expectEqual((await run('runDoctor'))['status'], 'sound');
  });

  it('says why it copies no configuration', async () => {
    const { status, notice } = await run('copyMcpConfiguration', { format: 'vscode' });
    expectEqual(status, 'failed');
    expectEqual(typeof notice, 'string');
  });
});
