/**
 * Version 6 stores embeddings: the models in use, the queue of memories that each of them still has to embed, and the
 * vectors. All of it is derived. A vector's signs, one bit per dimension, are stored apart from the vector, because a
 * search reads all signs and few vectors. Ids are never reused, so signs cached by a process stay valid.
 */

export const v6Embeddings = {
  version: 6,
  name: 'embeddings',
  sql: `
CREATE TABLE embedding_models (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT UNIQUE NOT NULL,
    dimensions INTEGER,
    is_filled  INTEGER NOT NULL DEFAULT 0,
    last_used  DATETIME NOT NULL
);
CREATE TABLE embedding_queue (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    model_id   INTEGER NOT NULL REFERENCES embedding_models(id) ON DELETE CASCADE,
    kind       TEXT NOT NULL,
    memory_id  TEXT NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    not_before DATETIME,
    last_error TEXT,
    UNIQUE (model_id, kind, memory_id)
);
CREATE INDEX idx_embedding_queue_order ON embedding_queue(model_id);
CREATE TABLE embeddings (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    model_id    INTEGER NOT NULL REFERENCES embedding_models(id) ON DELETE CASCADE,
    kind        TEXT NOT NULL,
    memory_id   TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    signs       BLOB NOT NULL,
    UNIQUE (model_id, kind, memory_id)
);
CREATE TABLE embedding_vectors (
    id     INTEGER PRIMARY KEY REFERENCES embeddings(id) ON DELETE CASCADE,
    vector BLOB NOT NULL
);
`,
};
