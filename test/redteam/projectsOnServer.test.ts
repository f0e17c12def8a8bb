/**
 * A colleague and a curator with tokens name another person's private project in every request that a team's server on
 * PostgreSQL answers. On its twin, they name one that nobody has, and get the same answers.
 */
import assert from 'node:assert/strict';
import type { Memory } from '../../src/memory/memory.ts';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';
import type { Store } from '../../src/memory/store.ts';
import { postgresUrl } from '../store/postgresSchemas.ts';
import { everyRequest } from './everyRequest.ts';
import { twinServers, type Sender, type Twins } from './twinServers.ts';
import { canaries, elsewhere, fillWithSecrets, keyOf, nobodys, plain, theirs } from './unknownProject.ts';

async function found(memory: Memory, actFor: Store['actFor']): Promise<void> {
  const of = (username: string, conversationId: string | null, project?: ProjectRef): Promise<Caller> =>
    memory.identities.resolve({ username, agent: { name: 'tests', version: '1' }, project, conversationId });
  const as = <T>(username: string, work: () => Promise<T>): Promise<T> => actFor(username, work);
  const admin = await as('ada', () => of('ada', null));
  await as('vera', () => fillWithSecrets(memory, (conversation, project) => of('vera', conversation, project)));
  await as('cy', () => of('cy', null));
  await as('ada', () => memory.identities.setRole(admin, { username: 'cy', role: 'curator' }));
  await as('dan', async () =>
    memory.facts.store(await of('dan', null), { category: 'decision', fact: 'We sell lamps.' }),
  );
  await memory.people.settled();
}

(postgresUrl === undefined ? describe.skip : describe)('a private project on a server of a team', function () {
  let twins: Twins;
  /** Those who only read, by server, name and project. */
  const readers = new Map<string, Sender>();
  before(async () => {
    twins = await twinServers(found);
  });
  after(async () => {
    for (const reader of readers.values()) await reader.leave();
    await twins.close();
  });

  /** What two who say that they work there, and one who only names it, get for this name. */
  async function answers(place: 0 | 1, name: string, requestNumber: number): Promise<string[]> {
    const request = everyRequest[requestNumber];
    assert.ok(request);
    // Whoever only names it must not have got the project by an earlier request.
    const other = request.reads ? 'eve' : `eve${String(requestNumber)}`;
    const said: string[] = [];
    for (const [username, project] of [
      ['dan', name],
      ['cy', name],
      [other, elsewhere],
    ] as const) {
      const id = `${String(place)} ${username}`;
      const isKept = request.reads;
      const kept = isKept ? readers.get(id) : undefined;
      const sender = kept ?? (await twins.servers[place].sender(username, keyOf(project)));
      if (isKept) readers.set(id, sender);
      for (const named of [keyOf(name), name.toUpperCase()]) {
        const answer = await sender.send(request, named);
        assert.doesNotMatch(answer.replaceAll(named, ''), canaries, answer);
        assert.doesNotMatch(answer, /^429|^5\d\d/u);
        said.push(withoutClock(plain(answer)));
      }
      if (!isKept) await sender.leave();
    }
    return said;
  }

  for (const [number, { what }] of everyRequest.entries()) {
    it(`stays unknown to a colleague and a curator who name it in ${what}`, async () => {
      const [known, unknown] = [await answers(0, theirs, number), await answers(1, nobodys, number)];
      assert.deepEqual(known, unknown);
    });
  }

  it('is known to the one who has it', async () => {
    const vera = await twins.servers[0].sender('vera', keyOf(theirs));
    const search = everyRequest.find((request) => 'route' in request && request.route.path === '/memory/search');
    assert.ok(search);
    assert.match(await vera.send(search, theirs.toUpperCase()), canaries);
    await vera.leave();
  });
});

/** The servers have real clocks, and short forms of ids by chance. */
function withoutClock(answer: string): string {
  return answer
    .replaceAll(/[0-9a-f]{8}…/gu, 'ID…')
    .replaceAll(/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?/gu, 'TIME');
}
