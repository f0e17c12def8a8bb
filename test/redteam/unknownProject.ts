/** A project that only vera has, and how to tell whether an answer knows it. */

/** Of the same length and shape; only the first one exists. */
export const theirs = 'lanthanum';
export const nobodys = 'neodymium';
export const elsewhere = 'beryllium';

/** What only vera has: how she spells the name, her words, a topic, a headline and a tag. */
export const canaries = /LANTHANUM|Zugspitze|Cytology|Annex headline|confidante/u;

/** Without what differs by chance, and with one name for both projects. */
export function plain(answer: string): string {
  return answer
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, 'ID')
    .replaceAll(/"(?:token|memoryId|expected)":"[^"]*"/gu, '')
    .replaceAll(/"bytes":\d+|[\d.]+ MB on disk|[^ "]*\/[^"]*?\/memory\.db/gu, '')
    .replaceAll(new RegExp(`${theirs}|${nobodys}`, 'giu'), 'PROJECT');
}
