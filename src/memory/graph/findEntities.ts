import { entityKey, type FoundEntity } from './entities.ts';
export function findEntities(text: string): FoundEntity[] {
  return [
    ...new Map(
      [...text.matchAll(/`([^`\n]{2,60})`/gu)].map(([, name = '']) => [
        entityKey(name),
        { key: entityKey(name), name, kind: 'symbol' as const },
      ]),
    ).values(),
  ];
}
