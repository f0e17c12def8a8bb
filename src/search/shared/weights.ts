/**
 * The weights of the ranking, in one configuration for all stores. They were chosen on the development halves of six
 * public sets (conversations between people, long chats, coding sessions, changed rules), each for a general reason in
 * its comment. docs/decisions/0035-ranking-for-coding-sessions.md has the figures. Limits on the work of a search are
 * in the files that apply them.
 */
export const weights = {
  /** Memories assumed in addition to those of the store: in a small store, no word is reliably rare or common. */
  assumedMemories: 300,
  /** Words of the query. */
  term: {
    /**
     * The upper limit of one word's strength, however often it is repeated, and the number of occurrences that gives
     * half of it.
     */
    most: 3,
    half: 1.5,
    /** A word that no memory contains matches similarly spelled words from this likeness on, with this weight. */
    minLikeness: 0.6,
    likeness: 0.8,
    /** The word is part of a date: of the day on which the memory was written, or of one to which it refers. */
    date: 0.3,
    /** Words in code blocks, which answer "where is X" but would otherwise outweigh everything else. */
    code: 0.1,
  },
  /** The worth of a relative time ("last week"), on the scale of word rarity. */
  period: 3,
  /**
   * `nearest` is the evidence of an embedding model for a memory that is `deviations` standard deviations nearer than
   * the mean of those read. `before` and `after` are the shares of its neighbors' deviations, and `most` limits the
   * evidence to a multiple of `nearest`. Among fewer than `fewest` memories, a cosine of 1 counts as `few` deviations.
   */
  meaning: { nearest: 0.2, deviations: 5, before: 0.3, after: 0.2, most: 1.3, fewest: 10, few: 3 },
  /** The weight of the cosine for a text that resembles the query as a whole. */
  resemblance: 0.4,
  /** For a memory that the index found, but whose read part contains no word of the query. */
  foundOnly: 0.05,
  /**
   * A memory's own words count less if it is longer than the mean of those read: the exponent, and the words added to
   * both lengths.
   */
  length: { power: 0.4, added: 5 },
  /** Neighbors also count, by distance before (negative) and after; long neighbors count less. */
  nearby: {
    reach: 4,
    at: new Map([
      [-4, 0.15],
      [-3, 0.15],
      [-2, 0.5],
      [-1, 0.8],
      [1, 0.6],
      [2, 0.25],
    ]),
    /** The turn after a question is probably its answer. */
    afterQuestion: 1.5,
    /** Content words at which a neighbor counts half. */
    neighbourLength: 100,
    /** For a word that the memory itself contains. */
    again: 0.5,
  },
  /** Factors; 1 if one does not apply. */
  factor: {
    speaker: 2,
    /**
     * For a user's messages. An assistant that answers at length repeats the user's words; one that reports its work in
     * a line does not. The factor is therefore this power of how much longer the assistant's messages are, from 1 to
     * `max`.
     */
    user: { power: 0.5, max: 4 },
    firstPerson: 1.3,
    /** The text shows the kind of answer that the question asks for. */
    wish: { time: 1.8, number: 1.4, reason: 1.15, name: 1.2 },
    /** Between people, a question contains no answer; to an assistant, it shows what the user works on. */
    asking: 0.7,
    /** Content words at which a memory counts half, because it is too short to say anything. */
    tooShort: 2,
    /** Facts, knowledge and entries were written deliberately. */
    kind: { fact: 2, knowledge: 2, session: 1, chunk: 1.2, message: 1, entry: 2 },
    /** For a fact with confidence 0. */
    minConfidence: 0.4,
    /** For each step above or below 5, on a scale of 10. */
    importance: 0.03,
    /** For a memory from now, or from `until` if that is in the past; halves every `recentDays` days. */
    recent: 0.4,
    recentDays: 7,
    ownProject: 1.1,
    /** For a memory with trust 0; the usual trust gives 1. */
    minTrust: 0.6,
    /** For each unit of the mean strength of a conversation's three best results. */
    conversation: 0.3,
    /** For the square of the evidence of the session's document, which is 1 for every word of the query. */
    session: 16,
    /** The minimum strength of a session relative to its best message, if the query asks for sessions. */
    askedSession: 1.05,
    /**
     * A power of e for each standard deviation by which it is nearer in meaning than the others; limits of the
     * deviations.
     */
    meaning: { power: 0.1, least: -2, most: 4 },
    /**
     * For each better result of the same session: within `reach` messages, where it may repeat that result, or
     * elsewhere.
     */
    spread: { beside: 0.65, elsewhere: 0.85, reach: 6 },
    /** For the worst and the best of those that a reranking model judged, because it judges better than any formula. */
    rerank: { least: 0.2, most: 2 },
  },
  /** How clearly a query is answered. */
  answered: {
    /** The number of first results considered, because an answer is seldom in one alone. */
    read: 3,
    /** The worth of matching words, one or two rare ones, at which the share shown in total is 1/2. */
    half: 4,
    /** The share of a similar word. */
    alike: 0.5,
    /**
     * Factor on the score of a result that contains no word of the query and only has such neighbors: it is no clear
     * answer.
     */
    nearbyOnly: 0.4,
    /** Below this, the notice says that nothing answers clearly. */
    clear: 0.45,
    /**
     * From this on, people read that a result matches strongly. 93 % of questions about 128 coding sessions reach it,
     * and 1 to 12 % of questions about other people's memories.
     */
    strong: 0.65,
  },
  /** When two sentences state the same thing differently; shares of their words, weighted by rarity. */
  restatement: {
    /** Of the question, in each sentence. */
    ofQuestion: 0.4,
    /** Of the question's words in the sentence with fewer of them, in both. */
    shared: 0.8,
    /** Of all words of both sentences, in both. */
    alike: 0.2,
  },
} as const;

/** A less certain fact is not sent to a model automatically. */
export const minSentConfidence = 0.4;
