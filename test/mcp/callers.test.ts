/** The callers of a connection, which may last for weeks. */
import assert from 'node:assert/strict';
import { Callers } from '../../src/mcp/shared/callers.ts';
import { openTestMemory } from '../support/memory.ts';

describe('the callers of a connection', () => {
  it('are noted as seen on each day on which they call, and resolved once a day', async () => {
    const { memory, ports, pass, close } = openTestMemory('team');
    const options = { memory, username: 'ada', project: undefined, newId: ports.newId };
    const callers = new Callers(options, () => ({ name: 'codex', version: '1' }));
    const seen = async (): Promise<string | null | undefined> => {
      await callers.of(undefined);
      return (await memory.identities.listUsers())[0]?.lastSeen;
    };
    const morning = await seen();
    pass(3);
    assert.equal(await seen(), morning);
    pass(24);
    const nextDay = await seen();
    assert.equal(nextDay?.slice(0, 10), '2026-03-31');
    const [one, other] = await Promise.all([callers.of(undefined), callers.of(undefined)]);
    assert.equal(one, other);
    await close();
  });
});
