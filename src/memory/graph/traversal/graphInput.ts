/**
 * What a traversal of the graph is asked: the six names, and the arguments that each needs and takes. Text in a query
 * language is refused with the names.
 */
import { BigMindError } from '../../shared/errors.ts';
import { refused, requireOneOf } from '../../shared/input.ts';
import type { EntityKind } from '../entities.ts';
import { entityKinds } from '../entities.ts';

export const traversals = ['neighbours', 'path', 'mentions', 'hubs', 'lineage', 'by_relation'] as const;
export type Traversal = (typeof traversals)[number];

/** Empty arguments count as absent. */
export interface GraphInput {
  /** One of `traversals`. */
  query: string;
  /** The name of an entity; for `lineage` also the number or permanent id of a decision or fact. */
  entity?: string | undefined;
  /** Where a `path` ends. */
  to?: string | undefined;
  /** One of `entityRelations`. */
  relation?: string | undefined;
  kinds?: readonly string[] | undefined;
  /** As in `Identities.scope`. */
  project?: string | undefined;
}

type Argument = 'entity' | 'to' | 'relation' | 'kinds';

/** What each traversal needs and takes. All take a project, too. */
const traversalArguments: Readonly<Record<Traversal, { needs: readonly Argument[]; takes: readonly Argument[] }>> = {
  neighbours: { needs: ['entity'], takes: ['kinds'] },
  path: { needs: ['entity', 'to'], takes: [] },
  mentions: { needs: ['entity'], takes: [] },
  hubs: { needs: [], takes: ['kinds'] },
  lineage: { needs: ['entity'], takes: [] },
  by_relation: { needs: [], takes: ['relation', 'entity'] },
};

/** Spellings that are understood, and that nothing shows. */
const spellings: Readonly<Record<string, Traversal>> = { neighbors: 'neighbours' };

/** Throws `invalid_input` for any other text. */
export function traversalFrom(text: string): Traversal {
  const known = traversalNamed(text);
  if (known !== undefined) return known;
  if (isQueryLanguage(text)) {
    throw new BigMindError('invalid_input', noQueryLanguage, {
      remedy: `Use one of: ${traversals.join(', ')}.`,
      details: { field: 'query' },
    });
  }
  return requireOneOf('query', text.trim(), traversals);
}

export const noQueryLanguage = 'The graph has no query language.';

export function traversalNamed(text: string): Traversal | undefined {
  const query = text.trim();
  return traversals.find((name) => name === query) ?? (Object.hasOwn(spellings, query) ? spellings[query] : undefined);
}

/** Whether it looks like Cypher, SQL or a function. */
export function isQueryLanguage(text: string): boolean {
  return /[(){}]|\b(?:match|select|return|where)\b/iu.test(text);
}

/** Checked; empty where nothing was given. */
export interface GraphArguments {
  entity: string;
  to: string;
  relation: string;
  kinds: readonly EntityKind[] | undefined;
}

/** Throws `invalid_input` for an argument that is missing, or that the traversal does not take. */
export function argumentsFrom(input: GraphInput, query: Traversal): GraphArguments {
  const { needs, takes } = traversalArguments[query];
  const given = {
    entity: textFrom(input.entity),
    to: textFrom(input.to),
    relation: textFrom(input.relation),
    kinds: input.kinds?.map((kind) => requireOneOf('kinds', kind, entityKinds)),
  };
  const names: readonly Argument[] = ['entity', 'to', 'relation', 'kinds'];
  const allowed = [...needs, ...takes];
  const remedy =
    allowed.length === 0 ? `${query} takes no argument.` : `${query} takes ${[...allowed, 'project'].join(', ')}.`;
  const missing = needs.find((name) => given[name] === undefined);
  if (missing !== undefined) throw refused(missing, 'is missing', remedy);
  const ignored = names.find((name) => given[name] !== undefined && !allowed.includes(name));
  if (ignored !== undefined) throw refused(ignored, `does not belong to ${query}`, remedy);
  return { entity: given.entity ?? '', to: given.to ?? '', relation: given.relation ?? '', kinds: given.kinds };
}

/** Undefined for a blank text. */
export function textFrom(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '' ? undefined : text;
}
