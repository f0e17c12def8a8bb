/** `bigmind graph`, as people and scripts use it. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { GraphAnswer } from '../../src/memory/graph/traversal/graphAnswer.ts';
import type { Finished } from '../support/program.ts';
import { runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind graph', () => {
  let home: TemporaryHome;
  let harbour: string;
  beforeEach(async () => {
    home = temporaryHome();
    harbour = join(home.path, 'harbour');
    mkdirSync(harbour);
    await run('save', 'The gateway retries', '--tags', 'gateway, retries');
    await run('save', 'The relay waits', '--tags', 'relay, queue');
  });
  afterEach(() => home.remove());

  const run = (...args: string[]): Promise<Finished> => runProgram(home, args, { cwd: harbour });
  async function graph(...args: string[]): Promise<GraphAnswer> {
    const { code, out, err } = await run('graph', ...args, '--json');
    assert.equal(code, 0, err);
    return JSON.parse(out) as GraphAnswer;
  }

  /** Names that no memory mentions. */
  function addAliases(count: number, entity: string): void {
    const database = new DatabaseSync(home.database);
    const add = database.prepare(
      `INSERT INTO entity_aliases (uid, user_id, alias, entity, created_at)
       SELECT ?1, user_id, ?1, ?2, created_at FROM entity_aliases LIMIT 1`,
    );
    for (let n = 0; n < count; n += 1) add.run(`relay${String(n)}`, entity);
    database.close();
  }

  it('shows what memories connect, for people and for programs', async () => {
    const { out } = await run('graph', 'neighbours', 'Gateway');
    assert.match(out, /gateway \(concept\), 1 memory.*- retries \(concept\), together in 1 memory: \[fact #1/su);
    const { entities } = await graph('hubs');
    assert.deepEqual(
      entities.map(({ name }) => name),
      ['gateway', 'queue', 'relay', 'retries'],
    );
  });

  it('merges two names, and splits them again', async () => {
    const merged = await run('graph', 'merge', 'relay', 'gateway');
    assert.match(merged.out, /"relay" now means "gateway"\. To undo it:\n {2}bigmind graph split relay\n$/u);
    assert.equal(merged.err, '');
    const { about, edges } = await graph('neighbours', 'relay');
    assert.deepEqual(
      [about[0]?.name, about[0]?.aliases, edges.map(({ to }) => to)],
      ['gateway', ['relay'], ['queue', 'retries']],
    );
    const again = await run('graph', 'merge', 'gateway', 'relay');
    assert.deepEqual([again.code, again.err.includes('one entity already')], [1, true]);
    const split = await run('graph', 'split', 'relay');
    assert.match(split.out, /separate entity again\. To undo it:\n {2}bigmind graph merge relay gateway\n$/u);
    assert.equal((await graph('neighbours', 'relay')).edges.length, 1);
  });

  it('says which commands undo a merge of several names, and which names move with it', async () => {
    await run('save', 'The relay-service runs', '--tags', 'relay-service');
    await run('graph', 'merge', 'relay-service', 'relay');
    const { out } = await run('graph', 'merge', 'relay', 'gateway', '--json');
    const { undo } = JSON.parse(out) as { undo: string[] };
    assert.deepEqual(undo, ['bigmind graph split relay', 'bigmind graph merge relay-service relay']);
    assert.deepEqual((await graph('mentions', 'gateway')).about[0]?.aliases, ['relay', 'relay-service']);
    for (const command of undo) await run(...command.split(' ').slice(1));
    assert.deepEqual((await graph('mentions', 'relay')).about[0]?.aliases, ['relay-service']);
    assert.equal((await graph('mentions', 'gateway')).about[0]?.aliases, undefined);
  });

  it('lists all names that moved with --json, and says how many the text leaves out', async () => {
    await run('save', 'The relay-service runs', '--tags', 'relay-service');
    await run('graph', 'merge', 'relay-service', 'relay');
    addAliases(24, 'relay');
    const { out } = await run('graph', 'merge', 'relay', 'gateway');
    const lines = out.trimEnd().split('\n');
    assert.deepEqual([lines.length, lines[1], lines.at(-1)], [22, '  bigmind graph split relay', '  and 6 more']);
    const back = await run('graph', 'merge', 'gateway', 'queue', '--json');
    assert.equal((JSON.parse(back.out) as { undo: string[] }).undo.length, 27);
  });

  it('says that a name returns to its former entity, quoted for a shell', async () => {
    await run('save', 'Named', '--tags', "ada's relay");
    await run('graph', 'merge', "ada's relay", 'relay');
    const moved = await run('graph', 'merge', "ada's relay", 'retries');
    assert.match(moved.out, /\n {2}bigmind graph merge 'ada'\\''s relay' relay\n$/u);
  });

  it('warns of a merge of two kinds', async () => {
    await run('save', 'The file src/relay.ts is by @ada', '--tags', '@ada');
    const merged = await run('graph', 'merge', 'src/relay.ts', '@ada');
    assert.equal(merged.code, 0);
    assert.match(merged.err, /"src\/relay\.ts" \(file\) and "@ada" \(person\) are of different kinds/u);
  });

  it('understands the American spelling of neighbours', async () => {
    assert.deepEqual(await graph('neighbors', 'gateway'), await graph('neighbours', 'gateway'));
  });

  it('shows the lineage of linked facts only, also from the permanent id of one', async () => {
    await run('save', 'The gateway waits', '--tags', 'gateway', '--supersedes', '1');
    await run('save', 'The gateway is small', '--tags', 'gateway');
    const { memories, edges } = await graph('lineage', 'gateway');
    assert.deepEqual(
      [memories.map(({ id }) => id), edges.map(({ from, to }) => [from, to])],
      [['3', '1'], [['#3', '#1']]],
    );
    const { id } = JSON.parse((await run('status', '1', '--json')).out) as { id: string };
    assert.deepEqual((await graph('lineage', id)).edges, edges);
    const alone = await graph('lineage', '#4');
    assert.deepEqual([alone.memories.map((one) => one.id), alone.notice?.includes('no other fact')], [['4'], true]);
    const none = await graph('lineage', 'relay');
    assert.deepEqual([none.memories, none.notice?.includes('is linked with another one')], [[], true]);
    assert.equal((await run('graph', 'lineage', id.replaceAll(/\d/gu, '0'))).code, 1);
  });

  it('says how to ask about all projects if nothing is found in this one', async () => {
    const outside = (...args: string[]): Promise<Finished> => runProgram(home, ['graph', ...args]);
    assert.match((await outside('hubs')).err, /No memory in scope.*Add --project all/su);
    assert.match((await outside('mentions', 'gateway')).err, /no entity "gateway" in scope.*Add --project all/su);
    assert.doesNotMatch((await outside('hubs', '--project', 'all')).err, /--project/u);
    assert.doesNotMatch((await run('graph', 'hubs')).err, /--project/u);
  });

  it('says what to type instead', async () => {
    const missing = await run('graph', 'path', 'relay');
    assert.deepEqual([missing.code, missing.err.includes('Use: bigmind graph path ENTITY TO')], [2, true]);
    const language = await run('graph', 'MATCH (n) RETURN n');
    assert.deepEqual([language.code, /no query language.*neighbours, path/su.test(language.err)], [2, true]);
    const action = await run('graph', 'hug');
    assert.deepEqual([action.code, /"hug" is not an action.*hubs,.*merge, split/su.test(action.err)], [2, true]);
    const unknown = await run('graph', 'mentions', 'gatewya');
    assert.deepEqual([unknown.code, unknown.err.includes('Did you mean: "gateway"')], [1, true]);
  });
});
