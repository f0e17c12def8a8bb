/** Answers the page's queries about the user, the memory as a whole, and its calendar. */
import { automaticProfile } from '../../memory/profile/automaticProfile.ts';
import { examine } from '../../memory/upkeep/doctor.ts';
import type { OverviewCard } from '../../protocol/overview.ts';
import type { CalendarCard, HealthCard, ProfileCard } from '../../protocol/profile/profile.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import { localSpanOf } from '../../util/time.ts';
import type { PageHost, PageReading } from '../shared/pageHost.ts';

export async function readOverview(
  { memory, caller }: PageReading,
  { location, actions, files, isInBrowser = false, isRecording }: PageHost,
): Promise<OverviewCard> {
  const [profile, totals, refreshed, waiting, conflicts, drafts, formerMemoryId] = await Promise.all([
    memory.profiles.get(caller),
    memory.maintenance.totals(caller.user.id),
    memory.identities.refreshed(caller),
    memory.knowledge.waiting(caller),
    memory.syncConflicts.count(),
    memory.decisions.drafts(caller, 'all', 1),
    memory.scopeErasure.formerId(caller),
  ]);
  const { bytes: _bytes, openSessions: _open, ...kept } = totals;
  const { role = null, preferences = null, pinnedFacts = [] } = profile ?? {};
  const isKnown = role !== null || preferences !== null || pinnedFacts.length > 0;
  const holdsNone = !isKnown && waiting.count === 0 && Object.values(kept).every((count) => count === 0);
  return {
    user: caller.user.displayName ?? caller.user.username,
    username: caller.user.username,
    project: caller.project?.name ?? null,
    mode: refreshed.mode,
    role: refreshed.user.role,
    mayReview: waiting.mayReview,
    pending: waiting.count,
    conflicts,
    drafts: drafts.total,
    totals,
    // Unique across stores, because each store generates its own user ids.
    memoryId: caller.user.id,
    formerMemoryId,
    hasFiles: files !== undefined,
    isInBrowser,
    isRecording: isRecording?.() ?? null,
    isUnused: holdsNone && files?.isStarted() !== true && !(await hasEntries({ memory, caller })),
    location,
    actions: [...actions],
  };
}

/** Entries of files are derived, so the totals of the store do not count them. */
async function hasEntries({ memory, caller }: Pick<PageReading, 'memory' | 'caller'>): Promise<boolean> {
  const { total } = await memory.catalogue.list(caller, { kinds: ['entry'], scope: 'all' }, { offset: 0, limit: 1 });
  return total > 0;
}

export async function readProfile({ memory, caller }: PageReading, reader: QueryOf<'profile'>): Promise<ProfileCard> {
  const [profile, summary, badges] = await Promise.all([
    memory.profiles.get(caller),
    memory.activity.summary(caller, reader),
    memory.activity.badges(caller, reader),
  ]);
  const automatic = profile && (await automaticProfile(profile, (texts) => memory.facts.vouchedFor(caller, texts)));
  const monthStart = localSpanOf(`${reader.today.slice(0, 7)}-01`, reader.timeZone)?.start ?? '';
  return {
    user: caller.user.displayName ?? caller.user.username,
    role: profile?.role ?? null,
    preferences: profile?.preferences ?? null,
    pinnedFacts: profile?.pinnedFacts ?? [],
    withheld: automatic?.withheld ?? { role: null, preferences: null, pinnedFacts: null },
    ...summary,
    badges,
    thisMonth: await memory.offers.counts(caller.user.id, monthStart),
  };
}

/** Checks the whole store; takes seconds in a large one. */
export async function checkHealth({ memory, caller }: PageReading): Promise<HealthCard> {
  const { maintenance, embeddings, health } = memory;
  const report = await examine({ maintenance, embeddings, health: () => health.check(caller) });
  const findings = [...report.findings, ...(report.health?.findings ?? [])];
  return {
    findings: findings.map(({ status, what, remedy, details = [] }) => ({
      status,
      what,
      remedy: remedy ?? null,
      details,
    })),
    rebuildHelps: (report.store?.indexMissing ?? 0) + (report.store?.indexOrphans ?? 0) > 0,
    engine: report.store?.engine ?? '',
  };
}

export function readCalendar(
  { memory, caller }: PageReading,
  { today, timeZone, year }: QueryOf<'calendar'>,
): Promise<CalendarCard> {
  return memory.activity.calendar(caller, { today, timeZone, ...(year !== null && { year }) });
}
