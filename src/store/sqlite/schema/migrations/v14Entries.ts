/**
 * Version 14 stores what the memory files of projects say, so that searches find it. Both tables are derived: the files
 * are the truth, and reading them again rebuilds the rows. They are not exported, merged or counted, and every copy that
 * an erasure rewrites loses them. `folder` is the real path of the project's folder, so each worktree has its own rows;
 * `project_id` has no foreign key, so that a project can be erased. The row of the
 * source `commits` exists where the user learned from history: its hash names the commit up to which that was read.
 */
import type { Migration } from './migration.ts';

export const v14Entries: Migration = {
  version: 14,
  name: 'entries',
  sql: `
CREATE TABLE mind_files (
    id           INTEGER PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users(id),
    project_id   TEXT,
    folder       TEXT NOT NULL,
    path         TEXT NOT NULL,
    source       TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    read_at      DATETIME NOT NULL,
    UNIQUE (user_id, folder, path)
);
CREATE INDEX idx_mind_files_project ON mind_files(project_id);
CREATE TABLE mind_entries (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id      INTEGER NOT NULL REFERENCES mind_files(id),
    line         INTEGER NOT NULL,
    kind         TEXT NOT NULL,
    text         TEXT NOT NULL,
    date         TEXT,
    confidence   REAL NOT NULL,
    reason       TEXT,
    alternatives TEXT,
    status       TEXT,
    resolution   TEXT,
    origin       TEXT NOT NULL,
    commit_id    TEXT,
    created_at   DATETIME NOT NULL
);
CREATE INDEX idx_mind_entries_file ON mind_entries(file_id, line);
`,
};
