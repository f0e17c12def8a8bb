/**
 * Calls that reach rows of several people by right: they check the rights of their caller by `access.ts`, or they are
 * upkeep that no caller asks for. They act for the purpose `all`; every other call reaches what its person may.
 */
import type { Store } from '../../../memory/store.ts';
import type { Identity } from './identity.ts';
import { runAs } from './identity.ts';

/** `identity` is that of the call, or whose workspace upkeep outside of calls is for. */
export function withPurposes(store: Store, identity: () => Identity): Store {
  const forAll = <T>(work: () => T): T => runAs({ ...identity(), purpose: 'all' }, work);
  /** All methods of a repository if none is named. */
  const across = <T extends object>(repository: T, ...methods: readonly (keyof T)[]): T => {
    const names = new Set<PropertyKey>(methods);
    return new Proxy(repository, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || (names.size > 0 && !names.has(name))) return value;
        return (...args: unknown[]): unknown => forAll((): unknown => Reflect.apply(value, target, args));
      },
    });
  };
  const { scopeErasure } = store;
  return {
    ...store,
    // Making the first admin; an admin changes roles otherwise.
    identity: across(store.identity, 'setRole'),
    // A token names its user, and an admin creates those of others.
    tokens: across(store.tokens, 'add', 'find', 'noteUse'),
    // The directory counts what it does not show.
    people: across(store.people, 'read', 'activityOf'),
    portability: across(store.portability),
    scopeErasure: {
      ...across(scopeErasure, 'preview', 'deleteNextBatch', 'formerId'),
      // The names of what an erased user had count for everybody; those of one's own project stay private.
      begin: (query) =>
        query.ref.kind === 'project' ? scopeErasure.begin(query) : forAll(() => scopeErasure.begin(query)),
    },
    erasureCleanup: across(store.erasureCleanup),
    maintenance: across(store.maintenance),
    // The tally is of what the caller may see of the audit.
    secrets: across(store.secrets, 'look', 'lookInCopies'),
    // Entries of several people are written together, and old ones are archived.
    audit: across(store.audit, 'note', 'archive', 'forgetWords'),
    // Only who may set it does; it applies to the rows of everybody.
    retention: across(store.retention, 'days', 'old', 'deleteOld'),
    changes: across(store.changes, 'forgetExpired'),
    // Like entries of the audit; each use names its user.
    fading: across(store.fading, 'note'),
    // One process finds the entities of everybody's memories.
    graph: across(store.graph, 'scan'),
    // A server knows its users, and whose memories changed; it reads them as each user.
    syntheses: across(store.syntheses, 'changedFor', 'users'),
    // One process embeds for everybody; the other methods search for one person.
    embeddings: across(
      store.embeddings,
      ...(['useModel', 'claim', 'renew', 'complete', 'postpone', 'release'] as const),
      ...(['retryFailing', 'progress', 'report', 'coversAny'] as const),
    ),
  };
}
