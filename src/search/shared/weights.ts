/**
 * Every constant of the ranking, in one place and in one configuration for every store. They were chosen on the
 * development halves of six public sets (talk between people, long chats, coding sessions, changed rules), each for a
 * general reason that is written beside it. docs/decisions/0035-ranking-for-coding-sessions.md has the figures.
 */
export const weights = {
  /** Words of the question. */
  term: {
    /** The most that one word can give, however often it is repeated, and how soon it comes near. */
    most: 3,
    half: 1.5,
    /** A word that no memory holds counts as the words that are spelled like it, from this likeness on. */
    minLikeness: 0.6,
    likeness: 0.8,
    /** A date that says the word: the day it was said on, or one that it points to. */
    date: 0.3,
    /** Words in blocks of code, which answer "where is X" but drown everything else. */
    code: 0.1,
  },
  /** A time told from today ("last week"): rarity of a memory of that time. */
  period: 3,
  /**
   * What a model that embeds proves, for a memory that lies five standard deviations nearer than the others read; with
   * parts of what stands before and after it, and the most that counts. Among fewer than `fewest` memories a cosine of 1
   * counts as `few` deviations.
   */
  meaning: { nearest: 0.2, deviations: 5, before: 0.3, after: 0.2, most: 1.3, fewest: 10, few: 3 },
  /** A text that resembles the question as a whole: weight of the cosine. */
  resemblance: 0.4,
  /** For a memory that the index found and whose read part shows no word. */
  foundOnly: 0.05,
  /** A memory's own words count less the longer it is compared with all that was read: power, and words added to both. */
  length: { power: 0.4, added: 5 },
  /** What stands beside it counts too, by distance before (negative) and after; long neighbours less. */
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
    /** The turn after a question is likely its answer. */
    afterQuestion: 1.5,
    /** Content words at which a neighbour counts half. */
    neighbourLength: 100,
    /** For a word that the memory has itself. */
    again: 0.5,
  },
  /** Factors, 1 for what does not apply. */
  factor: {
    speaker: 2,
    /**
     * What a user said rather than the assistant. An assistant that answers at length repeats the user's words; one that
     * reports its work in a line does not. So it is this power of how much longer its messages are, 1 to `max`.
     */
    user: { power: 0.5, max: 4 },
    firstPerson: 1.3,
    /** The text shows the kind of answer that the question wants. */
    wish: { time: 1.8, number: 1.4, reason: 1.15, name: 1.2 },
    /** Between people a question holds no answer; to an assistant it tells what somebody is about. */
    asking: 0.7,
    /** Content words at which a memory is worth half, for being too short to say anything. */
    tooShort: 2,
    /** Somebody took the trouble to write these down. */
    kind: { fact: 2, knowledge: 2, session: 1, chunk: 1.2, message: 1 },
    /** A fact that nobody is sure of at all. */
    minConfidence: 0.4,
    /** Each step above or below 5, of 10. */
    importance: 0.03,
    /** What is from now, or from the time that is asked about, fading by half each `recentDays`. */
    recent: 0.4,
    recentDays: 7,
    ownProject: 1.1,
    /** One that is not trusted at all; one that is trusted as usual stays as it is. */
    minTrust: 0.6,
    /** For each unit of the mean of a conversation's three best. */
    conversation: 0.3,
    /** For the square of what the session's document proves, 1 for one that holds every word of the question. */
    session: 16,
    /** For a session, where sessions are asked for, times what its best message is worth. */
    askedSession: 1.05,
    /** A power of e for each standard deviation by which it is nearer in meaning than the others, and its bounds. */
    meaning: { power: 0.1, least: -2, most: 4 },
    /** For each better result of the same session: beside it, where it repeats what that one says, or further off. */
    spread: { beside: 0.65, elsewhere: 0.85, reach: 6 },
    /** For the worst and the best of those that a reranking model judged; it reads better than any formula. */
    rerank: { least: 0.2, most: 2 },
  },
  /** How clearly a question is answered. */
  answered: {
    /** So many of the first results are read for it: what answers seldom stands alone. */
    read: 3,
    /** What is worth this much, a word or two that are rare, is half an answer if it is all that is asked. */
    half: 4,
    /** A word like one of the question. */
    alike: 0.5,
    /** Of the score of what holds no word of the question, and only stands beside what does: that is no clear answer. */
    nearbyOnly: 0.4,
    /** Below it the answer is said not to be clear. */
    clear: 0.45,
  },
  /** When two sentences say the same thing differently: shares of what they say, weighed by rarity. */
  restatement: {
    /** Of the question, in either sentence. */
    ofQuestion: 0.4,
    /** Of what the sentence with less of the question shares with it, in both. */
    shared: 0.8,
    /** Of all words of both sentences, in both. */
    alike: 0.2,
  },
} as const;
