/** `bigmind doctor --join`: folders of one project, and two projects that a person names. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind doctor --join', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => home.remove());

  it('joins the project of a folder to the one of the folder above, and takes them apart again', async () => {
    const [above, below] = [join(home.path, 'shop'), join(home.path, 'shop', 'docs of it')];
    mkdirSync(below, { recursive: true });
    const save = (fact: string, cwd: string): Promise<unknown> => runProgram(home, ['save', fact], { cwd });
    const foundIn = async (cwd: string): Promise<boolean> =>
      (await runProgram(home, ['search', 'harbor cranes'], { cwd })).out.includes('nine cranes');
    await save('The harbor guide is written in Typst.', below);
    await save('The harbor opens at six.', above);
    await save('The harbor has nine cranes.', below);
    assert.deepEqual([await foundIn(above), await foundIn(below)], [false, true]);
    assert.match((await runProgram(home, ['doctor'])).out, /1 project is a folder or a spelling of another project/u);
    const joined = await runProgram(home, ['doctor', '--join']);
    assert.equal(await foundIn(above), true, joined.out);
    assert.match((await runProgram(home, ['doctor', '--join'])).out, /Nothing was changed/u);
    const [id = ''] = /[0-9a-f-]{36}/u.exec(joined.out) ?? [];
    assert.equal((await runProgram(home, ['doctor', '--undo-join', id])).code, 0);
    assert.deepEqual([await foundIn(above), await foundIn(below)], [false, true]);
    const again = await runProgram(home, ['doctor', '--undo-join', id]);
    assert.deepEqual([again.code, again.err.includes('can no longer undo')], [1, true]);
    const byHand = await runProgram(home, ['doctor', '--join', 'docs of it', 'shop', '--json']);
    const { joined: pairs, undo } = JSON.parse(byHand.out) as { joined: unknown; undo: string };
    assert.deepEqual(pairs, [{ from: below, into: above }]);
    assert.equal(await foundIn(above), true);
    assert.equal((await runProgram(home, ['doctor', '--undo-join', undo])).code, 0);
    assert.equal(await foundIn(above), false);
    const wrong: [args: string[], code: number, says: RegExp][] = [
      [['--join', 'shop'], 2, /Projects are named in pairs, with --join/u],
      [['shop', 'docs of it'], 2, /Projects are named in pairs, with --join/u],
      [['--undo-join', undo, 'shop', 'docs of it'], 2, /Projects are named in pairs/u],
      [['--join', 'shop', 'shop'], 1, /names the same project/u],
      [['--join', 'shopp', 'shop'], 1, /No project is called "shopp"\. Similar: "shop"/u],
    ];
    for (const [args, code, says] of wrong) {
      const refused = await runProgram(home, ['doctor', ...args]);
      assert.deepEqual([refused.code, says.test(refused.err)], [code, true], refused.err);
    }
  });
});
