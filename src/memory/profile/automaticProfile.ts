/**
 * Selects the part of a profile that is sent to a model automatically: everything except text that comes from the web
 * or reads like instructions to a model, unless a person wrote that field or pinned the fact with the same text. The
 * page shows the same for each field.
 */
import type { Origin } from '../shared/vocabulary.ts';
import { maySendAutomatically } from '../trust/trust.ts';
import type { Profile } from './profile.ts';
import type { ProfileField } from './profileOrigins.ts';

/** Why a field, or a part of it, is left out; null if it is complete. `orders` is text that reads like instructions. */
type Withheld = Record<ProfileField, 'web' | 'orders' | null>;

interface AutomaticProfile {
  profile: Profile;
  withheld: Withheld;
  /** Number of fields and pinned facts that are left out. */
  count: number;
}

/** `vouchedFor` returns those of the statements that a person has confirmed elsewhere. */
export async function automaticProfile(
  profile: Profile,
  vouchedFor: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<AutomaticProfile> {
  const { origins, role, preferences, pinnedFacts } = profile;
  const isWithheld = (text: string, origin: Origin | null): boolean => !maySendAutomatically({ origin, texts: [text] });
  const doubtful = pinnedFacts.filter((pinned) => isWithheld(pinned, origins.pinnedFacts));
  const vouched = doubtful.length === 0 ? [] : await vouchedFor(doubtful);
  const kept = pinnedFacts.filter((pinned) => !doubtful.includes(pinned) || vouched.includes(pinned));
  const isOfWeb = origins.preferences === 'web';
  const left = preferences === null || isOfWeb ? null : linesWithoutOrders(preferences);
  const said = preferences === null || !isWithheld(preferences, origins.preferences) ? preferences : left;
  const shown = {
    ...profile,
    role: role === null || isWithheld(role, origins.role) ? null : role,
    preferences: said,
    pinnedFacts: kept,
  };
  const changed = { role: shown.role !== role, preferences: said !== preferences };
  const whyOf = (field: ProfileField, isLeftOut: boolean): Withheld[ProfileField] => {
    if (!isLeftOut) return null;
    return origins[field] === 'web' ? 'web' : 'orders';
  };
  return {
    profile: shown,
    withheld: {
      role: whyOf('role', changed.role),
      preferences: whyOf('preferences', changed.preferences),
      pinnedFacts: whyOf('pinnedFacts', kept.length < pinnedFacts.length),
    },
    count: pinnedFacts.length - kept.length + Object.values(changed).filter(Boolean).length,
  };
}

/** Null if nothing is left that may be sent. */
function linesWithoutOrders(text: string): string | null {
  const reads = (line: string): boolean => !maySendAutomatically({ origin: null, texts: [line] });
  const left = text
    .split('\n')
    .filter((line) => !reads(line))
    .join('\n');
  return left.trim() === '' || reads(left) ? null : left;
}
