/**
 * Sends every query and command of the page with up to two values replaced. A message that fits the protocol gets a
 * reply that fits it, too; no reply is an internal error. `BIGMIND_FUZZ_RUNS` sets the number of runs per message.
 */
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { replyTo } from '../../src/page/pageReplies.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import { readAnswer, readCommandResult, readPageMessage } from '../../src/protocol/messages.ts';
import { rememberSomething } from '../mcp/fuzz/memories.ts';
import { aProjectInMemory } from '../support/fileMemory.ts';
import { hostile, oddText } from '../support/hostile.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { commands, questions } from './samples.ts';
import { hostFor } from './support.ts';

const numRuns = Number(process.env['BIGMIND_FUZZ_RUNS'] ?? 60);
const seed = Number(process.env['BIGMIND_FUZZ_SEED'] ?? 20_261_122);
const interruptAfterTimeLimit = numRuns * 100;

describe('fuzzed messages of the page', () => {
  let open: TestMemory;
  let host: PageHost;
  let words: string[];
  let defects: string[];
  before(async () => {
    open = openTestMemory();
    words = await rememberSomething(open);
    defects = [];
    const { editable } = aProjectInMemory(open.ports.clock);
    const note = (text: string): void => void defects.push(text);
    host = hostFor(await open.caller({ conversationId: null }), open, note, editable);
  });
  after(() => open.close());

  for (const [type, sample] of [...Object.entries(questions), ...Object.entries(commands)]) {
    it(`returns a valid reply to ${type}`, async function () {
      this.timeout(interruptAfterTimeLimit * 4);
      const what = type in questions ? 'question' : 'act';
      const message = { type: what === 'question' ? 'ask' : 'act', id: 1, [what]: { ...sample, type } };
      assert.ok(readPageMessage(message) !== undefined, `The sample of ${type} does not fit.`);
      const property = fc.asyncProperty(altered(message, words), async (sent) => {
        defects.length = 0;
        const read = readPageMessage(sent);
        if (read?.type !== 'ask' && read?.type !== 'act') return;
        const reply = await replyTo(read, host);
        assert.deepEqual(defects, []);
        if (reply.type === 'failure') assert.notEqual(reply.failure.code, 'internal');
        else {
          assert.ok(reply.type === 'answer');
          const answer = structuredClone(reply.answer);
          const fits = read.type === 'ask' ? readAnswer(read.question.type, answer) : readCommandResult(answer);
          assert.ok(fits !== undefined, JSON.stringify(answer).slice(0, 2_000));
        }
      });
      await fc.assert(property, { numRuns, seed, interruptAfterTimeLimit, markInterruptAsFailure: false });
    });
  }

  it('leaves the store healthy', async () => {
    const { damage, indexMissing, indexOrphans } = await open.memory.maintenance.inspect();
    assert.deepEqual({ damage, indexMissing, indexOrphans }, { damage: [], indexMissing: 0, indexOrphans: 0 });
  });
});

/** The message, with up to two of its values replaced by others of the same type or by hostile ones. */
function altered(message: unknown, words: readonly string[]): fc.Arbitrary<unknown> {
  const places = leavesOf(message).filter((place) => place.length > 1 && place.at(-1) !== 'type');
  if (places.length === 0) return fc.constant(message);
  const one = fc.constantFrom(...places).chain((place) => {
    const fitting = likeValue(valueAt(message, place), words);
    return fc.tuple(fc.constant(place), fc.oneof({ weight: 3, arbitrary: fitting }, hostile()));
  });
  return fc.array(one, { maxLength: 2 }).map((changes) => changes.reduce(withValueAt, message));
}

type Place = readonly (string | number)[];

function leavesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([key, field]) => leavesOf(field).map((place): Place => [key, ...place]));
  return [[], ...inner];
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((nested, key) => (nested as Record<string | number, unknown>)[key], value);
}

function withValueAt(value: unknown, [place, replaced]: [Place, unknown]): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return replaced;
  // Another change may have removed this place.
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.assign<object, object>(Array.isArray(value) ? [] : {}, value) as Record<string | number, unknown>;
  copy[key] = withValueAt(copy[key], [rest, replaced]);
  return copy;
}

/** Another value of the same type: validators accept it, so the domain must check it. */
function likeValue(value: unknown, words: readonly string[]): fc.Arbitrary<unknown> {
  const texts = fc.oneof(fc.constantFrom(...words), fc.string(), oddText());
  const numbers = fc.constantFrom(0, 1, 2, 3, 0.5, 199, 200, 201, 1e6, 2_147_483_648, Number.MAX_SAFE_INTEGER);
  if (value === null) return fc.oneof(texts, numbers, fc.constant(null));
  if (typeof value === 'number') return numbers;
  if (typeof value === 'boolean') return fc.boolean();
  if (Array.isArray(value)) return fc.array(texts, { maxLength: 4 });
  return texts;
}
