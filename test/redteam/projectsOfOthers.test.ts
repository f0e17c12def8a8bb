/**
 * A colleague and a curator name another person's private project in every tool, route and page message. The answers must
 * be those for a project that nobody has. New tools and routes are tried by their schemas, new messages by their samples.
 */
import assert from 'node:assert/strict';
import { bigMindErrorFrom } from '../../src/memory/shared/errors.ts';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';
import type { ToolContext } from '../../src/mcp/shared/tool.ts';
import { failure, resultFrom } from '../../src/mcp/shared/resultFrom.ts';
import { replyTo } from '../../src/page/pageReplies.ts';
import { hostFor } from '../page/support.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { aToolHost } from '../support/toolHost.ts';
import { everyRequest, type EveryRequest } from './everyRequest.ts';
import { canaries, elsewhere, fillWithSecrets, keyOf, nobodys, plain, theirs } from './unknownProject.ts';

const refTo = (name: string): ProjectRef => ({ key: keyOf(name), name });

interface Team extends TestMemory {
  dan: Caller;
  cy: Caller;
}

/** A colleague and a curator say that they work in the project with this name. */
async function aTeam(name: string): Promise<Team> {
  const open = openTestMemory('team', 'native', { instance: { name: 'laptop' } });
  const { memory, caller } = open;
  const admin = await caller({ username: 'ada' });
  await fillWithSecrets(memory, (conversationId, project) => caller({ username: 'vera', project, conversationId }));
  const of = (username: string): Promise<Caller> => caller({ username, project: refTo(name), conversationId: null });
  await of('cy');
  await memory.identities.setRole(admin, { username: 'cy', role: 'curator' });
  const dan = await of('dan');
  await memory.facts.store(dan, { category: 'decision', fact: 'We sell lamps.' });
  const cy = await of('cy');
  await memory.people.settled();
  return { ...open, dan, cy };
}

/** The answer to a request of this caller, as whoever sent it reads it. */
async function answerTo(request: EveryRequest, team: Team, caller: Caller, named: string): Promise<unknown> {
  const { memory, search } = team;
  if ('message' in request) return replyTo(request.message(named), hostFor(caller, team));
  if ('route' in request) {
    const { query, ...parts } = request.parts(named);
    const context = { memory, search, caller, onSaved: () => undefined, maxWaitMs: 0 };
    return answered(() => request.route.call({ ...parts, query: new Map(query) }, context));
  }
  const context: ToolContext = { memory, search, caller, available: [], toolHost: aToolHost() };
  try {
    return resultFrom(await request.tool.call(request.args(named), context));
  } catch (thrown) {
    return failure(thrown, () => undefined);
  }
}

describe('a private project of another person', () => {
  const known = new Map<string, Team>();
  before(async () => {
    for (const name of [theirs, nobodys, elsewhere]) known.set(name, await aTeam(name));
  });
  after(async () => {
    for (const team of known.values()) await team.close();
  });

  for (const request of everyRequest) {
    const { what, reads } = request;
    it(`stays unknown to a colleague and a curator who name it in ${what}`, async () => {
      const answers = new Map<string, string[]>();
      for (const name of [theirs, nobodys]) {
        const said: string[] = [];
        // Those who say that they work there, and one who only names it.
        for (const [claimed, attackers] of [[name, ['dan', 'cy']] as const, [elsewhere, ['dan']] as const]) {
          const shared = reads ? known.get(claimed) : undefined;
          const team = shared ?? (await aTeam(claimed));
          for (const attacker of attackers) {
            for (const named of [refTo(name).key, name, name.toUpperCase()]) {
              const answer = JSON.stringify(await answerTo(request, team, team[attacker], named));
              assert.doesNotMatch(answer.replaceAll(named, ''), canaries, answer);
              said.push(plain(answer));
            }
          }
          if (shared === undefined) await team.close();
        }
        answers.set(name, said);
      }
      assert.deepEqual(answers.get(theirs), answers.get(nobodys));
    });
  }
});

async function answered(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (thrown) {
    const { code, message, remedy } = bigMindErrorFrom(thrown);
    return { code, message, remedy };
  }
}
