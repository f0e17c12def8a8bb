/** The parts of a decision that a keybinding, another command or a test gives. */
import assert from 'node:assert/strict';
import './useFakeVscode.ts';

const { givenParts } = await import('../../src/vscode/commands/decisions/decisionArguments.ts');

describe('the parts of a decision', () => {
  it('are those that are given, and not empty', () => {
    assert.deepEqual(givenParts({ title: 'Use SQLite', rationale: '', decidedBy: 7, other: 'x' }), {
      title: 'Use SQLite',
    });
    assert.deepEqual(givenParts(undefined), {});
  });

  it('include alternatives as a list, or separated by semicolons, also those of Chinese keyboards', () => {
    const of = (alternatives: unknown): unknown => givenParts({ alternatives }).alternatives;
    assert.deepEqual(of(['MongoDB; or so']), ['MongoDB; or so']);
    assert.deepEqual(of('MongoDB: no transactions; SQLite ;'), ['MongoDB: no transactions', 'SQLite']);
    assert.deepEqual(of('甲；乙'), ['甲', '乙']);
    assert.deepEqual(of('  '), []);
  });
});
