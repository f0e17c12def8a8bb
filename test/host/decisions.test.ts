/** The commands for decisions: with all values given they store, and otherwise the page opens its form. */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { bestResult, callTool } from './mcpCall.ts';
import { run, theExtension, uniqueText, until, withSetting } from './support.ts';

const rationale = 'Ferries are late in fog.';

function save(more: object = {}): Thenable<Record<string, unknown>> {
  return run('saveDecision', { title: uniqueText('Sail at noon'), rationale, decidedBy: 'Ada', ...more });
}

/** The number of the decision that answers a question best. */
async function answerTo(question: string, more: object): Promise<unknown> {
  const answer = await run('askAboutDecisions', { question, open: 'best', ...more });
  return answer['status'] === 'opened' ? answer['id'] : answer['status'];
}

/** Presses a key of the open dialog, as a command of VS Code, until the command of BigMind is done. */
async function pressing(
  key: 'acceptSelectedQuickOpenItem' | 'closeQuickOpen',
  command: Thenable<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  let answer: Record<string, unknown> | undefined;
  void command.then((given) => (answer = given));
  while (answer === undefined) {
    await vscode.commands.executeCommand(`workbench.action.${key}`);
    await pause(100);
  }
  return answer;
}

function writeQuay(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0] ?? assert.fail('the suite needs a workspace');
  const file = vscode.Uri.joinPath(folder.uri, 'quay.ts');
  writeFileSync(file.fsPath, '// first\nconst quay = 1;\n// third\n');
  return file;
}

async function bestMatch(query: string): Promise<string> {
  return bestResult((await theExtension().activate()).mcpServers(), query);
}

function panelTab(): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('bigmind.panel'));
}

const closeEditors = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeAllEditors');

describe('saving a decision', () => {
  after(closeEditors);

  it('stores a decision that is given in full, and a repeated one once', async () => {
    const title = uniqueText('Moor at the west quay');
    const { status, id } = await save({ title, alternatives: ['The east quay: too shallow'] });
    assert.equal(status, 'stored');
    assert.deepEqual(await save({ title, alternatives: 'The east quay: too shallow' }), { status: 'duplicate', id });
    assert.equal(await answerTo('who-decided', { title }), id);
  });

  it('opens the form of the page for what is missing, and stores nothing yet', async () => {
    const title = uniqueText('Paint the hull red');
    for (const given of [{}, { title }, { title, rationale }, { rationale, decidedBy: 'Ada' }]) {
      assert.deepEqual(await run('saveDecision', given), { status: 'shown' });
    }
    await until('the panel is open', () => panelTab()?.isActive === true);
    assert.equal(await answerTo('who-decided', { title }), 'nothing');
  });

  it('names what a program left out that the form has no field for', async () => {
    const { status, code, notice } = await run('saveDecision', { title: uniqueText('Sink it'), tags: ['hull'] });
    assert.deepEqual([status, code], ['failed', 'invalid_input']);
    assert.match(String(notice), /rationale/u);
  });

  it('has the source that is given, and none from a selection that has nothing to do with it', async () => {
    const editor = await vscode.window.showTextDocument(writeQuay());
    editor.selection = new vscode.Selection(1, 0, 2, 4);
    const [title, cited] = [uniqueText('Number the quays'), uniqueText('Name the quays')];
    assert.equal((await save({ title }))['status'], 'stored');
    assert.equal((await save({ title: cited, sourceRef: 'quay.ts#L2' }))['status'], 'stored');
    assert.doesNotMatch(await bestMatch(title), /quay\.ts/u);
    assert.match(await bestMatch(cited), /quay\.ts#L2\n/u);
  });

  it('refuses a source that is not valid', async () => {
    writeQuay();
    const { status, code, notice } = await save({ sourceRef: 'quay.ts#L40' });
    assert.deepEqual([status, code], ['failed', 'invalid_input']);
    assert.match(String(notice), /cites line 40, but quay\.ts has 3 lines/u);
  });

  it('refuses another decision with the same title', async () => {
    const title = uniqueText('Ring the bell twice');
    const { id } = await save({ title });
    const { status, code, notice } = await save({ title, rationale: 'Once is not heard.' });
    assert.deepEqual([status, code], ['failed', 'conflict']);
    assert.match(String(notice), new RegExp(`#${String(id)}\\b`, 'u'));
  });

  it('replaces a decision by another one', async () => {
    const old = await save({ title: uniqueText('Sail at dawn') });
    const successor = await save({ title: uniqueText('Sail at dusk'), supersedes: old['id'] });
    assert.equal(successor['status'], 'stored');
    assert.notEqual(successor['id'], old['id']);
  });

  it('places a decision in the project that it names', async () => {
    const title = uniqueText('Rent the lighthouse');
    const { id } = await save({ title, project: 'Lighthouse' });
    assert.equal(await answerTo('who-decided', { title, project: 'lighthouse' }), id);
    assert.equal(await answerTo('who-decided', { title, project: 'Harbour master' }), 'nothing');
  });

  it('says what is not valid', async () => {
    const { status, code, notice } = await save({ supersedes: 4711 });
    assert.deepEqual([status, code], ['failed', 'not_found']);
    assert.match(String(notice), /#4711/u);
  });
});

describe('making a fact a decision', () => {
  it('adds the details to a fact of this type', async () => {
    const text = uniqueText('We anchor outside');
    const { id } = await run('rememberNote', { text, type: 'decision' });
    const input = { factId: id, rationale, decidedBy: 'Ada', alternatives: 'The inner basin' };
    assert.deepEqual(await run('completeDecision', input), { status: 'completed', id });
    assert.equal(await answerTo('who-decided', { title: text }), id);
  });

  it('completes a fact when a decision with the same statement is saved', async () => {
    const title = uniqueText('We fish at night');
    const { id } = await run('rememberNote', { text: title, type: 'decision' });
    assert.deepEqual(await save({ title }), { status: 'completed', id });
  });

  it('asks for the fact, and opens the form of the page for what is missing', async () => {
    const text = uniqueText('We mend nets on Mondays');
    const { id } = await run('rememberNote', { text, type: 'decision' });
    // The newest fact comes first.
    const asking = run('completeDecision');
    assert.deepEqual(await pressing('acceptSelectedQuickOpenItem', asking), { status: 'shown', id });
    assert.deepEqual(await run('completeDecision', { factId: id, rationale }), { status: 'shown', id });
  });
});

describe('the outcome of a decision', () => {
  it('is recorded with a rating, and the verdict follows from it', async () => {
    const { id } = await save();
    const outcome = { decision: id, rating: 8, notes: 'No ferry was late.' };
    const recorded = { status: 'recorded', id, rating: 8, verdict: 'held', isRetired: false };
    assert.deepEqual(await run('recordOutcome', outcome), recorded);
  });

  it('retires a reversed decision', async () => {
    const { id } = await save();
    const outcome = { decision: `#${String(id)}`, rating: '2/10', verdict: 'reversed', notes: 'All were late.' };
    const recorded = { status: 'recorded', id, rating: 2, verdict: 'reversed', isRetired: true };
    assert.deepEqual(await run('recordOutcome', outcome), recorded);
  });

  it('opens the form of the page for what is missing', async () => {
    const { id } = await save();
    assert.deepEqual(await run('recordOutcome', { decision: id, notes: 'As expected.' }), { status: 'shown', id });
    assert.deepEqual(await run('recordOutcome', { decision: `#${String(id)}`, rating: 7 }), { status: 'shown', id });
    // The newest decision comes first.
    assert.deepEqual(await pressing('acceptSelectedQuickOpenItem', run('recordOutcome')), { status: 'shown', id });
    const unknown = await run('recordOutcome', { decision: 4711 });
    assert.deepEqual([unknown['status'], unknown['code']], ['failed', 'not_found']);
  });

  it('needs a rating from 1 to 10', async () => {
    const { id } = await save();
    const { status, notice } = await run('recordOutcome', { decision: id, rating: 11, notes: 'x' });
    assert.equal(status, 'failed');
    assert.match(String(notice), /rating is "11"/u);
  });
});

describe('asking about decisions', () => {
  after(closeEditors);

  it('finds what an agent assisted with', async () => {
    const assistant = uniqueText('helmsman');
    const { id } = await save({ assistedBy: [assistant] });
    assert.equal(await answerTo('agent-decisions', { assistedBy: assistant }), id);
  });

  it('finds how decisions turned out', async () => {
    const { id } = await save();
    await run('recordOutcome', { decision: id, rating: 1, notes: uniqueText('We ran aground') });
    assert.equal(await answerTo('retrospectives', { rating: 'low' }), id);
  });

  it('finds the decision that rejected something', async () => {
    const rejected = uniqueText('Towing');
    const { id } = await save({ alternatives: [`${rejected}: too slow`] });
    assert.equal(await answerTo('why-to-check', { title: rejected }), id);
  });

  it('lists the answer, from which a decision opens', async () => {
    const title = uniqueText('Charter a tug');
    const { id } = await save({ title });
    const asking = run('askAboutDecisions', { question: 'who-decided', title });
    assert.deepEqual(await pressing('acceptSelectedQuickOpenItem', asking), { status: 'opened', id });
  });

  it('names the missing subject of a question', async () => {
    const { status, notice } = await run('askAboutDecisions', { question: 'why-to-check', open: 'best' });
    assert.equal(status, 'failed');
    assert.match(String(notice), /title is missing/u);
  });
});

describe('proposed decisions', () => {
  after(closeEditors);

  const store = join(mkdtempSync(join(tmpdir(), 'bigmind-proposed-')), 'memory.db');

  it('are shown once there are some', async () => {
    await withSetting('storage.path', store, async () => {
      assert.deepEqual(await run('reviewDecisions'), { status: 'nothing' });
      const [server] = (await theExtension().activate()).mcpServers();
      assert.ok(server);
      const content = 'We decided to dredge the basin because it silts up.';
      const kept = { role: 'user', content, flag_reason: 'decision, kept by rule' };
      await callTool(server, { BIGMIND_TOOLSETS: 'core,chunks' }, 'memory_append_chunk', kept);
      assert.deepEqual(await run('reviewDecisions'), { status: 'shown', proposed: 1 });
    });
  });
});
