/** The versions of records: which contains which, and that joining them gives one result in every order. */
import assert from 'node:assert/strict';
import { joinOf } from '../../../src/memory/sync/join.ts';
import type { Versions } from '../../../src/memory/sync/versions.ts';
import {
  compareVersions,
  joinVersions,
  newestEdit,
  nextVersions,
  textOfVersions,
  versionsFromText,
} from '../../../src/memory/sync/versions.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import type { Random } from '../../support/seededRandom.ts';

describe('versions of a record', () => {
  it('contain the edits that they were made from', () => {
    const first = nextVersions({}, 'aa', null);
    const second = nextVersions(first, 'bb', null);
    assert.deepEqual(second, { aa: 1, bb: 2 });
    assert.equal(compareVersions(second, first), 'newer');
    assert.equal(compareVersions(first, second), 'older');
    assert.equal(compareVersions(first, { ...first }), 'equal');
  });

  it('have the time of an edit as its number, but never less than what the edit has seen', () => {
    const [early, late] = ['2026-03-30T09:00:00.000Z', '2026-03-30T09:00:11.000Z'];
    const first = nextVersions({}, 'aa', late);
    assert.deepEqual(first, { aa: Date.parse(late) });
    assert.deepEqual(nextVersions(first, 'bb', early), { ...first, bb: Date.parse(late) + 1 });
    assert.deepEqual(nextVersions({ aa: 7 }, 'bb', late), { aa: 7, bb: Date.parse(late) });
    for (const none of [null, '', 'yesterday', '1900-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'])
      assert.deepEqual(nextVersions({ aa: 7 }, 'bb', none), { aa: 7, bb: 8 }, String(none));
    assert.deepEqual(versionsFromText(textOfVersions(first)), first);
  });

  it('are concurrent if each has an edit that the other lacks, and their join contains both', () => {
    const start = { aa: 1 };
    const [one, other] = [nextVersions(start, 'aa', null), nextVersions(start, 'bb', null)];
    assert.equal(compareVersions(one, other), 'concurrent');
    const joined = joinVersions(one, other);
    assert.equal(compareVersions(joined, one), 'newer');
    assert.equal(compareVersions(joined, other), 'newer');
  });

  it('name their newest edit, with the machine as a tie-breaker', () => {
    assert.deepEqual(newestEdit({ aa: 3, bb: 3, cc: 2 }), { clock: 3, machine: 'bb' });
    assert.deepEqual(newestEdit({}), { clock: 0, machine: '' });
  });

  it('survive being written as text, and other texts are refused', () => {
    assert.equal(textOfVersions({ bb: 2, aa: 10 }), 'aa:10 bb:2');
    assert.deepEqual(versionsFromText('aa:10 bb:2'), { aa: 10, bb: 2 });
    for (const text of ['', 'aa', 'aa:0', 'aa:-1', 'aa:1,bb:2', 'AA:1', 'aa:1 ', '__proto__:1'])
      assert.equal(versionsFromText(text), undefined, text);
  });
});

describe('joining two versions of a record', () => {
  it('takes a newer version without a conflict, and ignores one that it contains', () => {
    assert.deepEqual(joinOf({ aa: 1 }, { aa: 2 }, 'local_larger'), {
      outcome: 'take',
      versions: { aa: 2 },
      isConflict: false,
    });
    assert.equal(joinOf({ aa: 2 }, { aa: 1 }, 'incoming_larger').outcome, 'known');
    assert.equal(joinOf(undefined, { aa: 1 }, 'incoming_larger').outcome, 'take');
  });

  it('lets the later of two concurrent edits win and reports the conflict', () => {
    const ours = joinOf({ aa: 3 }, { aa: 1, bb: 2 }, 'local_larger');
    assert.deepEqual(ours, { outcome: 'keep', versions: { aa: 3, bb: 2 }, isConflict: true });
    const theirs = joinOf({ aa: 1, bb: 2 }, { aa: 3 }, 'local_larger');
    assert.deepEqual(theirs, { outcome: 'take', versions: { aa: 3, bb: 2 }, isConflict: true });
  });

  it('reports no conflict if both made the same edit', () => {
    const joined = joinOf({ aa: 2 }, { bb: 2 }, 'same');
    assert.deepEqual([joined.outcome, joined.isConflict], ['keep', false]);
  });

  it('decides between two copies of one disk that made the same edit number', () => {
    assert.equal(joinOf({ aa: 2 }, { aa: 2 }, 'incoming_larger').outcome, 'take');
    assert.equal(joinOf({ aa: 2 }, { aa: 2 }, 'local_larger').outcome, 'keep');
  });
});

interface Register {
  versions: Versions;
  content: string;
}

/** Machines that hold one record each, and messages with versions of it, which can arrive late, twice or never. */
class Machines {
  readonly held: (Register | undefined)[];
  readonly sent: Register[] = [];
  readonly lost: string[] = [];
  readonly #random: Random;
  #now = Date.parse('2026-03-30T09:00:00.000Z');

  constructor(count: number, random: Random) {
    this.held = Array.from({ length: count }, () => undefined);
    this.#random = random;
  }

  /** The clock of each machine is wrong by some steps, and an older BigMind on the last one has none. */
  #timeAt(at: number): string | null {
    this.#now += 1_000;
    return at === this.held.length - 1 ? null : new Date(this.#now + at * 3_000).toISOString();
  }

  edit(at: number): void {
    const content = `${String(at)} ${String(this.#random()).slice(2, 6)}`;
    const known = this.held[at]?.versions ?? {};
    this.held[at] = { versions: nextVersions(known, `m${String(at)}`, this.#timeAt(at)), content };
  }

  send(at: number): void {
    const register = this.held[at];
    if (register !== undefined) this.sent.push(register);
  }

  receive(at: number, incoming: Register | undefined): void {
    if (incoming === undefined) return;
    const local = this.held[at];
    const order = local === undefined || local.content < incoming.content ? 'incoming_larger' : 'local_larger';
    const compared = local?.content === incoming.content ? 'same' : order;
    const { outcome, versions, isConflict } = joinOf(local?.versions, incoming.versions, compared);
    const loser = outcome === 'take' ? local?.content : incoming.content;
    if (isConflict && loser !== undefined) this.lost.push(loser);
    this.held[at] = { versions, content: outcome === 'take' || local === undefined ? incoming.content : local.content };
  }

  /** Everybody sends, and everybody receives everything in another order. */
  meet(): void {
    for (let round = 0; round < 2; round += 1) {
      for (const at of this.held.keys()) this.send(at);
      for (const at of this.held.keys()) {
        const shuffled = this.sent.toSorted(() => this.#random() - 0.5);
        for (const register of shuffled) this.receive(at, register);
      }
    }
  }
}

/** Returns the contents at the end, and whether each edit that nobody built on is current or among the lost ones. */
function interleave(seed: number, count: number): { ends: Set<string>; isLost: boolean } {
  const random = seededRandom(seed);
  const machines = new Machines(count, random);
  const leaves = new Map<string, Versions>();
  for (let step = 0; step < 40; step += 1) {
    const at = Math.floor(random() * count);
    const kind = random();
    if (kind < 0.3) {
      machines.edit(at);
      const made = machines.held[at];
      if (made === undefined) continue;
      for (const [content, versions] of leaves)
        if (compareVersions(versions, made.versions) === 'older') leaves.delete(content);
      leaves.set(made.content, made.versions);
    } else if (kind < 0.5) machines.send(at);
    else machines.receive(at, machines.sent[Math.floor(random() * machines.sent.length)]);
  }
  machines.meet();
  const ends = new Set(machines.held.map((one) => `${textOfVersions(one?.versions ?? {})} ${one?.content ?? ''}`));
  const current = new Set([...machines.held.map((one) => one?.content), ...machines.lost]);
  return { ends, isLost: [...leaves.keys()].some((content) => !current.has(content)) };
}

describe('1,000 random interleavings of edits and messages', () => {
  for (const count of [2, 3]) {
    it(`end with ${String(count)} equal machines and lose no edit`, () => {
      for (let seed = 1; seed <= 1_000; seed += 1) {
        const { ends, isLost } = interleave(seed, count);
        assert.equal(ends.size, 1, `seed ${String(seed)}: ${[...ends].join(' ')}`);
        assert.equal(isLost, false, `seed ${String(seed)}`);
      }
    });
  }
});
