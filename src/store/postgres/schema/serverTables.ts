/**
 * Tables that only a server needs: which migrations it has, and how many writes were committed. Each connection counts
 * in one of 64 rows, so that writers rarely wait for each other.
 */
export const serverTables = `
CREATE TABLE schema_migrations (
  version    BIGINT PRIMARY KEY,
  name       TEXT NOT NULL,
  checksum   TEXT NOT NULL,
  applied_at TEXT NOT NULL
);

CREATE TABLE store_writes (
  slot   BIGINT PRIMARY KEY,
  writes BIGINT NOT NULL
) WITH (fillfactor = 10);
INSERT INTO store_writes (slot, writes) SELECT slot, 0 FROM generate_series(0, 63) AS slots(slot);
`;
