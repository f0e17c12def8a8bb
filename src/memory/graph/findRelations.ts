import type { FoundEntity } from './entities.ts';
export const entityRelations = ['uses', 'depends_on', 'replaces', 'part_of'] as const;
export type EntityRelation = (typeof entityRelations)[number];
export interface FoundRelation {
  from: string;
  to: string;
  relation: EntityRelation;
}
export function findRelations(_text: string, _entities: readonly FoundEntity[]): FoundRelation[] {
  return [];
}
