/**
 * Tells other processes of committed writes (NOTIFY). It is not part of the write: PostgreSQL commits transactions with
 * a notification one after another, in the whole server. One that is lost is made up for by the change token, which is
 * asked for every few seconds anyway.
 */
import type { Pool } from 'pg';

interface Announcements {
  /** After a committed write. Returns at once; writes in quick succession are announced together. */
  announce: () => void;
  /** Resolves when everything is announced. Never rejects. */
  settled: () => Promise<void>;
}

/** `pause` is the time between two announcements. */
export function createAnnouncements(pool: Pool, channel: string, pause: () => Promise<void>): Announcements {
  let sending: Promise<unknown> | undefined;
  let isPausing = false;
  let isDue = false;
  const send = (): void => {
    isDue = false;
    sending = pool.query('SELECT pg_notify($1, $2)', [channel, '']).catch(() => undefined);
  };
  const announce = (): void => {
    isDue = true;
    if (isPausing) return;
    isPausing = true;
    send();
    void pause().then(() => {
      isPausing = false;
      if (isDue) announce();
    });
  };
  return {
    announce,
    async settled() {
      if (isDue) send();
      await sending;
    },
  };
}
