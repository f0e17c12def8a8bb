/**
 * What a tool is: a name, a directive that tells a model when to call it and when not, a schema for its input, and
 * one function. Input is checked here, so that a tool's own code holds nothing but its purpose.
 */
import * as z from 'zod';
import { BigMindError } from '../memory/errors.ts';
import type { Caller } from '../memory/identity.ts';
import type { Memory } from '../memory/memory.ts';
import type { Search } from '../search/search.ts';

export interface ToolContext {
  memory: Memory;
  search: Search;
  caller: Caller;
}

export interface ToolAnswer {
  /** For the model: what happened and, where it helps, what to do next. */
  text: string;
  /** The same for programs, in snake_case. */
  structured: Record<string, unknown>;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly readOnly: boolean;
  /** JSON Schema of the arguments. */
  readonly inputSchema: { type: 'object' } & Record<string, unknown>;
  /** Rejects with a `BigMindError` when the input does not fit or the operation is refused. */
  call(args: unknown, context: ToolContext): Promise<ToolAnswer>;
}

interface ToolDefinition<Shape extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  readOnly: boolean;
  input: Shape;
  run: (input: z.output<z.ZodObject<Shape>>, context: ToolContext) => Promise<ToolAnswer>;
}

export function defineTool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): Tool {
  const { name, title, description, readOnly, input, run } = definition;
  const schema = z.strictObject(input);
  let json: Tool['inputSchema'] | undefined;
  return {
    name,
    title,
    description,
    readOnly,
    // Made when it is first listed, so that the handshake does not wait for it.
    get inputSchema() {
      return (json ??= jsonSchemaOf(schema));
    },
    call: async (args, context) => {
      const checked = schema.safeParse(args ?? {});
      if (!checked.success) throw misfit(name, checked.error, Object.keys(input));
      return run(checked.data, context);
    },
  };
}

function jsonSchemaOf(schema: z.ZodType): { type: 'object' } & Record<string, unknown> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  return { ...json, type: 'object' };
}

function misfit(tool: string, error: z.ZodError, parameters: string[]): BigMindError {
  const problems = error.issues.map((issue) => {
    const place = issue.path.join('.');
    return place === '' ? issue.message : `${place}: ${issue.message}`;
  });
  return new BigMindError('invalid_input', `The arguments of ${tool} do not fit: ${problems.join('; ')}.`, {
    remedy: `It takes: ${parameters.length === 0 ? 'no arguments' : parameters.join(', ')}. Correct them and call ${tool} again; nothing was stored.`,
    details: { issues: problems },
  });
}
