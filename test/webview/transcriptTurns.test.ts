/** How messages of a transcript become turns: what was said, and the steps between. */
import assert from 'node:assert/strict';
import type { MessageCard } from '../../src/protocol/sessions/sessions.ts';
import { isAt, turnsFrom, type Turn } from '../../webview/views/sessions/transcript/transcriptTurns.ts';

type Sort = Pick<MessageCard, 'type' | 'role' | 'tool'>;

const said = (role: string): Sort => ({ type: 'text', role, tool: null });
const thought: Sort = { type: 'thought', role: 'assistant', tool: null };
const call = (tool: string): Sort => ({ type: 'tool_use', role: 'assistant', tool });
const result = (tool: string): Sort => ({ type: 'tool_result', role: 'tool', tool });

function turnsOf(...sorts: Sort[]): Turn[] {
  return turnsFrom(
    sorts.map((sort, place) => ({
      place,
      message: { id: String(place), speaker: null, about: '', text: '', at: '', ...sort },
    })),
  );
}

/** `0` for what was said, `[1+2, 3]` for steps: a call with its result, and a step without one. */
const outline = (turns: readonly Turn[]): unknown[] =>
  turns.map((turn) =>
    turn.kind === 'said'
      ? turn.said.place
      : turn.steps.map(({ place, result: of }) => [place, of?.place].filter((one) => one !== undefined).join('+')),
  );

describe('the turns of a transcript', () => {
  it('are what was said, with the steps between as one turn', () => {
    const turns = turnsOf(said('user'), thought, call('Read'), result('Read'), said('assistant'), said('user'));
    assert.deepEqual(outline(turns), [0, ['1', '2+3'], 4, 5]);
  });

  it('give each result to the earliest open call of its tool', () => {
    const turns = turnsOf(call('Read'), call('Bash'), call('Read'), result('Read'), result('Read'), result('Bash'));
    assert.deepEqual(outline(turns), [['0+3', '1+5', '2+4']]);
  });

  it('keep a result without a call, such as at the start of a part', () => {
    assert.deepEqual(outline(turnsOf(result('Read'), call('Edit'), result('Read'), result('Edit'))), [
      ['0', '1+3', '2'],
    ]);
  });

  it('count messages of programs as steps', () => {
    assert.deepEqual(outline(turnsOf(said('system'), said('user'), said('tool'))), [['0'], 1, ['2']]);
  });

  it('are found by the place of any of their messages', () => {
    const turns = turnsOf(said('user'), call('Read'), result('Read'), thought, said('assistant'));
    const at = (place: number | null): number[] => turns.flatMap((turn, index) => (isAt(turn, place) ? [index] : []));
    assert.deepEqual([at(0), at(1), at(2), at(3), at(4), at(null)], [[0], [1], [1], [1], [2], []]);
  });
});
