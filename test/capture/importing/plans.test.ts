/** Plans in `docs/plans` of a project, from finding them to importing them. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findInCurrentProjects, findSources } from '../../../src/capture/findSources.ts';
import { plans } from '../../../src/importers/plans/kind.ts';
import { importSources } from '../../../src/capture/importing/importSources.ts';
import type { ImportReport } from '../../../src/capture/importing/importReport.ts';
import { surveySources } from '../../../src/capture/importing/surveySources.ts';
import type { Source, SourceHost } from '../../../src/capture/sources/source.ts';
import { sourcesAt } from '../../../src/importers/sourcesAt.ts';
import { sourcesOfKind } from '../../../src/importers/sourcesOfKind.ts';
import type { Fact } from '../../../src/memory/facts/facts.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import { conversationNumber } from '../../support/pastHome.ts';
import type { PastHome } from '../../support/pastHome.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

const sort = '# Sort\n- [x] Choose\n- [ ] Write\n\nDecided: A heap\n\nLearned: Heaps are fast\n';
const sortDone = sort.replace('[ ]', '[x]');

describe('importing plans', () => {
  let past: PastHome;
  let given: ImportTest;
  let shop: string;
  let minute: number;
  beforeEach(async () => {
    given = await openImportTest();
    ({ past } = given);
    shop = join(past.path, 'shop');
    mkdirSync(join(shop, '.git'), { recursive: true });
    minute = 0;
  });
  afterEach(() => given.close());

  const host = (...projectFolders: string[]): SourceHost => ({
    platform: 'linux',
    home: past.path,
    env: {},
    projectFolders,
  });
  /** Each write is a minute later than the one before. */
  const write = (text: string, name = 'shop/docs/plans/sort.md'): string => {
    minute += 1;
    return past.put(name, text, new Date(Date.parse('2026-03-03T09:00:00Z') + minute * 60_000));
  };
  const runImport = async (...folders: string[]): Promise<ImportReport> =>
    importSources(
      await findInCurrentProjects(plans, host(...(folders.length === 0 ? [shop] : folders))),
      given.parts(),
    );
  const edit = async (text: string, name?: string): Promise<ImportReport['facts']> => {
    write(text, name);
    return (await runImport()).facts;
  };
  const facts = async (): Promise<Fact[]> => {
    const { facts: all } = await given.test.memory.facts.list(given.ada, 'all', 50);
    return all.sort((one, other) => one.id - other.id);
  };
  const live = async (): Promise<string[]> => (await facts()).map(({ fact }) => fact);
  const found = (sources: readonly Source[]): string[][] =>
    sources.map(({ kind, title, program, files }) => [
      kind,
      title,
      program,
      ...files.map(({ path }) => path.slice(past.path.length + 1)).sort(),
    ]);

  it('finds them at any depth, from a subfolder too, and reads a linked folder once', async () => {
    write('# Sort', 'shop/docs/plans/sort.md');
    write('# Old', 'shop/docs/plans/2025/done/old.md');
    write('# Shop', 'shop/docs/shop.md');
    write('no plan', 'shop/docs/plans/data.csv');
    write('', 'shop/docs/plans/empty.md');
    mkdirSync(join(shop, 'packages/a'), { recursive: true });
    symlinkSync(join(shop, 'docs'), join(shop, 'packages/a/docs'), 'dir');
    symlinkSync(join(shop, 'docs/plans'), join(shop, 'docs/plans/2025/loop'), 'dir');
    symlinkSync(shop, join(past.path, 'link'), 'dir');
    const all = ['plans', 'shop', 'docs/plans', 'shop/docs/plans/2025/done/old.md', 'shop/docs/plans/sort.md'];
    for (const folders of [
      [shop],
      [join(shop, 'packages')],
      [join(shop, 'docs/plans/2025')],
      [shop, join(past.path, 'link')],
    ]) {
      assert.deepEqual(found(await findInCurrentProjects(plans, host(...folders))), [all], folders.join());
    }
    const linked = await findInCurrentProjects(plans, host(join(shop, 'packages/a')));
    assert.deepEqual(
      linked.map(({ files }) => files.length),
      [2],
    );
    assert.deepEqual(found(await findSources(host(join(shop, 'packages')))), [all]);
    past.claude(conversationNumber(1), [['Hello', 'Hi.']], { cwd: shop });
    assert.deepEqual((await findSources(host())).map(({ kind }) => kind).sort(), ['claude-code', 'plans']);
    assert.deepEqual(await findInCurrentProjects(plans, host(past.path)), []);
  });

  it('stores a plan at work as one fact of its project, and nothing twice', async () => {
    const file = write(sort);
    assert.equal((await surveySources(await findInCurrentProjects(plans, host(shop)), given.parts(), {})).notes, 1);
    assert.deepEqual((await runImport()).facts, { stored: 1, known: 0 });
    const [plan, ...others] = await facts();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [plan?.type, plan?.category, plan?.confidence, plan?.projectName, plan?.agentName, plan?.sourceRef, plan?.fact],
      ['plan', 'codebase', 0.9, 'shop', 'tests', `${file}#L1`, 'Plan: Sort (1 of 2 steps done)\nOpen: Write'],
    );
    assert.deepEqual((await runImport()).notes, { read: 0, unchanged: 1 });
    assert.deepEqual(await edit(sort), { stored: 0, known: 1 });
  });

  it('supersedes a plan that was edited, and stores its lessons when the last box is ticked', async () => {
    await edit('# Sort\n- [ ] Choose\n');
    assert.deepEqual(await edit(sort), { stored: 1, known: 0 });
    const [before] = await facts();
    assert.deepEqual(await edit(sortDone), { stored: 3, known: 0 });
    assert.deepEqual(
      (await facts()).map(({ type, category, confidence, fact }) => [type, category, confidence, fact]),
      [
        ['plan', 'codebase', 0.9, 'Plan: Sort (2 of 2 steps done)'],
        ['decision', 'decision', 0.8, 'Sort – Decided: A heap'],
        ['observation', 'codebase', 0.8, 'Sort – Learned: Heaps are fast'],
      ],
    );
    const [after] = await facts();
    const old = await given.test.memory.catalogue.get(given.ada, { kind: 'fact', id: String(before?.id) });
    assert.equal(old.supersededBy?.id, after?.id);
    assert.deepEqual((await runImport()).notes, { read: 0, unchanged: 1 });

    assert.deepEqual(await edit(sortDone.replace('A heap', 'A heap of pairs')), { stored: 1, known: 2 });
    assert.deepEqual((await live()).slice(1), ['Sort – Learned: Heaps are fast', 'Sort – Decided: A heap of pairs']);
    assert.deepEqual(await edit(sort), { stored: 1, known: 0 }, 'the plan is open again');
    assert.equal((await live()).at(-1), 'Plan: Sort (1 of 2 steps done)\nOpen: Write');
  });

  it('follows links within the project, and names those that lead out of it', async () => {
    write('# Sort\n\n- [x] Done\n', 'shop/drafts/sort.md');
    const outside = write('# Secret\n', 'elsewhere/secret.md');
    mkdirSync(join(shop, 'docs/plans'), { recursive: true });
    symlinkSync(join(shop, 'drafts'), join(shop, 'docs/plans/drafts'), 'dir');
    symlinkSync(join(shop, 'docs'), join(shop, 'drafts/circle'), 'dir');
    symlinkSync(join(past.path, 'elsewhere'), join(shop, 'docs/plans/folder'), 'dir');
    symlinkSync(outside, join(shop, 'drafts/file.md'));
    symlinkSync(join(shop, 'none'), join(shop, 'docs/plans/broken.md'));
    const { facts: stored, damage } = await runImport();
    assert.equal(stored.stored, 1);
    assert.deepEqual(damage.listed.map(({ file }) => file.slice(shop.length + 1)).sort(), [
      'docs/plans/drafts/file.md',
      'docs/plans/folder',
    ]);
    assert.match(damage.listed[0]?.reason ?? '', /leads out of its project, to .*elsewhere/u);
    assert.deepEqual((await runImport(join(past.path, 'elsewhere'))).damage.listed, []);
  });

  it('names a folder docs that leads out of the project', async () => {
    write('# Sort\n', 'elsewhere/docs/plans/sort.md');
    symlinkSync(join(past.path, 'elsewhere/docs'), join(shop, 'docs'), 'dir');
    const { facts: stored, damage } = await runImport();
    assert.deepEqual([stored.stored, damage.listed.length], [0, 1]);
  });

  it('keeps plans with the same title apart', async () => {
    write('# Plan\n\n- [ ] One\n', 'shop/docs/plans/one/plan.md');
    write('# Plan\n\n- [ ] Two\n', 'shop/docs/plans/two/plan.md');
    await runImport();
    write('# Plan\n\n- [x] Two\n', 'shop/docs/plans/two/plan.md');
    await runImport();
    assert.deepEqual(await live(), ['Plan: plan (0 of 1 step done)\nOpen: One', 'Plan: plan (1 of 1 step done)']);
  });

  it('restores no fact that was deprecated, and replaces none that a person edited', async () => {
    await edit(sortDone);
    const [plan, decision, lesson] = await facts();
    assert.ok(plan !== undefined && decision !== undefined && lesson !== undefined);
    await given.test.memory.facts.deprecate(given.ada, { factId: decision.id, reason: 'wrong' });
    await given.test.memory.facts.edit({ ...given.ada, origin: 'person' }, { factId: plan.id, fact: 'Sort is done' });
    assert.deepEqual(await edit(`${sortDone}\n`), { stored: 1, known: 2 });
    assert.deepEqual(await live(), ['Sort is done', lesson.fact, plan.fact]);
    await given.test.memory.facts.deprecate(given.ada, { factId: lesson.id, reason: 'wrong' });
    assert.deepEqual(await edit(`${sortDone}\n\n`), { stored: 0, known: 3 });
    assert.deepEqual(await live(), ['Sort is done', plan.fact]);
  });

  it('keeps the newest state of a plan that several worktrees have', async () => {
    const twin = join(past.path, 'twin');
    for (const place of ['shop', 'twin'])
      past.put(`${place}/.git/config`, '[remote "origin"]\n\turl = git@example.com:ada/shop.git\n');
    write(sort, 'twin/docs/plans/sort.md');
    write(sortDone);
    const both = await runImport(twin, shop);
    assert.deepEqual(both.facts, { stored: 4, known: 0 });
    assert.equal((await live())[0], 'Plan: Sort (2 of 2 steps done)');
    assert.deepEqual((await runImport(twin, shop)).notes, { read: 0, unchanged: 2 });
    write(sort, 'twin/docs/plans/sort.md');
    assert.deepEqual((await runImport(twin)).facts, { stored: 0, known: 1 });
    assert.equal((await facts()).filter(({ type }) => type === 'plan').length, 1);
  });

  it('reports a plan that cannot be read, and imports the others', async () => {
    write(sort);
    const binary = past.put('shop/docs/plans/binary.md', Buffer.from([0x23, 0, 0x23]));
    const story = past.put('shop/docs/plans/story.md', '<!-- Generated by SpecStory, Markdown v2.1.0 -->\n');
    const { facts: stored, damage } = await runImport();
    assert.deepEqual(stored, { stored: 1, known: 0 });
    assert.deepEqual(
      damage.listed.map(({ file, reason }) => [file, reason]),
      [
        [binary, 'is not UTF-8 text'],
        [story, 'contains no plan; it looks like a conversation that SpecStory saved'],
      ],
    );
  });

  it('accepts a project, its folder of plans or a part of it, a file, and another folder named plans', async () => {
    write('# Shop', 'shop/README.md');
    write('# Two', 'shop/docs/plans/2026/two.md');
    const one = write('# One', 'shop/docs/plans/one.md');
    write('# Three', 'shop/docs/superpowers/plans/three.md');
    const loose = write('# Loose', 'shop/TODO.md');
    const at = async (path: string): Promise<unknown[]> =>
      (await sourcesOfKind('plans', path)).map(({ title, folder, program, files }) => [
        title,
        folder === shop,
        program,
        files.length,
      ]);
    assert.deepEqual(await at(shop), [['shop', true, 'docs/plans', 2]]);
    assert.deepEqual(await at(join(shop, 'docs/plans')), [['shop', true, 'docs/plans', 2]]);
    assert.deepEqual(await at(join(shop, 'docs/plans/2026')), [['shop', true, 'docs/plans/2026', 1]]);
    assert.deepEqual(await at(join(shop, 'docs/superpowers/plans')), [['shop', true, 'docs/superpowers/plans', 1]]);
    assert.deepEqual(await at(one), [['shop', true, 'docs/plans', 1]]);
    assert.deepEqual(await at(loose), [['shop', true, 'Markdown', 1]]);
    const isRefused = (thrown: unknown): boolean =>
      thrown instanceof BigMindError &&
      thrown.code === 'bad_import' &&
      thrown.sentence.includes('a folder named "plans"');
    await assert.rejects(at(join(shop, 'docs')), isRefused);
    await assert.rejects(at(join(past.path)), isRefused);
  });

  it('recognizes them when a user picks them without a kind, or names another one', async () => {
    const file = write('# One', 'shop/docs/plans/one.md');
    const kindsAt = async (path: string): Promise<string[]> => (await sourcesAt(path)).map(({ kind }) => kind);
    for (const path of [file, shop, join(shop, 'docs/plans')]) assert.deepEqual(await kindsAt(path), ['plans'], path);
    await assert.rejects(
      sourcesOfKind('aider', file),
      (thrown) => thrown instanceof BigMindError && /file of notes.*import plans one\.md/u.test(thrown.sentence),
    );
    const image = past.put('shop/docs/plans/one.png', '\u0089PNG\0');
    await assert.rejects(sourcesOfKind('plans', image), /contains no plan; plans are Markdown files/u);
  });
});
