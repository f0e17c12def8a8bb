/**
 * Lists inside text columns: bullets one per line, topics separated by commas, tags as a JSON array. Writing is strict;
 * reading tolerates what other programs and people wrote.
 */

export function bulletsFromList(items: readonly string[]): string | null {
  const lines = items.map((item) => item.replace(/\s*\n\s*/gu, ' ').trim()).filter((item) => item !== '');
  return lines.length === 0 ? null : lines.map((line) => `- ${line}`).join('\n');
}

export function listFromBullets(bullets: string | null): string[] {
  return (bullets ?? '')
    .split(/\r?\n/u)
    .map((line) =>
      line
        .trim()
        .replace(/^(?:[-*]\s+|•\s*)/u, '')
        .trim(),
    )
    .filter((line) => line !== '' && line !== '-' && line !== '*');
}

export function topicsColumn(topics: readonly string[]): string | null {
  const parts = topics.map((topic) => topic.trim()).filter((topic) => topic !== '');
  return parts.length === 0 ? null : parts.join(', ');
}

export function topicsFromColumn(column: string | null): string[] {
  return (column ?? '')
    .split(',')
    .map((topic) => topic.trim())
    .filter((topic) => topic !== '');
}

export function tagsColumn(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : JSON.stringify(tags);
}

export function tagsFromColumn(column: string | null): string[] {
  if (column === null || column.trim() === '') return [];
  try {
    const parsed: unknown = JSON.parse(column);
    if (Array.isArray(parsed)) return parsed.filter((tag): tag is string => typeof tag === 'string');
  } catch {
    // Not JSON: tags that were entered manually, separated by commas.
  }
  return topicsFromColumn(column);
}
