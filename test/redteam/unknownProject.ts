/** A project that only vera has, and how to tell whether an answer knows it. */

import type { Memory } from '../../src/memory/memory.ts';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';

/** Of the same length and shape; only the first one exists. */
export const theirs = 'lanthanum';
export const nobodys = 'neodymium';
export const elsewhere = 'beryllium';

/** What only vera has: how she spells the name, her words, a topic, a headline and a tag. */
export const canaries = /LANTHANUM|Zugspitze|Cytology|Annex headline|confidante/u;

/** The key of vera's project, or of another one. */
export function keyOf(name: string): string {
  return `github.com/vera/${name}`;
}

/** What vera keeps to herself; `of` is vera in a chat and a project. */
export async function fillWithSecrets(
  memory: Memory,
  of: (conversation: string, project: ProjectRef) => Promise<Caller>,
): Promise<void> {
  for (const conversation of ['1', '2', '3']) {
    const here = await of(conversation, { key: keyOf(theirs), name: theirs.toUpperCase() });
    await memory.facts.store(here, {
      ...{ category: 'constraint', tags: ['confidante'] },
      fact: `The quetzal ${conversation} nests in the Zugspitze annex.`,
    });
    await memory.hypotheses.add(here, { hypothesis: `The Zugspitze is closed on day ${conversation}.` });
    await memory.sessions.end(here, { oneLiner: 'Annex headline', topics: ['Cytology'] });
  }
}

/** Without what differs by chance, and with one name for both projects. */
export function plain(answer: string): string {
  return answer
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, 'ID')
    .replaceAll(/"(?:token|memoryId|expected)":"[^"]*"/gu, '')
    .replaceAll(/"bytes":\d+|[\d.]+ MB on disk|[^ "]*\/[^"]*?\/memory\.db/gu, '')
    .replaceAll(new RegExp(`${theirs}|${nobodys}`, 'giu'), 'PROJECT');
}
