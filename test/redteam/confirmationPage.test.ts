/** The page on which a user confirms a restore or an erasure shows texts that anyone may have stored. */
import assert from 'node:assert/strict';
import { previewMarkdown } from '../../src/memory/upkeep/backups.ts';
import type { RestorePreview } from '../../src/memory/upkeep/backups.ts';
import { confirmationHtml } from '../../src/vscode/platform/confirming/confirmationHtml.ts';

const hostile = [
  '<img src=x onerror="answer(true)"> <script>answer(true)</script>',
  '</main><button id="yes">Cancel</button>',
  '# Nothing changes',
  '[press here](command:bigmind.restoreBackup) `<b>bold</b>` | a | b',
  '"><style>footer { display: none }</style>&lt;',
];

const preview: RestorePreview = {
  backup: { name: 'memory.db', path: '/memory.db', madeAt: '2026-03-30T09:15:00.000Z', reason: 'manual', bytes: 1 },
  contents: { damage: [], schemaVersion: 9, counts: null },
  differences: [
    {
      kind: 'facts',
      gone: { count: hostile.length, first: hostile },
      back: { count: 0, first: [] },
      changed: { count: 0, first: [] },
    },
  ],
  erasedSince: 0,
  expected: '',
};

describe('the confirmation page', () => {
  it('shows memories as written, and turns no part of them into an element, link or script', () => {
    const markdown = previewMarkdown(preview, 'Europe/Berlin');
    const text = {
      language: 'en',
      markdown,
      question: '<i>?',
      yes: 'Restore',
      no: 'Cancel',
      undo: 'available',
    } as const;
    const html = confirmationHtml(text, 'n0nce');
    const [, body = ''] = html.split('<body>');
    const tags = new Set([...body.matchAll(/<([a-z]\w*)/gu)].map(([, name]) => name));
    assert.deepEqual(
      [...tags].toSorted(),
      ['button', 'code', 'h1', 'h2', 'header', 'li', 'main', 'p', 'script', 'ul'].toSorted(),
    );
    assert.equal(body.match(/<script/gu)?.length, 1);
    assert.equal(body.match(/<button/gu)?.length, 2);
    assert.equal(body.match(/<li>/gu)?.length, hostile.length);
    assert.equal(body.match(/<h1>/gu)?.length, 1);
    assert.ok(!body.includes('href'));
    assert.ok(body.includes('Made 2026-03-30 11:15.'));
    assert.ok(html.indexOf('&lt;img src=x') > html.indexOf('<main'));
  });

  it('lists the affected memories below their kind', () => {
    const markdown = '## What is erased\n\n- facts: 1\n  - `Ship 4`\n- sessions: 2';
    const html = confirmationHtml(
      { language: 'en', markdown, question: '?', yes: 'Erase', no: 'Cancel', undo: 'none' },
      'n0nce',
    );
    const list = '<ul><li>facts: 1</li><li class="below"><code>Ship 4</code></li><li>sessions: 2</li></ul>';
    assert.ok(html.includes(list), html);
  });
});
