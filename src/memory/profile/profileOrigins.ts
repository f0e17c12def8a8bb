/**
 * Whose each field of a profile is. The profile stands before every new conversation unasked, so nobody gets a word into it
 * by having it written twice: what came from the web stays the web's until a person stands behind it.
 */
import type { Origin } from '../shared/vocabulary.ts';
import { worseOrigin } from '../trust/origin.ts';
import type { ProfileFields } from './profile.ts';

/** What the tool and its arguments call each field. */
const fieldNames = { role: 'role', preferences: 'preferences', pinnedFacts: 'pinned_facts' } as const;
export type ProfileField = keyof typeof fieldNames;
export const profileFields = ['role', 'preferences', 'pinnedFacts'] as const satisfies readonly ProfileField[];

/**
 * Who wrote each field last, of a list the least trusted who did. Null: nobody, or before origins were noted.
 */
export type ProfileOrigins = Record<ProfileField, Origin | null>;

/** After somebody wrote the fields that `change` has. */
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

/** Whoever adds a line vouches for that one alone, so a list is as trusted as the least of its lines, or as whoever emptied it. */
export function originsWithPin(
  by: Origin = 'agent',
  { pinnedFacts, origins }: Pick<ProfileFields, 'pinnedFacts' | 'origins'>,
): ProfileOrigins {
  if (pinnedFacts.length === 0 && by === 'person') return { ...origins, pinnedFacts: by };
  const before = origins.pinnedFacts ?? (pinnedFacts.length === 0 ? by : 'agent');
  return { ...origins, pinnedFacts: worseOrigin(before, by) };
}

/** An agent that writes a field anew may repeat what it was made to write there, also where it emptied the field before. */
function ofText(by: Origin, origin: Origin | null): Origin {
  return by !== 'person' && origin === 'web' ? 'web' : by;
}

/** A person who moves or removes lines of the web's, or adds one, vouches for none of the others; one who writes the same list does. */
function ofList(by: Origin, before: readonly string[], origin: Origin | null, after: readonly string[]): Origin {
  if (origin !== 'web') return by;
  if (by !== 'person') return 'web';
  const isSame = after.length === before.length && after.every((line, place) => line === before[place]);
  return isSame || !after.some((line) => before.includes(line)) ? by : 'web';
}

/**
 * Which fields a recorded call of a tool changed; none for any other tool. `given` is its arguments as JSON, which may be
 * cut short or not there at all, and then it may have been any of them.
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
    // Long arguments are kept without their middle.
    return [];
  }
}
