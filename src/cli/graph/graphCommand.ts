/** `bigmind graph`: what is connected with what, and which names mean the same. */
import { entityKinds } from '../../memory/graph/entities.ts';
import { entityRelations } from '../../memory/graph/findRelations.ts';
import type { Traversal } from '../../memory/graph/traversal/graphInput.ts';
import {
  isQueryLanguage,
  noQueryLanguage,
  traversalNamed,
  traversals,
} from '../../memory/graph/traversal/graphInput.ts';
import type { GraphAnswer } from '../../memory/graph/traversal/graphAnswer.ts';
import { answerGraph, maxGraphAnswer } from '../../memory/graph/traversal/graphQueries.ts';
import { graphLines } from '../../memory/graph/traversal/graphText.ts';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { localDay } from '../../util/time.ts';
import type { Command } from '../shared/command.ts';
import { answer, codeForProject, listOption, numberOption, textOption, wrongUsage } from '../shared/command.ts';
import { mergeNames, splitName } from './entityNames.ts';

const defaultLimit = 20;
const edits = ['merge', 'split'] as const;
type Action = Traversal | (typeof edits)[number];

/** Names after the traversal or the edit. */
const names: Readonly<Record<Action, { min: number; max: number; usage: string }>> = {
  hubs: { min: 0, max: 0, usage: 'hubs' },
  neighbours: { min: 1, max: 1, usage: 'neighbours ENTITY' },
  path: { min: 2, max: 2, usage: 'path ENTITY TO' },
  mentions: { min: 1, max: 1, usage: 'mentions ENTITY' },
  lineage: { min: 1, max: 1, usage: 'lineage ENTITY|#NUMBER|UID' },
  by_relation: { min: 0, max: 1, usage: 'by_relation [ENTITY] [--relation RELATION]' },
  merge: { min: 2, max: 2, usage: 'merge NAME ENTITY' },
  split: { min: 1, max: 1, usage: 'split NAME' },
};

export const graphCommand: Command = {
  name: 'graph',
  usage: `${[...traversals, ...edits].join('|')} [NAME…] [--relation RELATION] [--kind KIND[,KIND]] [--project NAME|all] [--limit N]`,
  summary: 'Show what memories connect: files, symbols, packages, services, people, issues, errors and concepts.',
  details: `hubs lists what most memories mention. neighbours ENTITY lists what is mentioned together with it. path ENTITY TO connects two of them. mentions ENTITY shows its synthesis, if it has one, and lists its memories. lineage ENTITY, #NUMBER or the uid of a fact shows what decisions replaced and rest on. by_relation lists what memories say about how entities relate; RELATION is ${entityRelations.join(', ')}. merge NAME ENTITY makes one name mean the other, and split NAME separates it again. KIND is ${entityKinds.join(', ')}. --limit is ${String(defaultLimit)} by default, at most ${String(maxGraphAnswer)}.`,
  options: {
    relation: { type: 'string' },
    kind: { type: 'string' },
    project: { type: 'string' },
    limit: { type: 'string' },
  },
  takes: { min: 1, max: 3 },
  run: async (input, context) => {
    const [named = '', first, second] = input.positionals;
    const action = actionFrom(named);
    requireNames(action, input.positionals.length - 1);
    if (action === 'merge') return mergeNames(input, context, { alias: first ?? '', entity: second ?? '' });
    if (action === 'split') return splitName(input, context, first ?? '');
    const asked = {
      query: action,
      entity: first,
      to: second,
      relation: textOption(input, 'relation'),
      kinds: listOption(input, 'kind'),
      project: textOption(input, 'project'),
    };
    const limit = numberOption(input, 'limit') ?? defaultLimit;
    const found = await withWiderScope(asked.project, async () =>
      answerGraph(context.memory, await context.caller(), asked, limit),
    );
    if (found.notice !== undefined) context.note(found.notice);
    if (isEmpty(found) && asked.project === undefined) context.note(widerScope);
    const lines = graphLines(found, (time) => localDay(time, context.memory.clock.timeZone));
    answer(input, context, found, lines.join('\n'));
    return isEmpty(found) ? codeForProject(input, context) : 0;
  },
};

function actionFrom(text: string): Action {
  const known = traversalNamed(text) ?? edits.find((name) => name === text);
  if (known !== undefined) return known;
  const message = isQueryLanguage(text)
    ? noQueryLanguage
    : `"${text.slice(0, 60)}" is not an action of "bigmind graph".`;
  throw wrongUsage(message, `Use one of: ${[...traversals, ...edits].join(', ')}.`);
}

function requireNames(action: Action, given: number): void {
  const { min, max, usage } = names[action];
  if (given >= min && given <= max) return;
  throw wrongUsage(given < min ? 'A name is missing.' : 'There are too many names.', `Use: bigmind graph ${usage}`);
}

const widerScope = 'Add --project all to ask about all projects.';

/** The error for an entity that is not mentioned also says where else to look. */
async function withWiderScope<T>(project: string | undefined, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    const { code, message, remedy, details } = bigMindErrorFrom(thrown);
    if (code !== 'not_found' || details['field'] !== 'entity' || project !== undefined) throw thrown;
    const given = typeof remedy === 'string' ? `${remedy} ` : '';
    throw new BigMindError(code, message, { remedy: given + widerScope, details, cause: thrown });
  }
}

function isEmpty({ entities, edges, memories }: GraphAnswer): boolean {
  return entities.length + edges.length + memories.length === 0;
}
