/** Secrets that an older version stored: reported without being shown, and removed from everything that has them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { redact } from '../../src/capture/redaction/redaction.ts';
import { secretFindings } from '../../src/memory/governance/secrets.ts';
import { redactedColumn } from '../../src/memory/upkeep/textColumns.ts';
import { secretMaker } from '../support/secretShapes.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

const secret = secretMaker(3)['GitHub token'] ?? '';

describe('redactedColumn', () => {
  it('keeps a list valid when a removed passage reaches the end of an entry', () => {
    const { text, removed } = redactedColumn('facts', 'tags', JSON.stringify(['a <private>b', 'c']), redact);
    assert.deepEqual([JSON.parse(text), removed], [['a [removed: private passage]', 'c'], 1]);
    assert.deepEqual(redactedColumn('facts', 'tags', 'x, y', redact).text, 'x, y');
  });

  it('keeps the structure of the work in a message', () => {
    const work = JSON.stringify({ commits: [`Drop ${secret}`, 'Keep it'], plans: ['Round prices'] });
    const { text, removed } = redactedColumn('messages', 'work', work, redact);
    assert.equal(removed, 1);
    assert.deepEqual(JSON.parse(text), {
      commits: ['Drop [removed: GitHub token]', 'Keep it'],
      plans: ['Round prices'],
    });
  });
});

describe('stored secrets', () => {
  let open: TestMemory;
  let file: string;
  before(async () => {
    open = openTestMemory();
    const { memory } = open;
    const ada = await open.caller();
    const { fact } = await memory.facts.store(ada, { category: 'codebase', fact: `The deploy key is PLACEHOLDER.` });
    await memory.chunks.append(ada, { content: 'We said PLACEHOLDER aloud.' });
    await memory.hypotheses.add(ada, { hypothesis: 'Perhaps PLACEHOLDER is old.' });
    assert.equal(fact.version, 1);
    file = (await memory.maintenance.inspect()).location;
    // As an older version without this rule wrote them.
    const db = new DatabaseSync(file);
    const old = (table: string, column: string): void => {
      db.exec(`UPDATE ${table} SET ${column} = replace(${column}, 'PLACEHOLDER', '${secret}')`);
    };
    old('facts', 'fact');
    old('conversation_chunks', 'content');
    old('hypotheses', 'hypothesis');
    db.close();
    await memory.maintenance.rebuildIndex();
  });
  after(async () => {
    await open.close();
  });

  it('are reported by place and rule, without their values', async () => {
    const found = await open.memory.secrets.find();
    assert.deepEqual(
      found.map(({ table, column, rules, cleanable }) => [table, column, ...rules, cleanable]),
      [
        ['conversation_chunks', 'content', 'GitHub token', true],
        ['facts', 'fact', 'GitHub token', true],
        ['hypotheses', 'hypothesis', 'GitHub token', true],
      ],
    );
    const report = JSON.stringify(secretFindings(found, 'found'));
    assert.match(report, /3 secrets found in 3 places: 3 × GitHub token/u);
    assert.ok(!report.includes(secret.slice(0, 8)));
  });

  it('cause the deletion of all images of a change that contains one, and of no others', async () => {
    const { memory } = open;
    const ada = { ...(await open.caller()), origin: 'person' as const };
    const kept = memory.changes.begin(ada);
    await memory.hypotheses.add(kept, { hypothesis: 'The tide is late.' });
    const cut = memory.changes.begin(ada);
    await memory.profiles.update(cut, { role: 'PLACEHOLDER', preferences: 'Short answers.' });
    await memory.facts.store(cut, { category: 'decision', fact: 'The quay is closed.' });
    const db = new DatabaseSync(file);
    db.exec(
      `UPDATE changes SET after_image = replace(after_image, 'PLACEHOLDER', 'machine db login ada password ${secret}')`,
    );
    db.close();
    await memory.secrets.clean();
    assert.equal(await memory.changes.undoableId(cut), null);
    await memory.changes.undo(ada, [(await memory.changes.undoableId(kept)) ?? assert.fail()]);
  });

  it('are removed from rows, index and file; the remaining text is a new version that search finds', async () => {
    const { memory } = open;
    await memory.secrets.clean();
    assert.deepEqual(await memory.secrets.find(), []);
    const ada = await open.caller();
    const again = await memory.facts.store(ada, {
      category: 'codebase',
      fact: redact(`The deploy key is ${secret}.`).text,
    });
    assert.deepEqual([again.status, again.fact.version > 1], ['duplicate', true]);
    const { results } = await open.search.find(ada, { query: 'deploy key' });
    assert.match(results[0]?.text ?? '', /The deploy key is \[removed: GitHub token\]/u);
    const { damage, indexMissing, indexOrphans } = await memory.maintenance.inspect();
    assert.deepEqual({ damage, indexMissing, indexOrphans }, { damage: [], indexMissing: 0, indexOrphans: 0 });
    for (const suffix of ['', '-wal']) {
      const bytes = readFileSync(file + suffix)
        .toString('latin1')
        .toLowerCase();
      assert.ok(!bytes.includes(secret.toLowerCase()), `It is still in memory.db${suffix}.`);
    }
  });
});
