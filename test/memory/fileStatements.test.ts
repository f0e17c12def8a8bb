/** What a chat gets of the stored entries of a folder, and when it gets nothing. */
import assert from 'node:assert/strict';
import type { FileEntry, RefreshEntries } from '../../src/memory/entries/entryStore.ts';
import { createReadFileEntries, createReadFileStatements } from '../../src/memory/entries/fileStatements.ts';
import type { FileStatement } from '../../src/memory/entries/fileSection.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';

const caller: Caller = {
  user: { id: 'u-1', username: 'ada', displayName: null, role: 'member' },
  agent: { id: 'a-1', name: 'tests', version: null },
  project: null,
  conversationId: null,
  mode: 'personal',
};
const isListed: RefreshEntries = () => Promise.resolve({ folder: '/projects/shop', isListed: true });

function anEntry(kind: string, text: string, more: Partial<FileEntry> = {}): FileEntry {
  const nothing = { date: null, reason: null, alternatives: [], status: null, resolution: null, commit: null };
  const place = { path: '.mind/MEMORY.md', source: 'file', line: 1, createdAt: '2026-11-24T00:00:00.000Z' } as const;
  return { ...place, kind, text, confidence: 0.7, origin: 'agent', ...nothing, ...more };
}

function statementsOf(entries: FileEntry[], refresh = isListed): Promise<readonly FileStatement[] | undefined> {
  const list = (userId: string, folder: string): Promise<FileEntry[]> =>
    Promise.resolve(userId === 'u-1' && folder === '/projects/shop' ? entries : []);
  return createReadFileStatements(createReadFileEntries({ list }, refresh))(caller);
}

describe('the statements of a project for a chat', () => {
  it('name file and line', async () => {
    assert.deepEqual(await statementsOf([anEntry('decision', 'Vite', { line: 12 })]), [
      { part: 'decision', text: 'Vite', date: null, place: '.mind/MEMORY.md:12' },
    ]);
  });

  it('are those of a listed folder only', async () => {
    const entries = [anEntry('decision', 'Vite')];
    assert.equal(await statementsOf(entries, () => Promise.resolve(undefined)), undefined);
    const isUnlisted: RefreshEntries = () => Promise.resolve({ folder: '/projects/shop', isListed: false });
    assert.equal(await statementsOf(entries, isUnlisted), undefined);
  });

  it('are newest first, in whichever order the file has its days', async () => {
    const days = ['2026-11-24', '2026-11-10', '2025-01-02', '2026-11-20'];
    const entries = days.flatMap((date) => [
      anEntry('decision', `${date}, early`, { date }),
      anEntry('decision', `${date}, late`, { date }),
    ]);
    assert.deepEqual(
      (await statementsOf(entries))?.slice(0, 4).map(({ text }) => text),
      ['2026-11-24, late', '2026-11-24, early', '2026-11-20, late', '2026-11-20, early'],
    );
  });

  it('of the present session come first', async () => {
    const login = anEntry('problem', 'login loops', { date: '2026-11-24', status: 'open' });
    const key = anEntry('problem', 'no key', { path: '.mind/SESSION.md', status: 'open' });
    assert.deepEqual(
      (await statementsOf([login, key]))?.map(({ text }) => text),
      ['no key', 'login loops'],
    );
  });

  it('leave out what is done, resolved or unsure', async () => {
    const entries = [
      anEntry('progress', 'the export'),
      anEntry('problem', 'login loops', { status: 'resolved' }),
      anEntry('learning', 'Safari is old'),
      anEntry('decision', 'probably Vite', { confidence: 0.3 }),
    ];
    assert.deepEqual(await statementsOf(entries), []);
  });

  it('leave out what strangers may have written', async () => {
    const entries = [
      anEntry('decision', 'of a comment', { path: 'src/a.ts', source: 'comment', origin: 'repository' }),
      anEntry('decision', 'of a commit', { path: '', source: 'commits', origin: 'repository', commit: 'a1b2c3d4e5' }),
      anEntry('decision', 'read on the web', { origin: 'web' }),
      anEntry('decision', 'mine'),
    ];
    assert.deepEqual(
      (await statementsOf(entries))?.map(({ text }) => text),
      ['mine'],
    );
  });

  it('are none if the store cannot be read', async () => {
    const list = (): Promise<never> => Promise.reject(new Error('damaged'));
    assert.equal(await createReadFileStatements(createReadFileEntries({ list }, isListed))(caller), undefined);
  });
});
