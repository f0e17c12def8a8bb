/** Sessions, their parts and facts with the present rules for secrets applied to each text in them. */
import type { Message } from '../archive/archive.ts';
import type { Chunk } from '../archive/chunks.ts';
import type { Fact } from '../facts/facts.ts';
import type { Session, SessionFact, SessionSummary } from '../sessions/sessions.ts';
import type { Redact } from '../shared/ports.ts';

export interface Cleaner {
  session(session: Session): Session;
  summary(summary: SessionSummary): SessionSummary;
  sessionFact(fact: SessionFact): SessionFact;
  chunk(chunk: Chunk): Chunk;
  message(message: Message): Message;
  fact(fact: Fact): Fact;
}

/** Ids, times and closed vocabularies stay as they are. */
export function createCleaner(redact: Redact): Cleaner {
  const clean = (text: string): string => redact(text).text;
  const some = (text: string | null): string | null => (text === null ? null : clean(text));
  const all = (texts: readonly string[]): string[] => texts.map(clean);
  return {
    session: (session) => ({
      ...session,
      oneLiner: clean(session.oneLiner),
      topics: all(session.topics),
      outcome: some(session.outcome),
      projectName: some(session.projectName),
      agentName: some(session.agentName),
      branches: all(session.branches),
    }),
    summary: ({ summary, keyFacts, codeRefs }) => ({
      summary: clean(summary),
      keyFacts: all(keyFacts),
      codeRefs: all(codeRefs),
    }),
    sessionFact: (fact) => ({
      ...fact,
      category: clean(fact.category),
      fact: clean(fact.fact),
      rationale: some(fact.rationale),
    }),
    chunk: (chunk) => ({
      ...chunk,
      content: clean(chunk.content),
      flagReason: some(chunk.flagReason),
      speaker: some(chunk.speaker),
      tags: all(chunk.tags),
      sourceRef: some(chunk.sourceRef),
    }),
    message: (message) => ({
      ...message,
      role: clean(message.role),
      tool: some(message.tool),
      files: all(message.files),
      speaker: some(message.speaker),
      content: clean(message.content),
      sourceRef: some(message.sourceRef),
    }),
    fact: (fact) => ({
      ...fact,
      fact: clean(fact.fact),
      tags: all(fact.tags),
      projectName: some(fact.projectName),
      decision: fact.decision && { ...fact.decision, rationale: clean(fact.decision.rationale) },
    }),
  };
}
