/** All checks of one client, ordered so that later checks find what earlier ones left in its store. */
import { checkAnswers } from './answerChecks.ts';
import { ClientHome } from './clientHome.ts';
import type { RealClient } from './clients.ts';
import { checkHistory, checkOwnHistory } from './historyChecks.ts';
import { checkHostileMemories } from './hostileMemoryChecks.ts';
import { checkLearning } from './learnChecks.ts';
import { checkOffers } from './offerChecks.ts';
import { assertRecord } from './record.ts';
import type { Capability } from './record.ts';
import { checkRecording } from './recordingChecks.ts';
import { checkStoreFailures } from './storeFailureChecks.ts';
import { checkTools } from './toolChecks.ts';

export interface Suite {
  client: RealClient;
  home: () => ClientHome;
  /** Records what the client was seen to do. */
  verify: (capability: Capability) => void;
}

export function describeClient(client: RealClient): void {
  describe(`${client.title} ${client.version}`, () => {
    let opened: ClientHome | undefined;
    const verified = new Set<Capability>();
    const suite: Suite = {
      client,
      home: () => {
        if (opened === undefined) throw new Error(`${client.title} has no home: see what happened before.`);
        return opened;
      },
      verify: (capability) => verified.add(capability),
    };
    before(async () => {
      opened = await ClientHome.open(client);
    });
    after(() => opened?.close());

    checkTools(suite);
    checkAnswers(suite);
    if (client.hasHooks) {
      checkRecording(suite);
      checkLearning(suite);
      checkHistory(suite);
      checkHostileMemories(suite);
      checkOffers(suite);
    } else {
      checkOwnHistory(suite);
    }
    checkStoreFailures(suite);

    it('does exactly what docs/clients.json says', () => assertRecord(client, verified));
  });
}
