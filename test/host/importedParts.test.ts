/** The summary of an import is spelled out, with the singular for one; what was skipped is behind a button. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ImportReport } from '../../src/capture/importing/importReport.ts';
import { createImportConversations } from '../../src/vscode/commands/portability/importConversations.ts';
import type { NextStep } from '../../src/vscode/platform/notices.ts';
import type { Services } from '../../src/vscode/services/host.ts';
import { importedParts } from '../../src/vscode/commands/portability/importedParts.ts';

describe('the summary of an import', () => {
  const summary = (count: number): string =>
    importedParts({
      conversations: { new: count, continued: count, unchanged: count },
      messages: { stored: count, duplicates: 0, erased: 0 },
      kept: count,
      facts: { stored: count, known: 0 },
      redacted: count,
      damage: { listed: [], more: count },
    }).join(', ');

  it('uses the singular for one', () => {
    assert.equal(
      summary(1),
      '1 conversation is new, 1 was continued, 1 was already imported, 1 message stored, 1 exchange kept, 1 fact from notes, 1 secret removed, 1 item skipped',
    );
  });

  it('uses the plural for several, and omits optional counts of zero', () => {
    assert.match(
      summary(2),
      /^2 conversations are new, 2 were continued, 2 were already imported, 2 messages stored, 2 exchanges kept, /u,
    );
    assert.equal(summary(0), '0 conversations are new, 0 messages stored');
  });

  it('has a button that shows what was skipped and why, and opens no document by itself', async () => {
    const notified: { text: string; steps: readonly NextStep[] }[] = [];
    const opened: string[] = [];
    const file = '/logs/a.jsonl';
    const report: ImportReport = {
      conversations: { new: 0, continued: 0, unchanged: 1 },
      messages: { stored: 0, duplicates: 2, erased: 0 },
      ...{ kept: 0, notes: { read: 0, unchanged: 0 }, facts: { stored: 0, known: 0 }, redacted: 0 },
      damage: { listed: [{ file, line: 3, reason: 'is not JSON' }], more: 0 },
      ...{ otherProjects: [], isWhole: true },
    };
    const past = { at: () => Promise.resolve([{}]), bringIn: () => Promise.resolve(report) };
    const services = {
      host: { pastConversations: () => Promise.resolve(past) },
      access: { use: (work: (opened: unknown) => unknown) => work({}) },
      notices: { done: (text: string, ...steps: NextStep[]) => notified.push({ text, steps }) },
      pages: { show: (_name: string, text: string) => Promise.resolve(void opened.push(text)) },
    } as unknown as Services;
    await createImportConversations(services)({ source: vscode.Uri.file(file) });
    const [notice] = notified;
    assert.match(notice?.text ?? '', /, 1 item skipped\.$/u);
    assert.deepEqual([notice?.steps.map(({ label }) => label), opened], [['Show', 'Show What Was Skipped'], []]);
    await notice?.steps[1]?.run();
    assert.match(opened[0] ?? '', /`\/logs\/a\.jsonl`, Line 3: is not JSON/u);
  });
});
