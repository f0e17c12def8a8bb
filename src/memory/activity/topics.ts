/** The topics of sessions, counted. */

/** Topics that some sessions have in common. */
export interface TopicUse {
  topics: readonly string[];
  sessions: number;
  /** The start of the last of them; absent where it does not matter. */
  lastAt?: string | null;
}

export interface CountedTopic {
  /** In its most common spelling. */
  topic: string;
  sessions: number;
  /** Null if no use has a time. */
  lastAt: string | null;
}

interface Count {
  sessions: number;
  spellings: Map<string, number>;
  lastAt: string | null;
}

/** One entry for each topic, whatever its case; most sessions first. */
export function countTopics(uses: readonly TopicUse[]): CountedTopic[] {
  const counts = new Map<string, Count>();
  for (const { topics, sessions, lastAt = null } of uses) {
    // Two spellings of a topic in one session count once.
    for (const [key, topic] of new Map(topics.map((text) => [topicKey(text), text]))) {
      const count = counts.get(key) ?? { sessions: 0, spellings: new Map<string, number>(), lastAt: null };
      count.sessions += sessions;
      count.spellings.set(topic, (count.spellings.get(topic) ?? 0) + sessions);
      count.lastAt = later(count.lastAt, lastAt);
      counts.set(key, count);
    }
  }
  return [...counts.values()]
    .map(({ spellings, ...count }) => ({ ...count, topic: commonestOf(spellings) }))
    .sort((one, other) => other.sessions - one.sessions || (one.topic < other.topic ? -1 : 1));
}

/** Equal for the spellings of one topic. */
export function topicKey(topic: string): string {
  return topic.toLowerCase();
}

function commonestOf(spellings: ReadonlyMap<string, number>): string {
  const [spelling] = [...spellings].sort(([one, its], [other, theirs]) => theirs - its || (one < other ? -1 : 1));
  return spelling?.[0] ?? '';
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
