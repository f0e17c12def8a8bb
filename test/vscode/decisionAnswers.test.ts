/** The parts of a decision as a user types them. */
import assert from 'node:assert/strict';
import { alternativesFrom, savedParts } from '../../src/vscode/commands/decisions/decisionAnswers.ts';
import { partsToAsk } from '../../src/vscode/commands/shared/steps.ts';

const given = { title: 'Use SQLite', rationale: 'One file.', decidedBy: 'Ada' };

describe('the parts of a decision', () => {
  const asked = (known: object, project: 'known' | 'unknown' = 'known'): string[] =>
    partsToAsk(known, savedParts(project), 'alternatives');

  it('are all asked for if nothing is given', () => {
    assert.deepEqual(asked({}), ['title', 'rationale', 'decidedBy', 'alternatives']);
  });

  it('include the project only if the window has none', () => {
    assert.deepEqual(asked({}, 'unknown').at(-1), 'project');
    assert.deepEqual(asked(given, 'unknown'), ['alternatives', 'project']);
    assert.deepEqual(asked({ ...given, project: 'harbour' }, 'unknown'), []);
  });

  it('are not asked for once all that is required is given', () => {
    assert.deepEqual(asked(given), []);
  });

  it('are asked for only if they are missing', () => {
    const { title, rationale } = given;
    assert.deepEqual(asked({ title, rationale }), ['decidedBy', 'alternatives']);
    assert.deepEqual(asked({ title, alternatives: [] }), ['rationale', 'decidedBy']);
  });
});

describe('rejected alternatives', () => {
  it('are separated by semicolons, also those of Chinese keyboards', () => {
    assert.deepEqual(alternativesFrom('MongoDB: no transactions; SQLite ;'), ['MongoDB: no transactions', 'SQLite']);
    assert.deepEqual(alternativesFrom('甲；乙'), ['甲', '乙']);
  });

  it('may be empty', () => {
    assert.deepEqual(alternativesFrom('  '), []);
  });
});
