/** Fills a store with a little of everything. Returns the words and ids with which a call may refer to its content. */
import type { TestMemory } from '../../support/memory.ts';

export async function rememberSomething({ memory, caller }: TestMemory): Promise<string[]> {
  const ada = await caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
  await memory.profiles.update(ada, { role: 'Engineer', pinnedFacts: ['Uses uv'] });
  for (const day of ['Mondays', 'Thursdays', 'Fridays']) {
    await memory.facts.store(ada, { category: 'decision', fact: `We deploy on ${day} only.`, tags: ['release'] });
  }
  const { chunk } = await memory.chunks.append(ada, { content: 'The login loop came from a stale cookie.' });
  await memory.hypotheses.add(ada, { hypothesis: 'The cache is cold.' });
  await memory.knowledge.promote(ada, { category: 'standard', title: 'Python 3.12', content: 'Everywhere.' });
  await memory.sessions.end(ada, { oneLiner: 'Fixed the login loop', topics: ['auth'] });
  return [
    ...[chunk.sessionId, 'shop', 'all', 'auth', 'release', 'deploy', 'login', 'cookie', 'Python', 'cache'],
    ...['2026-03-01', '2026-03-30T09:15:00Z', 'last week', 'text', '1', 'ada', '/home/ada/bigmind_export.json'],
  ];
}
