/** Whoever changes what a text gives increases the version of the rules, so that files and histories are read again. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readMemoryFile } from '../../src/markdown/parsing/memoryFile.ts';
import { entryRulesVersion, readEntries } from '../../src/markdown/readEntries.ts';
import { commentEntriesIn } from '../../src/markdown/sources/comments.ts';
import { commitEntriesIn } from '../../src/markdown/sources/commits.ts';
import { decisionRecordIn } from '../../src/markdown/sources/decisionRecords.ts';
import { historyRulesVersion } from '../../src/markdown/sources/historyState.ts';
import { projectRulesReader } from '../../src/markdown/sources/projectRules.ts';
import { indexText } from '../../src/search/query/words.ts';
import { heldOutNotes } from './heldOutNotes.ts';
import { moreTuningNotes } from './moreTuningNotes.ts';
import { realHeldOutNotes } from './realHeldOutNotes.ts';
import { realTuningNotes } from './realTuningNotes.ts';
import { tuningNotes } from './tuningNotes.ts';

/** What the lines do not have: a label of each language, boxes, words that are struck out, what is open. */
const forms = [
  ...['rule: one queue per tenant', 'Regel: eine Warteschlange je Kunde', '规则：每个租户一个队列'],
  ...[
    '- [x] login fails on iOS',
    '- [ ] problem: login fails',
    'decided: ~~Postgres~~ SQLite',
    '~~decided: Postgres~~',
  ],
  ...['decision: whether to shard', 'Entscheidung: ob wir teilen', '决定：是否分片', 'gotcha: Safari needs a prefix'],
];
const lines = [
  ...[tuningNotes, moreTuningNotes, realTuningNotes, heldOutNotes, realHeldOutNotes].flat().map(({ line }) => line),
  ...forms,
];
const renew = 'Increase the version if the rules changed, and renew the hash.';

function hashOf(found: unknown): string {
  return createHash('sha256').update(JSON.stringify(found)).digest('hex').slice(0, 16);
}

describe('the version of the rules', () => {
  it('is increased when a text gives other entries', () => {
    const redact = (text: string): { text: string; removed: number } => ({ text, removed: 0 });
    const sections = ['## 2026-11-24', '## Gotchas', '## Open Problems', '## Next steps'];
    const texts = [...lines, ...sections.map((heading) => `${heading}\n\n${forms.join('\n\n')}`)];
    const found = texts.map((text) => readEntries(text, (markdown) => readMemoryFile(markdown, indexText), redact));
    assert.deepEqual([entryRulesVersion, hashOf(found)], [4, '903bd2e2bc5571c4'], renew);
  });

  it('is increased when a history gives other entries', () => {
    const commit = { id: 'a1'.repeat(20), date: '2026-11-24', committedAt: '2026-11-24T10:00:00.000Z' };
    const found = lines.map((line) => {
      const subject = line.replace(/^[-*] /u, '');
      return [
        commitEntriesIn({ ...commit, message: `${subject}\n\n${line}\n` }),
        commitEntriesIn({ ...commit, message: `Work\n\n${subject} ${subject}\n` }),
        commentEntriesIn('a.ts', `// MEMORY: ${subject}`),
        decisionRecordIn(`# 1. A record\n\n**Context.** ${line}\n\n## Decision\n\n${line}\n\n## Options\n\n${line}\n`),
        projectRulesReader('CONTRIBUTING.md')?.(line),
        projectRulesReader('CHANGELOG.md')?.(`## 1.2.0\n\n### Breaking changes\n\n${line}\n\n### Removed\n\n${line}\n`),
      ];
    });
    assert.deepEqual([historyRulesVersion, hashOf(found)], [7, '9560b61d5cb525b0'], renew);
  });
});
