/**
 * Tables that only a server needs: which migrations it has, and the oldest version whose programs go on with each; and how many writes were committed. Each connection counts
 * in one of 64 rows, so that writers rarely wait for each other. `marks` has the random numbers of its last writes, by
 * which a process finds out whether a write was committed whose connection was cut (`outcome.ts`).
 */
export const serverTables = `
CREATE TABLE schema_migrations (
  version    BIGINT PRIMARY KEY,
  name       TEXT NOT NULL,
  checksum   TEXT NOT NULL,
  applied_at TEXT NOT NULL,
  oldest_program BIGINT
);

CREATE TABLE store_writes (
  slot   BIGINT PRIMARY KEY,
  writes BIGINT NOT NULL,
  marks  BIGINT[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 10);
INSERT INTO store_writes (slot, writes) SELECT slot, 0 FROM generate_series(0, 63) AS slots(slot);
`;
