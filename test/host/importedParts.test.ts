/** The summary of an import is spelled out, with the singular for one. */
import assert from 'node:assert/strict';
import { importedParts } from '../../src/vscode/commands/portability/importedParts.ts';

describe('the summary of an import', () => {
  const summary = (count: number): string =>
    importedParts({
      conversations: { new: count, continued: count, unchanged: count },
      messages: { stored: count, duplicates: 0, erased: 0 },
      kept: count,
      facts: { stored: count, known: 0 },
      redacted: count,
    }).join(', ');

  it('uses the singular for one', () => {
    assert.equal(
      summary(1),
      '1 conversation is new, 1 was continued, 1 was already imported, 1 message stored, 1 exchange kept, 1 fact from notes, 1 secret removed',
    );
  });

  it('uses the plural for several, and omits optional counts of zero', () => {
    assert.match(
      summary(2),
      /^2 conversations are new, 2 were continued, 2 were already imported, 2 messages stored, 2 exchanges kept, /u,
    );
    assert.equal(summary(0), '0 conversations are new, 0 messages stored');
  });
});
