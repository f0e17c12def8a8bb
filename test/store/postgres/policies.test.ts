/** The shape of the rules that `policySql.ts` takes apart. */
import assert from 'node:assert/strict';
import { accessRules, isOwn } from '../../../src/store/postgres/security/accessRules.ts';
import { commands } from '../../../src/store/postgres/security/policySql.ts';

/** Without everything in parentheses. */
function topLevel(condition: string): string {
  const inner = /\([^()]*\)/gu;
  return inner.test(condition) ? topLevel(condition.replaceAll(inner, '')) : condition;
}

describe('a rule whose first condition is the owner', () => {
  it('goes on with AND or with OR, not with both', () => {
    const conditions = Object.values(accessRules).flatMap((rule) => commands.map((command) => rule[command] ?? ''));
    const begun = conditions.filter((condition) => condition.startsWith(isOwn(/^\w*/u.exec(condition)?.[0] ?? '')));
    assert.ok(begun.length > 50, String(begun.length));
    for (const condition of begun) {
      const signs = new Set(topLevel(condition).match(/\b(?:AND|OR)\b/gu) ?? []);
      assert.ok(signs.size < 2, condition);
    }
  });
});
