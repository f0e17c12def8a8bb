/** Names of the files of an archive, from any headline. */
import assert from 'node:assert/strict';
import { projectPath, sessionPath, slugOf } from '../../../src/memory/markdown/pageNames.ts';
import { aSession } from './aSession.ts';

const id = 'ab12cd34-0000-4000-8000-000000000000';
const pathOf = (oneLiner: string, more: Partial<Parameters<typeof aSession>[0]> = {}): string =>
  sessionPath(aSession({ id, oneLiner, startedAt: '2026-11-26T23:30:00.000Z', ...more }), 'UTC', new Set());

describe('the name of a file in an archive', () => {
  for (const [headline, slug] of [
    ['Fix the login', 'fix-the-login'],
    ['../../x', 'x'],
    ['..\\..\\Windows\\System32', 'windows-system32'],
    ['CON', 'con'],
    ['aux.txt', 'aux-txt'],
    ['a:b|c<d>e"f?g*h', 'a-b-c-d-e-f-g-h'],
    ['🧠🚀', ''],
    ['trailing dots... ', 'trailing-dots'],
    ['a\0b\nc', 'a-b-c'],
    ['Größe der Datei', 'größe-der-datei'],
    ['修复登录', '修复登录'],
    ['ﬁle ＡＢＣ', 'file-abc'],
  ] as const) {
    it(`is valid on every system for the headline ${JSON.stringify(headline)}`, () => {
      const path = pathOf(headline);
      assert.equal(path, `2026/2026-11-26-${slug === '' ? '' : `${slug}-`}ab12cd34.md`);
      assert.match(path, /^\d{4}\/[^\\/:*?"<>|\0-\x1f]+[^. ]$/u);
    });
  }

  it('stays short for a long headline, in characters and in bytes', () => {
    for (const headline of ['long '.repeat(60), '登'.repeat(300), '𠜎'.repeat(300), 'x'.repeat(300)]) {
      const name = pathOf(headline).slice('2026/'.length);
      assert.ok(name.length <= 140 && Buffer.byteLength(name) <= 160, name);
      assert.equal(name.isWellFormed(), true);
      assert.match(name, /[^-]-ab12cd34\.md$/u);
    }
  });

  it('has the day of the time zone', () => {
    const session = aSession({ id, oneLiner: 'Late', startedAt: '2026-12-31T23:30:00.000Z' });
    assert.equal(sessionPath(session, 'Europe/Berlin', new Set()), '2027/2027-01-01-late-ab12cd34.md');
  });

  it('keeps its last part when the headline changes', () => {
    assert.deepEqual(
      ['Old', 'Something else'].map((headline) => pathOf(headline).slice(-11)),
      ['ab12cd34.md', 'ab12cd34.md'],
    );
  });

  it('has the whole id if another session has the short name', () => {
    const session = aSession({ id, oneLiner: 'Same', startedAt: '2026-11-26T10:00:00.000Z' });
    const taken = new Set([sessionPath(session, 'UTC', new Set())]);
    assert.equal(sessionPath(session, 'UTC', taken), '2026/2026-11-26-same-ab12cd34000040008000000000000000.md');
  });

  it('is valid for an id and a time of any form', () => {
    const path = pathOf('Odd', { id: '../../etc/passwd', startedAt: 'long ago' });
    assert.match(path, /^0000\/0000-01-01-odd-[0-9a-z]{8}\.md$/u);
  });

  it('is that of the project, also without one and for a name of a device', () => {
    assert.equal(projectPath(null), 'projects/none.md');
    assert.equal(projectPath({ id, name: 'NUL' }), 'projects/nul-ab12cd34.md');
    assert.equal(projectPath({ id, name: '???' }), 'projects/project-ab12cd34.md');
  });

  it('has no part of the headline without letters and digits', () => {
    assert.equal(slugOf('— … !'), '');
  });
});
