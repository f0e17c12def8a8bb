/**
 * Version 13 gives facts a type, an expiry, a visibility, a fingerprint of the lines that they cite, and the details of
 * a decision. `outcomes` are dated ratings of decisions. A kept exchange that states a decision waits in an inbox until
 * it is approved or dismissed.
 */
export const v13TypedFacts = {
  version: 13,
  name: 'typed facts',
  sql: `
ALTER TABLE facts ADD COLUMN memory_type TEXT
    CHECK (memory_type IN ('decision', 'observation', 'convention', 'research', 'plan', 'bug', 'architecture'));
ALTER TABLE facts ADD COLUMN expires_at DATETIME;
ALTER TABLE facts ADD COLUMN visibility TEXT NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'workspace'));
ALTER TABLE facts ADD COLUMN cited_lines TEXT;
ALTER TABLE facts ADD COLUMN decided_by TEXT;
ALTER TABLE facts ADD COLUMN assisted_by TEXT;
ALTER TABLE facts ADD COLUMN rationale TEXT;
ALTER TABLE facts ADD COLUMN alternatives TEXT;
CREATE INDEX idx_facts_expiry ON facts(expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX idx_facts_workspace ON facts(user_id) WHERE visibility = 'workspace';
CREATE INDEX idx_facts_decisions ON facts(user_id, created_at) WHERE decided_by IS NOT NULL;
CREATE TABLE outcomes (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uid          TEXT UNIQUE NOT NULL,
    decision_uid TEXT NOT NULL,
    user_id      TEXT NOT NULL REFERENCES users(id),
    agent_id     TEXT REFERENCES agents(id),
    rating       INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 10),
    verdict      TEXT NOT NULL CHECK (verdict IN ('held', 'mixed', 'reversed', 'open')),
    notes        TEXT NOT NULL,
    source_ref   TEXT,
    origin       TEXT CHECK (origin IN ('person', 'agent', 'transcript', 'web')),
    observed_at  DATETIME NOT NULL,
    created_at   DATETIME NOT NULL
);
CREATE INDEX idx_outcomes_decision ON outcomes(decision_uid, observed_at);
ALTER TABLE conversation_chunks ADD COLUMN dismissed_at DATETIME;
CREATE INDEX idx_chunks_drafts ON conversation_chunks(user_id, created_at)
    WHERE flag_reason = 'decision, kept by rule' AND dismissed_at IS NULL;
CREATE INDEX idx_chunks_rejected ON conversation_chunks(user_id, created_at)
    WHERE flag_reason LIKE 'rejected approach%';
`,
};
