/** What the doctor tells of the files around a store: who may read them, and how its backups stand. */
import type { Backups } from '../../../memory/backups.ts';
import type { Finding } from '../../../memory/doctor.ts';
import { openToOthers } from './openToOthers.ts';
import type { KeptPlaces } from './openToOthers.ts';
import { createPlaceProbe } from './placeProbe.ts';

/** Nothing where the disk does not answer within two seconds, which whoever opens the store says. */
export async function findingsBeside(places: KeptPlaces, backups: Pick<Backups, 'findings'>): Promise<Finding[]> {
  const answers = await createPlaceProbe(places.databaseFile, { patienceMs: 2_000 })().then(
    () => true,
    () => false,
  );
  return answers ? [...openToOthers(places), ...(await backups.findings())] : [];
}
