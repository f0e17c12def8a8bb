/** A route of the REST API. Requests are checked by its schemas, and the OpenAPI document is generated from them. */
import * as z from 'zod';
import type { Memory } from '../../memory/memory.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { Search } from '../../search/search.ts';
import { isRecord } from '../../util/parsedValues.ts';
import { shorten } from '../../util/text.ts';

export interface RestContext {
  memory: Memory;
  search: Search;
  caller: Caller;
  /** Called after something was stored. */
  onSaved: () => void;
  /** How long a call may wait for background work, in milliseconds. */
  maxWaitMs: number;
}

/** The parts of a request. */
export interface RestParts {
  /** The parsed JSON; undefined for a GET. */
  body: unknown;
  query: ReadonlyMap<string, string>;
  params: Readonly<Record<string, string>>;
}

export interface RestRoute {
  method: 'GET' | 'POST';
  /** With parameters in braces, such as `/memory/status/{id}`. */
  path: string;
  operation: string;
  summary: string;
  description: string;
  /** Refused for a read-only token. */
  writes: boolean;
  /** All fields of the input, wherever they are. */
  input: z.ZodObject;
  /** Where fields are that are not in the body. */
  places: Readonly<Record<string, 'query' | 'path'>>;
  /** The answer with status 200. */
  answer: z.ZodType;
  /** Rejects with a `BigMindError` for invalid parts, and if the operation is refused. */
  call: (parts: RestParts, context: RestContext) => Promise<Record<string, unknown>>;
}

interface RouteDefinition<Shape extends z.ZodRawShape> extends Omit<RestRoute, 'input' | 'places' | 'call'> {
  input: Shape;
  places?: RestRoute['places'];
  run: (input: z.output<z.ZodObject<Shape>>, context: RestContext) => Promise<Record<string, unknown>>;
}

export function defineRoute<Shape extends z.ZodRawShape>(definition: RouteDefinition<Shape>): RestRoute {
  const { run, input: shape, places = {}, ...about } = definition;
  const input = z.strictObject(shape);
  return {
    ...about,
    input,
    places,
    call: async (parts, context) => {
      const checked = input.safeParse({ ...bodyOf(parts, about.method, places), ...urlFieldsOf(parts, places) });
      if (!checked.success) throw invalid(checked.error.issues.slice(0, maxShownProblems).map(problemOf).join('; '));
      return run(checked.data, context);
    },
  };
}

type Places = RestRoute['places'];

function bodyOf({ body }: RestParts, method: RestRoute['method'], places: Places): Record<string, unknown> {
  if (method === 'GET') return {};
  if (!isRecord(body)) throw invalid('the body is not a JSON object');
  const misplaced = Object.keys(body).find((name) => Object.hasOwn(places, name));
  if (misplaced !== undefined) throw invalid(`${misplaced} belongs to the address, not to the body`);
  return body;
}

/** Fields of the body are refused here: an address, unlike a body, is in the logs of proxies. */
function urlFieldsOf({ query, params }: RestParts, places: Places): Record<string, string> {
  const unknown = [...query.keys()].find((name) => places[name] !== 'query');
  if (unknown !== undefined) throw invalid(`${shorten(unknown, maxShownName)} is not a parameter of this address`);
  return { ...Object.fromEntries(query), ...params };
}

/** Limits for the problems that an error lists, because a body may have any content; the others in characters. */
const maxShownProblems = 10;
const maxShownProblem = 300;
const maxShownName = 60;

function problemOf({ path, message }: z.core.$ZodIssue): string {
  const place = path.map(String).join('.');
  return shorten(place === '' ? message : `${place}: ${message}`, maxShownProblem);
}

function invalid(problems: string): BigMindError {
  return new BigMindError('invalid_input', `The request is not valid: ${problems}.`, {
    remedy: 'Correct it, as GET /openapi.json describes. Nothing was stored.',
  });
}
