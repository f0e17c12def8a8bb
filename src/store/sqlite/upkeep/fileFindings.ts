/** What the doctor reports about the files around a store: who can read them, and the state of its backups. */
import type { Finding } from '../../../memory/shared/findings.ts';
import type { Backups } from '../../../memory/upkeep/backups.ts';
import { createPlaceProbe } from '../engine/file/diskProbe.ts';
import { refuseNoFile } from '../engine/file/storePlace.ts';
import type { KeptPlaces } from './openToOthers.ts';
import { openToOthers } from './openToOthers.ts';

/** Empty if the disk does not respond within two seconds; opening the store reports that. */
export async function fileFindings(places: KeptPlaces, backups: Pick<Backups, 'findings'>): Promise<Finding[]> {
  const answers = await createPlaceProbe(places.databaseFile, { timeoutMs: 2_000 })().then(
    () => true,
    () => false,
  );
  if (!answers) return [];
  // If the path is not a regular file, the store reports it, and advice to make a backup would not help.
  const isFile = await refuseNoFile(places.databaseFile).then(
    () => true,
    () => false,
  );
  return [...openToOthers(places), ...(isFile ? await backups.findings() : [])];
}
