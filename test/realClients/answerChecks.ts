/**
 * What a real client shows its model of BigMind's answers, in whichever form: harmless, in excerpts, with the advice,
 * and once. It has its own home, so that nothing else is in the context.
 */
import assert from 'node:assert/strict';
import { clientProbes, factsForProbes, shownOfProbe } from '../support/clientProbes.ts';
import { ClientHome } from './clientHome.ts';
import { explained } from './sessions.ts';
import type { Suite } from './suite.ts';

export function checkAnswers({ client }: Suite): void {
  describe('the answers shown to its model', () => {
    let home: ClientHome;
    before(async () => {
      home = await ClientHome.open(client);
      for (const fact of factsForProbes) {
        const { code, out, err } = await home.bigmind(['save', fact]);
        assert.equal(code, 0, out + err);
      }
    });
    after(() => home.close());

    for (const probe of clientProbes) {
      it(probe.name, async () => {
        const steps = [{ call: probe.tool, input: probe.args }, { say: 'I read it.' }];
        const chat = await home.chat(probe.prompt, { steps });
        const shown = shownOfProbe(chat.requests, probe);
        assert.ok(shown.length > 0, `No answer arrived.${explained(home, chat)}`);
        for (const text of shown) probe.check(text);
      });
    }
  });
}
