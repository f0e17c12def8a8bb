/**
 * Version 12 stores rows before and after a change that a user can undo: one entry for each changed row, with its
 * columns as JSON. Derived, kept for a day, not exported, emptied by every erasure.
 */

export const v12Undo = {
  version: 12,
  name: 'undo',
  sql: `
CREATE TABLE changes (
    id           INTEGER PRIMARY KEY,
    change_id    TEXT NOT NULL,
    user_id      TEXT NOT NULL,
    kind         TEXT NOT NULL,
    row_key      TEXT NOT NULL,
    before_image TEXT,
    after_image  TEXT,
    created_at   DATETIME NOT NULL
);
CREATE INDEX idx_changes_change ON changes(change_id);
CREATE INDEX idx_changes_user ON changes(user_id, created_at);
`,
};
