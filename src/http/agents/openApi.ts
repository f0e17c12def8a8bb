/** The OpenAPI document of the REST API, from the schemas that check its requests. */
import * as z from 'zod';
import { errorAnswer, healthAnswer } from './restAnswers.ts';
import { restRoutes } from './restRoutes.ts';
import type { RestRoute } from './restRoute.ts';

/** OpenAPI 3.1, whose schemas are JSON Schema. */
export function openApiDocument(version: string): Record<string, unknown> {
  const routes = restRoutes.map((route) => [route.path, { [route.method.toLowerCase()]: operationOf(route) }] as const);
  return {
    openapi: '3.1.0',
    info: {
      title: 'BigMind',
      version,
      description:
        'A memory that coding assistants share. The user and the agent of a call are those of its token. MCP is served at /mcp.',
    },
    security: [{ token: [] }],
    paths: {
      ...Object.fromEntries(routes),
      '/health': { get: health },
      '/health/ready': { get: ready },
      '/health/live': { get: live },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'From `bigmind token add AGENT`.' } },
      schemas: { Error: jsonSchemaOf(errorAnswer) },
    },
  };
}

const health = {
  operationId: 'health',
  summary: 'Whether the server can answer',
  description:
    'Reads the store, and saves something that is rolled back. Needs no token; with one, it also says the state of each part.',
  security: [{}, { token: [] }],
  responses: { 200: answerOf('It can.', healthAnswer), 503: answerOf('It cannot, or is shutting down.', healthAnswer) },
};

const ready = { ...health, operationId: 'ready', summary: 'Whether the server should get calls, as `/health`' };

const live = {
  operationId: 'live',
  summary: 'Whether the process answers, whatever the state of the store',
  security: [{}],
  responses: { 200: answerOf('It does.', z.looseObject({ status: z.literal('ok') })) },
};

function operationOf(route: RestRoute): Record<string, unknown> {
  const { operation, summary, description, input, places, answer } = route;
  const inBody = Object.fromEntries(Object.entries(input.shape).filter(([name]) => !Object.hasOwn(places, name)));
  const parameters = Object.entries(places).map(([name, place]) => parameterOf(name, place, input.shape[name]));
  return {
    operationId: operation,
    summary,
    description,
    parameters: [...parameters, projectHeader],
    ...(route.method === 'POST' && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(z.strictObject(inBody)) } },
      },
    }),
    responses: { 200: answerOf('Done.', answer), ...Object.fromEntries(errorsOf(route).map(errorOf)) },
  };
}

const projectHeader = {
  name: 'X-BigMind-Project',
  in: 'header',
  schema: { type: 'string' },
  description: 'The project in which the client works: its Git remote, such as github.com/owner/name, or a name.',
};

function parameterOf(name: string, place: 'query' | 'path', schema: unknown): Record<string, unknown> {
  const { description, ...json } = schema instanceof z.ZodType ? jsonSchemaOf(schema) : {};
  return {
    name,
    in: place,
    required: place === 'path',
    schema: json,
    ...(description !== undefined && { description }),
  };
}

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}

function answerOf(description: string, schema: z.ZodType): Record<string, unknown> {
  return { description, content: { 'application/json': { schema: jsonSchemaOf(schema) } } };
}

const errors: readonly (readonly [number, string])[] = [
  [400, 'The request is not valid.'],
  [401, 'The token is missing, unknown, expired or revoked.'],
  [403, 'The token or the role does not allow this, or the request names another agent or user.'],
  [404, 'There is no such memory.'],
  [409, 'It conflicts with a stored memory.'],
  [413, 'The body is too long.'],
  [429, 'Too many requests with this token; see Retry-After.'],
  [503, 'The server or its store cannot be used. With Retry-After, it may pass; else the administrator must act.'],
  [504, 'The call took too long. It may still be done.'],
];

function errorsOf({ method }: RestRoute): (readonly [number, string])[] {
  return errors.filter(([status]) => method === 'POST' || (status !== 409 && status !== 413));
}

function errorOf([status, description]: readonly [number, string]): [string, unknown] {
  const schema = { $ref: '#/components/schemas/Error' };
  return [String(status), { description, content: { 'application/json': { schema } } }];
}
