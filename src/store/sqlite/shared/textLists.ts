/**
 * Lists inside text columns, as the plan's schema has them: bullets one per line, topics between commas, tags as a
 * JSON array. Writing is strict, reading is tolerant of what other programs and people wrote there.
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
    // Not JSON: somebody wrote the tags by hand, between commas.
  }
  return topicsFromColumn(column);
}
