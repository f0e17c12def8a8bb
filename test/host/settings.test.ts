/** A listener hears of the settings it asked for, and of no others. */
import assert from 'node:assert/strict';
import { onDidChangeSettings } from '../../src/vscode/settings.ts';
import { withSetting } from './support.ts';

describe('a changed setting', () => {
  it('is told to those whom it concerns only', async () => {
    const heard: string[] = [];
    const listeners = [
      onDidChangeSettings(['storage', 'user'], () => heard.push('memory')),
      onDidChangeSettings(['mcp'], () => heard.push('server')),
    ];
    const nothing = (): Promise<void> => Promise.resolve();
    await withSetting('instructions.enabled', false, nothing);
    assert.deepEqual(heard, []);
    await withSetting('mcp.enabled', false, nothing);
    assert.deepEqual([...new Set(heard)], ['server']);
    heard.length = 0;
    await withSetting('user', 'mara', nothing);
    assert.deepEqual([...new Set(heard)], ['memory']);
    for (const listener of listeners) listener.dispose();
  });
});
