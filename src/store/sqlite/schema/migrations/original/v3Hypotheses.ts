/** The thought journal (plan, section 5, schema v3). */

export const v3Hypotheses = {
  version: 3,
  name: 'hypotheses',
  sql: `
CREATE TABLE hypotheses (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id  TEXT REFERENCES sessions(id),
    user_id     TEXT NOT NULL REFERENCES users(id),
    hypothesis  TEXT NOT NULL,
    confidence  REAL DEFAULT 0.7,
    status      TEXT NOT NULL DEFAULT 'open'
                    CHECK (status IN ('open', 'confirmed', 'refuted', 'abandoned')),
    resolution  TEXT,
    created_at  DATETIME DEFAULT CURRENT_TIMESTAMP,
    resolved_at DATETIME
);
CREATE INDEX IF NOT EXISTS idx_hypotheses_user_status
    ON hypotheses(user_id, status);
`,
};
