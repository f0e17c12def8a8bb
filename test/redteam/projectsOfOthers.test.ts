/**
 * A colleague and a curator name another person's private project in every tool, route and page message. The answers must
 * be those for a project that nobody has. New tools and routes are tried by their schemas, new messages by their samples.
 */
import assert from 'node:assert/strict';
import * as z from 'zod';
import { bigMindErrorFrom } from '../../src/memory/shared/errors.ts';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';
import type { ToolContext } from '../../src/mcp/shared/tool.ts';
import { failure, resultFrom } from '../../src/mcp/shared/resultFrom.ts';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import { restRoutes } from '../../src/http/agents/restRoutes.ts';
import { replyTo } from '../../src/page/pageReplies.ts';
import type { PageCommand } from '../../src/protocol/commands.ts';
import type { Question } from '../../src/protocol/queries.ts';
import { commands, questions } from '../page/samples.ts';
import { hostFor } from '../page/support.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { aToolHost } from '../support/toolHost.ts';

/** Of the same length and shape; only the first one exists. */
const [theirs, nobodys, elsewhere] = ['lanthanum', 'neodymium', 'beryllium'];
const refTo = (name: string): ProjectRef => ({ key: `github.com/vera/${name}`, name });
/** What only vera has: how she spells the name, her words, a topic, a headline and a tag. */
const canaries = /LANTHANUM|Zugspitze|Cytology|Annex headline|confidante/u;

interface Team extends TestMemory {
  dan: Caller;
  cy: Caller;
}

/** A colleague and a curator say that they work in the project with this name. */
async function aTeam(name: string): Promise<Team> {
  const open = openTestMemory('team', 'native', { instance: { name: 'laptop' } });
  const { memory, caller } = open;
  const admin = await caller({ username: 'ada' });
  const vera = { key: refTo(theirs).key, name: theirs.toUpperCase() };
  for (const conversationId of ['1', '2', '3']) {
    const here = await caller({ username: 'vera', project: vera, conversationId });
    await memory.facts.store(here, {
      ...{ category: 'constraint', tags: ['confidante'] },
      fact: `The quetzal ${conversationId} nests in the Zugspitze annex.`,
    });
    await memory.hypotheses.add(here, { hypothesis: `The Zugspitze is closed on day ${conversationId}.` });
    await memory.sessions.end(here, { oneLiner: 'Annex headline', topics: ['Cytology'] });
  }
  const of = (username: string): Promise<Caller> => caller({ username, project: refTo(name), conversationId: null });
  await of('cy');
  await memory.identities.setRole(admin, { username: 'cy', role: 'curator' });
  const dan = await of('dan');
  await memory.facts.store(dan, { category: 'decision', fact: 'We sell lamps.' });
  const cy = await of('cy');
  await memory.minds.settled();
  return { ...open, dan, cy };
}

interface Attack {
  /** Whether it changes nothing, so that others can follow in the same team. */
  reads: boolean;
  /** `named` is the project as the attacker spells it. */
  run: (team: Team, attacker: Caller, named: string) => Promise<unknown>;
}

const attacks = new Map<string, Attack>();
for (const tool of Object.values(toolsets).flat()) {
  attacks.set(`the tool ${tool.name}`, {
    reads: tool.readOnly,
    run: async ({ memory, search }, caller, named) => {
      const context: ToolContext = { memory, search, caller, available: [], toolHost: aToolHost() };
      try {
        return resultFrom(
          await tool.call({ ...argumentsFor(tool.inputSchema, named), ...traversal[tool.name] }, context),
        );
      } catch (thrown) {
        return failure(thrown, () => undefined);
      }
    },
  });
}
for (const { method, path, writes, input, places, call } of restRoutes) {
  attacks.set(`${method} ${path}`, {
    reads: !writes,
    run: async ({ memory, search }, caller, named) => {
      const fields = Object.entries({
        ...argumentsFor(z.toJSONSchema(input, { io: 'input' }), named),
        ...traversal[path],
      });
      const at = (place: string | undefined): [string, string][] =>
        fields.flatMap(([field, value]) => (places[field] === place ? [[field, String(value)]] : []));
      const body = method === 'GET' ? undefined : Object.fromEntries(at(undefined));
      const parts = { query: new Map(at('query')), params: Object.fromEntries(at('path')), body };
      return answered(() => call(parts, { memory, search, caller, onSaved: () => undefined, maxWaitMs: 0 }));
    },
  });
}
for (const [type, sample] of Object.entries(questions)) {
  attacks.set(`the query ${type} of the page`, {
    reads: true,
    run: (team, caller, named) => {
      const question = { ...renamed(sample, named), type } as Question;
      return replyTo({ type: 'ask', id: 1, question }, hostFor(caller, team));
    },
  });
}
for (const [type, sample] of Object.entries(commands)) {
  attacks.set(`the command ${type} of the page`, {
    reads: false,
    run: (team, caller, named) => {
      const command = { ...renamed(sample, named), type } as PageCommand;
      return replyTo({ type: 'act', id: 1, act: command }, hostFor(caller, team));
    },
  });
}

describe('a private project of another person', () => {
  const known = new Map<string, Team>();
  before(async () => {
    for (const name of [theirs, nobodys, elsewhere]) known.set(name, await aTeam(name));
  });
  after(async () => {
    for (const team of known.values()) await team.close();
  });

  for (const [what, { reads, run }] of attacks) {
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
              const answer = JSON.stringify(await run(team, team[attacker], named));
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

/** Fields that name a project, of which some say so in their description only. */
const isOfProject = /project|scope/iu;

/** What a call needs beyond its schema. */
const usual: Readonly<Record<string, unknown>> = {
  ...{ category: 'decision', title: 'Lamps are green', decided_by: 'Dan', rationale: 'They sell.', rating: 'high' },
  ...{ role: 'Engineer', entity: 'quetzal', metadata: {} },
};

/** Where a query is not a text. */
const traversal: Readonly<Record<string, object>> = {
  graph_query: { query: 'mentions' },
  '/memory/graph': { query: 'mentions' },
};

/** The required fields, and all that may name a project. */
function argumentsFor(schema: Readonly<Record<string, unknown>>, named: string): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Field>;
    required?: readonly string[];
  };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      const names = isOfProject.test(name) && JSON.stringify(field).includes('"string"');
      const holds = field.properties !== undefined && isOfProject.test(JSON.stringify(Object.keys(field.properties)));
      if (Object.hasOwn(usual, name)) return [[name, usual[name]]];
      if (!names && !holds && !required.includes(name)) return [];
      return [[name, holds ? argumentsFor({ ...field }, named) : fitting(field, names ? named : 'quetzal')]];
    }),
  );
}

interface Field {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  minimum?: number;
  items?: Field;
  anyOf?: readonly Field[];
  properties?: Record<string, Field>;
  required?: readonly string[];
}

function fitting(field: Field, text: string): unknown {
  const { type, enum: values, anyOf, items, minimum = 1 } = field;
  if (values !== undefined) return values[0];
  const [either] = anyOf ?? [];
  if (either !== undefined) return fitting(either, text);
  if (type === 'array') return [fitting(items ?? { type: 'string' }, text)];
  if (type === 'object') return argumentsFor({ ...field }, text);
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? Math.max(1, minimum) : text;
}

/** The sample with another project in each place that names one. */
function renamed(sample: object, named: string): object {
  const alone = { ...sample, ...('supersedes' in sample && { supersedes: null, draft: null }) };
  const text = JSON.stringify(alone).replaceAll(
    /"(?:shop|harbour|\/projects\/shop|github\.com\/acme\/rocket)"/gu,
    JSON.stringify(named),
  );
  return JSON.parse(text) as object;
}

/** Without what differs by chance, and with one name for both projects. */
function plain(answer: string): string {
  return answer
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, 'ID')
    .replaceAll(/"(?:token|memoryId|expected)":"[^"]*"/gu, '')
    .replaceAll(/"bytes":\d+|[\d.]+ MB on disk|[^ "]*\/[^"]*?\/memory\.db/gu, '')
    .replaceAll(new RegExp(`${theirs}|${nobodys}`, 'giu'), 'PROJECT');
}

async function answered(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (thrown) {
    const { code, message, remedy } = bigMindErrorFrom(thrown);
    return { code, message, remedy };
  }
}
