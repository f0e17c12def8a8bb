/**
 * What a caller of Shared Memory says about a memory beside its content (sections 11 and 12). The entities that it
 * names are kept as tags: the graph reads them, and people can edit them like any tag.
 */
import * as z from 'zod';
import type { FactInput } from '../../../memory/facts/factInput.ts';
import { factCategories, factTypes } from '../../../memory/shared/vocabulary.ts';
import { confidence, entities, expiresIn, factRef, sourceRef, tags } from '../../shared/fields.ts';

export const artifactMetadata = () =>
  z.looseObject({
    type: z.enum(factTypes).optional(),
    category: z.enum(factCategories).optional().describe('Or type.'),
    tags: tags().optional(),
    entities: entities().optional(),
    confidence: confidence().optional().describe('0 to 1, default 1.'),
    source_ref: sourceRef().optional(),
    source: sourceRef().optional().describe('The same as source_ref.'),
    project: z.string().nullable().optional().describe('The same as scope; null for every project.'),
    supersedes: factRef().optional().describe('The number or UUID of the fact that this replaces.'),
    expires_in: expiresIn().optional(),
    expires_at: z.string().optional().describe('ISO 8601, instead of expires_in.'),
  });

type ArtifactMetadata = z.output<ReturnType<typeof artifactMetadata>>;

/** An observation about the code base if neither type nor category is given. */
export function statementFrom(content: string, given: ArtifactMetadata, scope?: string): FactInput {
  const project = scope ?? given.project;
  const source = given.source_ref ?? given.source;
  const labels = [...new Set([...(given.tags ?? []), ...(given.entities ?? [])])];
  const isTyped = given.category !== undefined || given.type !== undefined || given.supersedes !== undefined;
  return {
    fact: content,
    ...(!isTyped && { category: 'codebase' }),
    ...(given.category !== undefined && { category: given.category }),
    type: given.type,
    ...(project !== undefined && { project: project?.toLowerCase() === 'all' ? null : project }),
    sourceRef: source,
    ...(labels.length > 0 && { tags: labels }),
    confidence: given.confidence,
    expiresInHours: given.expires_in,
    expiresAt: given.expires_at,
  };
}

/** Names that mean nothing here, and were not stored. */
export function ignoredIn(given: ArtifactMetadata): string[] {
  return Object.keys(given).filter((name) => !Object.hasOwn(artifactMetadata().shape, name));
}
