/**
 * The origin of each field of a profile. The profile is added to every new conversation automatically, so a second
 * write by an agent must not make web text trusted: it keeps the origin `web` until a person confirms it.
 */
import type { Origin } from '../shared/vocabulary.ts';
import { worseOrigin } from '../trust/origin.ts';
import type { ProfileFields } from './profile.ts';

/** The names of the fields in the tool and its arguments. */
const fieldNames = { role: 'role', preferences: 'preferences', pinnedFacts: 'pinned_facts' } as const;
export type ProfileField = keyof typeof fieldNames;
const profileFields = ['role', 'preferences', 'pinnedFacts'] as const satisfies readonly ProfileField[];

/** The origin of each field's last write, for a list the least trusted one. Null if never written, or unknown. */
export type ProfileOrigins = Record<ProfileField, Origin | null>;

/** The origins after `by` wrote the fields in `change`. */
export function originsAfter(
  by: Origin = 'agent',
  before: ProfileFields,
  change: Partial<ProfileFields>,
): ProfileOrigins {
  const { role, preferences, pinnedFacts } = before.origins;
  return {
    role: change.role === undefined ? role : ofText(by, role),
    preferences: change.preferences === undefined ? preferences : ofText(by, preferences),
    pinnedFacts:
      change.pinnedFacts === undefined ? pinnedFacts : ofList(by, before.pinnedFacts, pinnedFacts, change.pinnedFacts),
  };
}

/**
 * Adding a line vouches for that line only: a list is as trusted as its least trusted line. An empty list keeps the
 * origin of the write that emptied it, unless a person adds the first line.
 */
export function originsWithPin(
  by: Origin = 'agent',
  { pinnedFacts, origins }: Pick<ProfileFields, 'pinnedFacts' | 'origins'>,
): ProfileOrigins {
  if (pinnedFacts.length === 0 && by === 'person') return { ...origins, pinnedFacts: by };
  const before = origins.pinnedFacts ?? (pinnedFacts.length === 0 ? by : 'agent');
  return { ...origins, pinnedFacts: worseOrigin(before, by) };
}

/** An agent that rewrites a field may repeat text from the web, even if it emptied the field in between. */
function ofText(by: Origin, origin: Origin | null): Origin {
  return by !== 'person' && origin === 'web' ? 'web' : by;
}

/**
 * A person who moves, removes or adds lines of a list from the web does not vouch for the others. Writing the same
 * list, or only new lines, does.
 */
function ofList(by: Origin, before: readonly string[], origin: Origin | null, after: readonly string[]): Origin {
  if (origin !== 'web') return by;
  if (by !== 'person') return 'web';
  const isSame = after.length === before.length && after.every((line, place) => line === before[place]);
  return isSame || !after.some((line) => before.includes(line)) ? by : 'web';
}

/**
 * The fields that a recorded tool call changed; empty for any other tool. `given` is its arguments as JSON; null means
 * no call. If no field can be read from it, because it was cut, all fields count as changed.
 */
export function profileFieldsGiven(tool: string, given: string | null): readonly ProfileField[] {
  if (given === null || !/(?:^|[_\-.:/])memory_update_profile$/iu.test(tool)) return [];
  const names = namesIn(given);
  const known = profileFields.filter((field) => names.includes(fieldNames[field]));
  return known.length === 0 ? profileFields : known;
}

function namesIn(json: string): string[] {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    // Long arguments are stored without their middle.
    return [];
  }
}
