/**
 * Version 10 supports hooks. `transcript_files` marks transcripts that hooks report (`live`), so that the next event of
 * any client records a chat whose client was killed; imported files stay unmarked. Each file has its chat and project,
 * by which an erasure finds it. `hook_runs` lists what each hook run added to a prompt and recorded: derived, bounded,
 * not exported, emptied by every erasure. `muted_memories` names, by permanent name and without text, the memories that
 * a user excludes from automatic context.
 */

export const v10Hooks = {
  version: 10,
  name: 'hooks',
  sql: `
ALTER TABLE transcript_files ADD COLUMN live INTEGER NOT NULL DEFAULT 0;
ALTER TABLE transcript_files ADD COLUMN conversation TEXT;
ALTER TABLE transcript_files ADD COLUMN project_id TEXT;
CREATE INDEX idx_transcript_files_live ON transcript_files(user_id, updated_at) WHERE live = 1;
CREATE TABLE hook_runs (
    id         INTEGER PRIMARY KEY,
    user_id    TEXT NOT NULL,
    session_id TEXT,
    client     TEXT NOT NULL,
    event      TEXT NOT NULL,
    outcome    TEXT NOT NULL CHECK (outcome IN ('done', 'failed')),
    injected   TEXT,
    tokens     INTEGER NOT NULL,
    refs       TEXT,
    recorded   INTEGER NOT NULL,
    took_ms    INTEGER NOT NULL,
    at         DATETIME NOT NULL
);
CREATE INDEX idx_hook_runs_user ON hook_runs(user_id, id);
CREATE TABLE muted_memories (
    id         INTEGER PRIMARY KEY,
    uid        TEXT NOT NULL UNIQUE,
    user_id    TEXT NOT NULL REFERENCES users(id),
    kind       TEXT NOT NULL CHECK (kind IN ('fact', 'chunk', 'session', 'knowledge')),
    memory_uid TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    UNIQUE (user_id, kind, memory_uid)
);
`,
};
