/**
 * A tool: a name, a directive that says when a model should call it and when not, a schema for its input, and one
 * function. Input is checked here, so that a tool's own code contains only its purpose.
 */
import * as z from 'zod';
import type { FileMemory } from '../../markdown/fileMemory.ts';
import type { Memory } from '../../memory/memory.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { Search } from '../../search/search.ts';
import { isDeeperThan } from '../../util/parsedValues.ts';
import { shorten } from '../../util/text.ts';
import type { ToolUi } from './apps.ts';
import type { ChatPage, ProfilePage } from './profilePage.ts';

export interface ToolContext {
  memory: Memory;
  search: Search;
  caller: Caller;
  /** Names of the enabled tools. */
  available: readonly string[];
  /** The machine on which the server runs, for effects outside the store. */
  toolHost: ToolHost;
}

/** Everything outside the store: the user's files, their browser, and questions to them. */
export interface ToolHost {
  readonly page: ProfilePage;
  readonly chatPage: ChatPage;
  /** Opens the panel of the VS Code window that started this server; false if there is none, or it does not respond. */
  openPanel(): Promise<boolean>;
  /** Whether the client shows our page inside the chat. */
  showsChatPage(): boolean;
  /**
   * Writes an export. `path` is as the model gave it; if absent, a generated name in the home folder. Resolves with the
   * path.
   */
  writeExport(text: string, path: string | undefined): Promise<string>;
  /** The text of a file that the model names. Rejects with `bad_import`. */
  readImport(path: string): Promise<string>;
  /** The memory in the files of projects; loaded when a tool needs it. */
  fileMemory(): Promise<FileMemory>;
  /** Asks the user through the client, with the words of the yes; undefined if the client cannot ask. */
  confirm(question: string, yes: string): Promise<boolean | undefined>;
}

/** The result of a tool, before its two forms are rendered. */
export interface ToolReply {
  /** What happened, or what was found. */
  text: string;
  /**
   * The same for programs, in snake_case. Some clients show it to the model instead of the text, so it contains
   * everything in the text, in excerpts of the same length. Omitted if it would only repeat a long text; then every
   * client shows the text.
   */
  structured?: Record<string, unknown>;
  /** What to know before reading on, such as that stored text is not instructions. */
  notice?: string;
  /** Which call to make next and when, as a sentence. */
  next?: string | undefined;
  /** `model` by default; a page needs its texts as they are stored. */
  readBy?: 'model' | 'page';
  /** Set if its lines were chosen by who wrote them, because what a person wrote may read like instructions. */
  isChosen?: true;
}

/** Both forms of an answer, each with the notice before it and the next step after it. */
export type ToolAnswer = Pick<ToolReply, 'text' | 'structured' | 'readBy' | 'isChosen'>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly readOnly: boolean;
  /** Deletes for good; clients ask the user before each call. */
  readonly destructive: boolean;
  /** Whether the same call again changes nothing more, so that a client may retry it. */
  readonly repeatable: boolean;
  /** Sent only to clients that show pages in the chat. */
  readonly ui: ToolUi | undefined;
  /** JSON Schema of the arguments. */
  readonly inputSchema: { type: 'object' } & Record<string, unknown>;
  /** Rejects with a `BigMindError` if the input is invalid or the operation is refused. */
  call(args: unknown, context: ToolContext): Promise<ToolAnswer>;
}

interface ToolDefinition<Shape extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  readOnly: boolean;
  destructive?: true;
  repeatable?: false;
  ui?: ToolUi;
  /** Called when the tool is first listed or called. */
  input: () => Shape;
  run: (input: z.output<z.ZodObject<Shape>>, context: ToolContext) => Promise<ToolReply>;
}

export function defineTool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): Tool {
  const { name, title, description, readOnly, destructive = false, repeatable = true, ui, input, run } = definition;
  let made: z.ZodObject<Shape, z.core.$strict> | undefined;
  const schema = (): z.ZodObject<Shape, z.core.$strict> => (made ??= z.strictObject(input()));
  let json: Tool['inputSchema'] | undefined;
  return {
    name,
    title,
    description,
    readOnly,
    destructive,
    repeatable,
    ui,
    // Created when it is first listed, so that the handshake does not wait for it.
    get inputSchema() {
      return (json ??= jsonSchemaOf(schema()));
    },
    call: async (args, context) => {
      if (isDeeperThan(args, deepestArguments)) throw tooDeep(definition);
      const checked = schema().safeParse(args ?? {});
      if (!checked.success) throw misfit(definition, checked.error, Object.keys(schema().shape));
      return answerFrom(await run(checked.data, context));
    },
  };
}

function answerFrom({ text, structured, notice, next, ...rest }: ToolReply): ToolAnswer {
  const around = { ...(notice !== undefined && { notice }) };
  const behind = { ...(next !== undefined && { next }) };
  return {
    text: [notice, text, next].filter((part) => part !== undefined).join('\n'),
    ...(structured !== undefined && { structured: { ...around, ...structured, ...behind } }),
    ...rest,
  };
}

/** Levels of nested arrays and objects. Queries of the page are the deepest, with five. */
const deepestArguments = 32;

function tooDeep({ name }: { name: string }): BigMindError {
  const deepest = String(deepestArguments);
  return new BigMindError('invalid_input', `The arguments of ${name} are nested deeper than ${deepest} levels.`, {
    remedy: `Use strings, numbers and flat lists, and call ${name} again. Nothing was done.`,
  });
}

function jsonSchemaOf(schema: z.ZodType): { type: 'object' } & Record<string, unknown> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  return { ...json, type: 'object' };
}

/**
 * Limits for the problems that an error lists, because invalid arguments may have any length; the second one in
 * characters.
 */
const maxShownProblems = 10;
const maxShownProblemLength = 300;

function misfit(
  { name: tool, readOnly }: { name: string; readOnly: boolean },
  error: z.ZodError,
  parameters: string[],
): BigMindError {
  const problems = error.issues.slice(0, maxShownProblems).map((issue) => {
    const place = issue.path.map(String).join('.');
    return shorten(place === '' ? issue.message : `${place}: ${issue.message}`, maxShownProblemLength);
  });
  const again = `Correct them and call ${tool} again${readOnly ? '' : '; nothing was stored'}.`;
  return new BigMindError('invalid_input', `The arguments of ${tool} are not valid: ${problems.join('; ')}.`, {
    remedy: `It takes: ${parameters.length === 0 ? 'no arguments' : parameters.join(', ')}. ${again}`,
    details: { issues: problems },
  });
}
