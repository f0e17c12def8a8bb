export const entityKinds = [
  'file',
  'symbol',
  'package',
  'service',
  'person',
  'project',
  'issue',
  'error',
  'concept',
] as const;
export type EntityKind = (typeof entityKinds)[number];
export interface FoundEntity {
  key: string;
  name: string;
  kind: EntityKind;
}
export function entityKey(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/gu, '');
}
export function kindOfName(_name: string): EntityKind {
  return 'concept';
}
