/** Reminders and gotchas of memory files on the page, and where they are not offered. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { isPageQuery } from '../../src/protocol/queries.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { ProjectInMemory } from '../support/fileMemory.ts';
import { aProjectInMemory } from '../support/fileMemory.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { hostFor, refusal, runCommand, runQuery, undo } from './support.ts';

const project = join('/', 'projects', 'shop');
const text = { description: '', workaround: 'call toAnsi()', detection: { context: [], intent: [], code: [] } };

describe('memory files on the page', () => {
  let test: TestMemory;
  let files: ProjectInMemory;
  let host: PageHost;
  beforeEach(async () => {
    test = openTestMemory();
    files = aProjectInMemory(test.ports.clock);
    host = hostFor(await test.caller(), test, () => undefined, files.editable);
  });
  afterEach(() => test.close());

  const shop = async () => {
    const [found] = (await runQuery(host, 'files', {})).projects;
    assert.ok(found);
    return found;
  };

  it('adds a reminder, marks it as done and undoes both', async () => {
    const added = await runCommand(host, { type: 'addReminder', project, text: 'Call Kim', when: 'next session' });
    const [item] = (await shop()).reminders;
    assert.ok(item);
    assert.deepEqual([item.text, item.when, item.isDone], ['Call Kim', { type: 'nextSession' }, false]);
    const done = await runCommand(host, { type: 'markReminder', project, item, done: true });
    assert.equal((await shop()).reminders[0]?.isDone, true);
    await undo(host, done);
    assert.equal((await shop()).reminders[0]?.isDone, false);
    await undo(host, added);
    assert.deepEqual((await shop()).reminders, []);
  });

  it('adds, edits and deletes a gotcha of a project, and undoes each', async () => {
    await runCommand(host, { type: 'addGotcha', project, gotcha: { ...text, title: 'SAP writes ANSI' } });
    const [item] = (await shop()).gotchas;
    assert.ok(item);
    assert.deepEqual([item.title, item.workaround], ['SAP writes ANSI', 'call toAnsi()']);
    const gotcha = { ...text, title: 'SAP writes Windows-1252' };
    const edited = await runCommand(host, { type: 'editGotcha', project, item, gotcha });
    assert.equal((await shop()).gotchas[0]?.title, 'SAP writes Windows-1252');
    await undo(host, edited);
    const deleted = await runCommand(host, { type: 'deleteGotcha', project, item });
    assert.deepEqual((await shop()).gotchas, []);
    await undo(host, deleted);
    assert.equal((await shop()).gotchas[0]?.title, 'SAP writes ANSI');
  });

  it('says that the lines changed since they were shown, and shows the new ones', async () => {
    await runCommand(host, { type: 'addReminder', project, text: 'Call Kim', when: 'tomorrow' });
    const [item] = (await shop()).reminders;
    assert.ok(item);
    const file = join(project, '.mind', 'REMINDERS.md');
    files.files.texts.set(file, (files.files.texts.get(file) ?? '').replace('Call Kim', 'Call Kim today'));
    const failure = await refusal(host, { type: 'deleteReminder', project, item });
    assert.equal(failure.code, 'conflict');
    assert.match(failure.message, /changed since they were shown/u);
    assert.equal((await shop()).reminders[0]?.text, 'Call Kim today');
  });

  it('undoes one change at a time, and writes nothing for several', async () => {
    const one = await runCommand(host, { type: 'addReminder', project, text: 'Call Kim', when: 'tomorrow' });
    const two = await runCommand(host, { type: 'addReminder', project, text: 'Call Ada', when: 'tomorrow' });
    const before = new Map(files.files.texts);
    for (const changes of [
      [one.undo ?? '', two.undo ?? ''],
      [two.undo ?? '', 'an id of the store'],
    ]) {
      assert.equal((await refusal(host, { type: 'undo', changes })).code, 'invalid_input');
    }
    assert.deepEqual(files.files.texts, before);
    await undo(host, two);
  });

  it('cannot undo a change any longer once a memory is erased, because the change may quote it', async () => {
    const { session } = await test.memory.sessions.start(await test.caller());
    const added = await runCommand(host, { type: 'addReminder', project, text: 'Call Kim', when: 'tomorrow' });
    const ref = { kind: 'session' as const, id: session.id };
    const { expected } = await runQuery(host, 'erasure', { ref });
    await runCommand(host, { type: 'erase', ref, expected });
    assert.equal((await refusal(host, { type: 'undo', changes: [added.undo ?? ''] })).code, 'not_found');
  });

  it('makes a store in use, so that the view can be reached', async () => {
    const { hasFiles, isUnused } = await runQuery(host, 'overview', {});
    assert.deepEqual([hasFiles, isUnused], [true, false]);
  });

  it('are neither shown nor changed where the host does not offer them', async () => {
    const other = hostFor(await test.caller(), test);
    const { hasFiles, isUnused } = await runQuery(other, 'overview', {});
    assert.deepEqual([hasFiles, isUnused], [false, true]);
    const before = new Map(files.files.texts);
    const added = await refusal(other, { type: 'addReminder', project, text: 'Call Kim', when: 'tomorrow' });
    const undone = await refusal(other, { type: 'undo', changes: ['file:1'] });
    assert.deepEqual([added.code, undone.code], ['not_allowed', 'not_allowed']);
    assert.deepEqual(files.files.texts, before);
    assert.ok(isPageQuery({ type: 'files' }));
  });

  it('are not offered where the memory is in a browser, and the page learns that it is', async () => {
    const { files: _files, ...rest } = host;
    const { hasFiles, isInBrowser } = await runQuery({ ...rest, isInBrowser: true }, 'overview', {});
    assert.deepEqual([hasFiles, isInBrowser], [false, true]);
    assert.equal((await runQuery(host, 'overview', {})).isInBrowser, false);
  });
});
