/** A server that VS Code starts uses Node's compile cache, and does not pass it on to its child processes. */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProgram, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

describe('the compile cache', () => {
  it('is filled, and is not passed on to other programs', async () => {
    const home = temporaryHome();
    const folder = join(home.path, 'compiled');
    const look = join(home.path, 'look.cjs');
    writeFileSync(look, `process.on('exit', () => process.stderr.write('left: ' + process.env.NODE_COMPILE_CACHE))`);
    const env = { NODE_COMPILE_CACHE: folder, NODE_OPTIONS: `--require "${look}"` };
    const { code, err } = await runProgram(home, ['--version'], { env, program: builtProgram });
    assert.deepEqual([code, err], [0, 'left: undefined']);
    assert.equal(readdirSync(folder).length, 1);
    home.remove();
  });
});
