/**
 * The identity that a transaction acts for. A process of one person has one; the server of a team runs each call with
 * that of its caller (`runAs`), and signs it, so that the database need not trust what a connection says.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, type KeyObject } from 'node:crypto';

/**
 * `own`: the rows of one user, and what that user may read of others. `all`: the rows of everybody in the workspace, for
 * what `access.ts` lets an admin do, for upkeep, and for a process that only one person uses.
 */
type Purpose = 'own' | 'all';

export interface Person {
  workspace: string;
  username: string;
}

export interface Identity extends Person {
  purpose: Purpose;
}

const current = new AsyncLocalStorage<Identity>();

/** Calls of the store by `work`, and by what it waits for, act for this identity. */
export function runAs<T>(identity: Identity, work: () => T): T {
  return current.run(identity, work);
}

/** The identity of the innermost `runAs`. */
export function currentIdentity(): Identity | undefined {
  return current.getStore();
}

/** Seconds that a signature is valid for the start of a transaction; the clocks of both sides may differ by a part of it. */
const validSeconds = 120;

/** The claim, with its proof for one connection if there is a key. Both are safe inside an SQL literal. */
export function claimOf(
  { workspace, username, purpose }: Identity,
  proof?: { key: Uint8Array | KeyObject; processId: number; now: Date },
): string {
  const claim = `${hexOf(workspace)}.${hexOf(username)}.${purpose}`;
  if (proof === undefined) return claim;
  const expiry = Math.floor(proof.now.getTime() / 1000) + validSeconds;
  const message = `${claim}.${String(proof.processId)}.${String(expiry)}`;
  return `${message}.${createHmac('sha256', proof.key).update(message, 'utf8').digest('hex')}`;
}

/** The person of a claim as the database proved it; nobody without one. */
export function personOf(claim: string | null): Person {
  const [workspace = '', username = ''] = (claim ?? '').split('.').map((part) => Buffer.from(part, 'hex').toString());
  return { workspace, username };
}

const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
