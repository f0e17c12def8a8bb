/**
 * Every request that a program can send: to each tool and route by its schema, and as each message of the page by its
 * sample. So new ones are tried by themselves. They name one project, wherever they can name one.
 */
import * as z from 'zod';
import type { Tool } from '../../src/mcp/shared/tool.ts';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import type { RestRoute } from '../../src/http/agents/restRoute.ts';
import { restRoutes } from '../../src/http/agents/restRoutes.ts';
import type { PageRequest } from '../../src/page/pageReplies.ts';
import type { PageCommand } from '../../src/protocol/commands.ts';
import type { Question } from '../../src/protocol/queries.ts';
import { commands, questions } from '../page/samples.ts';

/** The parts of a request to a route. */
interface RouteParts {
  query: [string, string][];
  params: Record<string, string>;
  body: Record<string, unknown> | undefined;
}

/** `named` is a project as the sender spells it; `reads` says that it changes nothing. */
export type EveryRequest = { what: string; reads: boolean } & (
  | { tool: Tool; args: (named: string) => Record<string, unknown> }
  | { route: RestRoute; parts: (named: string) => RouteParts }
  | { message: (named: string) => PageRequest }
);

export const everyRequest: readonly EveryRequest[] = [
  ...Object.values(toolsets)
    .flat()
    .map((tool) => ({
      ...{ what: `the tool ${tool.name}`, reads: tool.readOnly, tool },
      args: (named: string) => ({ ...argumentsFor(tool.inputSchema, named), ...traversal[tool.name] }),
    })),
  ...restRoutes.map((route) => ({
    ...{ what: `${route.method} ${route.path}`, reads: !route.writes, route },
    parts: (named: string) => partsFor(route, named),
  })),
  ...Object.entries(questions).map(([type, sample]) => ({
    ...{ what: `the query ${type} of the page`, reads: true },
    message: (named: string): PageRequest => {
      return { type: 'ask', id: 1, question: { ...renamed(sample, named), type } as Question };
    },
  })),
  ...Object.entries(commands).map(([type, sample]) => ({
    ...{ what: `the command ${type} of the page`, reads: false },
    message: (named: string): PageRequest => {
      return { type: 'act', id: 1, act: { ...renamed(sample, named), type } as PageCommand };
    },
  })),
];

function partsFor({ method, path, input, places }: RestRoute, named: string): RouteParts {
  const schema = z.toJSONSchema(input, { io: 'input' });
  const fields = Object.entries({ ...argumentsFor(schema, named), ...traversal[path] });
  const at = (place: string | undefined): [string, unknown][] => fields.filter(([field]) => places[field] === place);
  const texts = (place: string): [string, string][] => at(place).map(([field, value]) => [field, String(value)]);
  const body = method === 'GET' ? undefined : Object.fromEntries(at(undefined));
  return { query: texts('query'), params: Object.fromEntries(texts('path')), body };
}

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
