/** A listener is notified only of the settings that it subscribes to. Chosen values are passed on as variables. */
import assert from 'node:assert/strict';
import { settingsTable } from '../../src/settingsTable.ts';
import { chosenVariables, onDidChangeSettings } from '../../src/vscode/platform/settings.ts';
import { withSetting } from './support.ts';

describe('a changed setting', () => {
  it('notifies only its subscribers', async () => {
    const notified: string[] = [];
    const listeners = [
      onDidChangeSettings([settingsTable.storagePath, settingsTable.user], () => notified.push('memory')),
      onDidChangeSettings([settingsTable.mcpEnabled], () => notified.push('server')),
    ];
    const nothing = (): Promise<void> => Promise.resolve();
    await withSetting('instructions.enabled', false, nothing);
    assert.deepEqual(notified, []);
    await withSetting('mcp.enabled', false, nothing);
    assert.deepEqual([...new Set(notified)], ['server']);
    notified.length = 0;
    await withSetting('user', 'mara', nothing);
    assert.deepEqual([...new Set(notified)], ['memory']);
    for (const listener of listeners) listener.dispose();
  });

  it('overrides the environment if the user chose it, but not by its default', async () => {
    const retentionVariables = (): (string | undefined)[] => {
      const { BIGMIND_SILENCE_MINUTES: silence, BIGMIND_ARCHIVE_DAYS: days } = chosenVariables();
      return [silence, days];
    };
    const read = (): Promise<(string | undefined)[]> => Promise.resolve(retentionVariables());
    assert.deepEqual(retentionVariables(), [undefined, undefined]);
    assert.deepEqual(await withSetting('sessions.silenceMinutes', 45, read), ['45', undefined]);
    assert.deepEqual(await withSetting('archive.keepDays', 0, read), [undefined, '0'], 'for ever is a choice, too');
    const injected = (): Promise<(string | undefined)[]> => {
      const { BIGMIND_CONTEXT_TOKENS: tokens, BIGMIND_OFFERS: offers } = chosenVariables();
      return Promise.resolve([tokens, offers]);
    };
    assert.deepEqual(await injected(), [undefined, undefined]);
    assert.deepEqual(await withSetting('context.tokens', 600, injected), ['600', undefined]);
    assert.deepEqual(await withSetting('offers.enabled', false, injected), [undefined, 'false']);
    const chosen = (): Promise<Record<string, string>> => Promise.resolve(chosenVariables());
    assert.deepEqual(await withSetting('audit.level', 'reads', chosen), { BIGMIND_AUDIT: 'reads' });
    for (const [name, unset] of [
      ['storage.engine', 'auto'],
      ['mode', ''],
      ['mode', 'solo'],
      ['user', ' '],
    ] as const) {
      assert.deepEqual(await withSetting(name, unset, chosen), {}, `${name} "${unset}"`);
    }
  });
});
