/** "Explain Search Result" explains the requested result, and reports if there is nothing to explain. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SearchAnswer, SearchResult } from '../../src/search/explanation/searchResult.ts';
import { rowForNothing, rowFrom, rowsFrom } from '../../src/vscode/commands/recall/searchRows.ts';
import { OpenedResults } from '../../src/vscode/ui/openedResults.ts';
import { run, uniqueText, until } from './support.ts';

const heading = '# Search result explained';

/** The newest page that explains a result. */
function explanation(): string {
  const pages = vscode.workspace.textDocuments
    .filter(({ uri }) => uri.scheme === 'bigmind' && uri.query !== '')
    .toSorted((one, other) => Number(one.uri.query) - Number(other.uri.query));
  return pages.at(-1)?.getText() ?? '';
}

async function explained(text: string): Promise<void> {
  await until(`a page explains "${text}"`, () => explanation().includes(text));
  assert.ok(explanation().startsWith(heading), explanation());
}

async function remember(text: string): Promise<string> {
  const { id } = await run('rememberNote', { text, category: 'codebase' });
  return String(id);
}

function aResult(fields: Partial<SearchResult> = {}): SearchResult {
  return {
    ...{ kind: 'fact', id: '12', title: null, text: 'We deploy on Thursdays', score: 0.63, sessionId: null, seq: null },
    ...{ project: null, createdAt: '2026-03-30T09:15:00.000Z', sourceRef: null, speaker: null, status: null },
    ...{
      origin: 'agent',
      marks: [],
      repeats: 0,
      contradictedBy: [],
      type: 'observation',
      agent: null,
      author: null,
      approver: null,
    },
    ...{ projectId: null, citedLines: null, supersedesCount: 0, decidedBy: null, alternatives: [] },
    ...fields,
  };
}

describe('the command Explain Search Result', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('explains the best result of a query on a rendered page', async () => {
    const text = uniqueText('The stork counts the chimneys');
    const id = await remember(text);
    assert.deepEqual(await run('explainResult', { query: text }), { status: 'explained', kind: 'fact', id });
    await explained(text);
    await until('the page is rendered', () => previews().some((label) => label.includes(`Why Fact ${id}.md`)));
  });

  it('keeps its page when a memory is opened', async () => {
    const text = uniqueText('The plover pretends a broken wing');
    const id = await remember(text);
    await run('explainResult', { query: text });
    await until('the page is rendered', () => previews().some((label) => label.includes(`Why Fact ${id}.md`)));
    const before = previews();
    await run('searchMemory', { query: text, open: 'best' });
    assert.deepEqual(previews(), before);
  });

  it('explains the result that was last opened from the search', async () => {
    const text = uniqueText('The curlew reads the tide tables');
    await remember(text);
    const opened = await run('searchMemory', { query: text, open: 'best' });
    assert.deepEqual(await run('explainResult'), { ...opened, status: 'explained' });
    await explained(text);
  });

  it('explains the named result, not the best one', async () => {
    const text = uniqueText('The egret stands on one leg');
    const best = await remember(text);
    const other = await remember(`${text} but in winter it stands on both of its legs and thinks of the south`);
    assert.notEqual(best, other);
    const answer = await run('explainResult', { query: text, kind: 'fact', id: Number(other) });
    assert.deepEqual(answer, { status: 'explained', kind: 'fact', id: other });
    await explained('but in winter');
  });

  it('reports that there is nothing to explain', async () => {
    const before = explanation();
    assert.deepEqual(await run('explainResult', { query: 'xylophonist' }), { status: 'nothing' });
    assert.deepEqual(await run('explainResult', { query: 'stork', id: '987654' }), { status: 'nothing' });
    assert.equal(explanation(), before);
  });

  it('rejects an unknown kind', async () => {
    const { status, code } = await run('explainResult', { query: 'stork', kind: 'bird' });
    assert.deepEqual([status, code], ['failed', 'invalid_input']);
  });

  it('keeps only the last 50 opened results', () => {
    const opened = new OpenedResults();
    for (let id = 1; id <= 60; id += 1) opened.add({ question: 'which', result: aResult({ id: String(id) }) });
    assert.equal(opened.last({ id: '10' }), undefined);
    assert.equal(opened.last({ id: '11' })?.result.id, '11');
    assert.equal(opened.last()?.result.id, '60');
    assert.equal(opened.last({ kind: 'fact', id: '30' })?.result.id, '30');
    assert.equal(opened.last({ kind: 'chunk' }), undefined);
  });
});

/** The titles of all tabs that render Markdown. */
function previews(): string[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const rendered = tabs.filter(
    ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes('markdown.preview'),
  );
  return rendered.map(({ label }) => label);
}

describe('a search row', () => {
  const answer = (results: number, searched: number): SearchAnswer => ({
    results: Array.from({ length: results }, () => aResult()),
    searched,
  });

  it('shows what the reader should know about the memory, and offers to explain it', () => {
    const result = aResult({ repeats: 2, contradictedBy: ['15'], sourceRef: 'src/harbour.ts#L2' });
    const row = rowFrom('deploy', result, 'UTC');
    assert.equal(row.label, '$(lightbulb) We deploy on Thursdays');
    assert.equal(
      row.detail,
      'Match: weak · Fact · said 3 times · contradicted by fact #15 · 2026-03-30 · src/harbour.ts#L2',
    );
    assert.deepEqual(
      row.buttons?.map(({ tooltip }) => tooltip),
      ['Explain Search Result', 'Open Source File'],
    );
  });

  it('of a message has no name that only its client knows', () => {
    const sourceRef = 'claude-code:0276a600-2f22-4d2b-844c-3feb9c5aa108#783f57a4-b930-4e52-937c-0da86f2ae263';
    const row = rowFrom('deploy', aResult({ kind: 'message', sourceRef }), 'UTC');
    assert.equal(row.detail, 'Match: weak · Message · 2026-03-30');
    assert.equal(row.buttons?.length, 1);
  });

  it('is below a heading, facts and decisions before sessions', () => {
    const results = (['message', 'fact', 'session', 'entry'] as const).map((kind) => aResult({ kind, text: kind }));
    const labels = (found: SearchResult[]): string[] =>
      rowsFrom('deploy', { results: found }, 'UTC').map(({ label }) => label);
    assert.deepEqual(labels(results), [
      'Facts and decisions',
      '$(lightbulb) fact',
      '$(markdown) entry',
      'Sessions',
      '$(comment) message',
      '$(history) session',
    ]);
    assert.deepEqual(labels(results.slice(0, 1)), ['Sessions', '$(comment) message']);
    assert.deepEqual(labels(results.slice(1, 2)), ['Facts and decisions', '$(lightbulb) fact']);
    assert.deepEqual(labels([]), []);
  });

  it('reports how many memories were searched without a result, and the results of other projects', () => {
    const detail = (elsewhere: SearchAnswer | undefined): string | undefined => rowForNothing(1, elsewhere).detail;
    assert.equal(rowForNothing(1, undefined).label, 'No results in 1 memory');
    assert.equal(rowForNothing(1200, undefined).label, 'No results in 1,200 memories');
    assert.equal(detail(undefined), 'Try other words.');
    assert.equal(detail(answer(0, 1)), 'Try other words.');
    assert.equal(detail(answer(0, 20)), 'All projects have no results either (20 memories). Try other words.');
    assert.equal(detail(answer(3, 20)), '3 found in other projects. Select the globe above, or press Enter.');
    assert.equal(detail(answer(30, 90)), '30 or more found in other projects. Select the globe above, or press Enter.');
    assert.equal(rowForNothing(1, answer(3, 20)).widens, true);
  });
});
