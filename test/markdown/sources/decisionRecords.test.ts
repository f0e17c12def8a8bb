/** What a decision record says: the forms in use, and texts that decide nothing. */
import assert from 'node:assert/strict';
import { decisionRecordIn } from '../../../src/markdown/sources/decisionRecords.ts';
import { isDecisionRecordPath } from '../../../src/memory/entries/decisionRecordPath.ts';

/** The title, its line and the reason; undefined without an entry. */
function said(text: string): [string, number, string | null] | undefined {
  const [entry] = decisionRecordIn(text);
  return entry && [entry.text, entry.line, entry.reason];
}

describe('a decision record', () => {
  it('has headings, in the form of Nygard', () => {
    const text = `# 12. Use a queue for mails

Date: 2026-03-02

## Status

Accepted

## Context

The provider answers slowly,
and a request waits for it.

## Decision

We will put mails into a queue, see [the plan](plan.md).

- One worker sends them.

## Consequences

A mail comes a few seconds later.
`;
    assert.deepEqual(said(text), [
      'Use a queue for mails',
      1,
      [
        'We will put mails into a queue, see the plan.',
        'One worker sends them.',
        'The provider answers slowly, and a request waits for it.',
        'A mail comes a few seconds later.',
      ].join('\n'),
    ]);
  });

  it('has options and front matter, in the form of MADR', () => {
    const text = `---
status: accepted
---

# ADR-7: Format of dates

## Context and Problem Statement

Dates are written in three ways.

## Considered Options

* Unix seconds
* ISO 8601

## Decision Outcome

Chosen option: "ISO 8601", because people read it.

### Consequences

* Good, because logs can be compared.
`;
    assert.deepEqual(said(text), [
      'Format of dates',
      5,
      [
        'Chosen option: "ISO 8601", because people read it.',
        'Considered: Unix seconds',
        'Considered: ISO 8601',
        'Dates are written in three ways.',
        'Good, because logs can be compared.',
      ].join('\n'),
    ]);
  });

  it('has bold labels, in German and Chinese too', () => {
    const rejected = '# Keep one file\n\n## Decision\n\nWe use SQLite.\n\n**Considered and rejected.** A server.\n';
    assert.equal(said(rejected)?.[2], 'We use SQLite.\nRejected: A server.');
    const text =
      '# Ein Speicher\n\n**Kontext.** Niemand betreibt einen Server.\n\n**Entscheidung:** Wir nehmen SQLite.\n';
    assert.deepEqual(said(text), ['Ein Speicher', 1, 'Wir nehmen SQLite.\nNiemand betreibt einen Server.']);
    assert.deepEqual(said('# 存储\n\n## 决定\n\n我们使用一个数据库文件。\n'), ['存储', 1, '我们使用一个数据库文件。']);
  });

  it('says first that it no longer holds', () => {
    const text = '# Use Redis\n\nStatus: Superseded by [ADR 9](0009.md)\n\n## Decision\n\nWe use Redis for sessions.\n';
    assert.match(said(text)?.[2] ?? '', /^Superseded by .*ADR 9.*\.\nWe use Redis for sessions\.$/u);
  });

  it('decides nothing as a proposal, without a title, or without a decision', () => {
    for (const text of [
      '# Use Redis\n\nStatus: proposed\n\n## Decision\n\nWe use Redis for sessions.\n',
      '---\nstatus: draft\n---\n# Use Redis\n\n## Decision\n\nWe use Redis for sessions.\n',
      '# 存储\n\n## 状态\n\n提议\n\n## 决定\n\n我们使用一个数据库文件。\n',
      '## Decision\n\nWe use Redis for sessions.\n'.replace('## ', ''),
      '# Use Redis\n\n## Context\n\nSessions are lost at a restart.\n',
      '# Use Redis\n\n## Decision\n\nTBD\n',
      '# Use Redis\n\n## Decision\n\n<!-- What is the change that we make here? -->\n',
      '# Use Redis\n\n```\n## Decision\nWe use Redis for sessions.\n```\n',
      '',
    ])
      assert.equal(said(text), undefined, text);
  });

  it('is cut where it is long', () => {
    const text = `# Use Redis\n\n## Decision\n\n${'We use Redis for sessions. '.repeat(1_000)}\n`;
    assert.equal(said(text)?.[2]?.length, 3_000);
  });

  it('is in a folder for decision records', () => {
    for (const path of [
      'docs/adr/0001-a.md',
      'doc/architecture/decisions/0001-a.md',
      'decisions/a.md',
      'x/ADRs/b/c.md',
    ])
      assert.ok(isDecisionRecordPath(path), path);
    for (const path of [
      'docs/adr/README.md',
      'docs/adr/template.md',
      'docs/adr/adr-template.md',
      'adr.md',
      'docs/x.md',
    ])
      assert.ok(!isDecisionRecordPath(path), path);
  });
});
