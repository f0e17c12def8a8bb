/** Times as the page names them. */
import assert from 'node:assert/strict';
import { relativeTime } from '../../webview/parts/design/format.ts';

describe('a time on the page', () => {
  before(() =>
    Object.defineProperty(globalThis, 'document', { value: { documentElement: { lang: 'en' } }, configurable: true }),
  );
  after(() => Reflect.deleteProperty(globalThis, 'document'));
  const now = Date.parse('2026-11-30T12:00:00Z');

  for (const [iso, expected] of [
    ['2026-11-30T11:59:30Z', 'just now'],
    ['2026-11-29T11:00:00Z', 'yesterday'],
    ['2026-11-03T12:00:00Z', '3 weeks ago'],
    ['2026-11-01T12:00:00Z', 'Nov 1, 2026'],
    ['2025-01-05T12:00:00Z', 'Jan 5, 2025'],
    ['no time', 'no time'],
  ] as const) {
    it(`${iso} is ${expected}`, () => assert.equal(relativeTime(iso, now), expected));
  }
});
