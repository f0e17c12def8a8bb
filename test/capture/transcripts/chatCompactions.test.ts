/**
 * Every summary of a compaction in a chat's own file is found. What was added since the last read is checked before the
 * whole file.
 */
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChatCompactions } from '../../../src/importers/copilot/chatCompactions.ts';
import type { TranscriptPosition } from '../../../src/memory/shared/transcriptPosition.ts';

describe('the compactions of a chat', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bigmind chat '));
    file = join(folder, 'c-1.jsonl');
    writeFileSync(file, change(0, undefined, { version: 3, sessionId: 'c-1', requests: [] }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const change = (kind: number, k: unknown, v: unknown): string => `${JSON.stringify({ kind, k, v })}\n`;
  const request = (id: string, more: Record<string, unknown> = {}): string =>
    change(
      2,
      ['requests'],
      [{ requestId: id, timestamp: 1, message: { text: `Ask ${id}` }, response: [{ value: 'Answer.' }], ...more }],
    );
  const compacted = (id: string, text: string): string =>
    request(id, { result: { metadata: { command: 'compact', summary: { toolCallRoundId: 'r', text } } } });
  const read = async (from?: TranscriptPosition): Promise<{ found: string[]; end: TranscriptPosition | undefined }> => {
    const found: string[] = [];
    let end: TranscriptPosition | undefined;
    for await (const item of readChatCompactions(file, from)) {
      if ('message' in item) found.push(item.message.content);
      end = item.position;
    }
    return { found, end };
  };

  it('are found, whatever else is in the file', async () => {
    appendFileSync(file, request('1') + compacted('2', 'One was asked.') + request('3'));
    assert.deepEqual((await read()).found, ['One was asked.']);
  });

  it('are found once they are added, and only the addition is searched', async () => {
    appendFileSync(file, request('1'));
    const first = await read();
    assert.deepEqual([first.found, first.end?.offset], [[], statSync(file).size]);
    appendFileSync(file, request('2'));
    const second = await read(first.end);
    assert.deepEqual([second.found, second.end?.offset], [[], statSync(file).size]);
    appendFileSync(file, compacted('3', 'Two were asked.'));
    const third = await read(second.end);
    assert.deepEqual([third.found, third.end?.offset], [['Two were asked.'], statSync(file).size]);
    assert.deepEqual(await read(third.end), { found: [], end: undefined });
  });

  it('are found again in a file that became shorter', async () => {
    appendFileSync(file, request('1') + request('2'));
    const { end } = await read();
    writeFileSync(file, change(0, undefined, { version: 3, sessionId: 'c-1', requests: [] }) + compacted('1', 'Anew.'));
    assert.deepEqual((await read(end)).found, ['Anew.']);
  });
});
