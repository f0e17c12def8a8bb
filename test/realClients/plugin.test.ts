/**
 * BigMind as a plugin, as the marketplaces of the Copilot CLI and Claude Code and the releases for Gemini CLI bring it,
 * on a machine without BigMind: the tools work in the first chat, through npx, and the hooks from the second one on.
 */
import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/places.ts';
import { stageGeminiExtension } from '../../scripts/release/pluginFiles.ts';
import { releaseOf } from '../../scripts/release/release.ts';
import { launcherFile } from '../../src/clients/shared/launch.ts';
import { programFile } from '../support/program.ts';
import { ClientHome, textOf } from './clientHome.ts';
import { clients } from './clients.ts';
import type { RealClient } from './clients.ts';
import { explained, untilRecorded } from './sessions.ts';
import { until } from './until.ts';

const release = releaseOf('example/bigmind');

/** The commands of the client that install the plugin; `folder` has the extension of Gemini CLI. */
const installed: readonly [RealClient, (folder: string) => string[][]][] = [
  [
    clients.copilot,
    () => [
      ['plugin', 'marketplace', 'add', root],
      ['plugin', 'install', 'bigmind@bigmind'],
    ],
  ],
  [
    clients.claude,
    () => [
      ['plugin', 'validate', root],
      ['plugin', 'validate', join(root, 'agent')],
      ['plugin', 'marketplace', 'add', root],
      ['plugin', 'install', 'bigmind@bigmind'],
    ],
  ],
  [
    clients.gemini,
    (folder) => [
      ['extensions', 'validate', folder],
      ['extensions', 'install', folder, '--consent'],
    ],
  ],
];

for (const [client, commands] of installed) {
  describe(`BigMind as a plugin of ${client.title}`, () => {
    let home: ClientHome;
    before(async () => {
      home = await ClientHome.openWithout(client);
    });
    after(() => home.close());

    it('is accepted and installed by the client', async () => {
      const folder = join(home.folder, 'extension');
      stageGeminiExtension(folder, release);
      for (const args of commands(folder)) {
        const { code, out, err } = await home.run(args);
        assert.equal(code, 0, `${client.program} ${args.join(' ')}:\n${out}${err}`);
      }
    });

    it('starts the npm package of its version where BigMind is not installed', async () => {
      const log = join(home.folder, 'npx.log');
      writeNpx(home.programs, log);
      const fact = 'We deploy the WOMBAT service on Thursdays only.';
      const store = { call: 'memory_store_fact', input: { fact, category: 'decision' } };
      const chat = await home.chat('Remember that we deploy WOMBAT on Thursdays.', {
        steps: [store, { say: 'Kept.' }],
      });
      assert.equal(chat.code, 0, explained(home, chat));
      assert.deepEqual(home.rows('SELECT fact FROM facts'), [{ fact }], explained(home, chat));
      const asked = readFileSync(log, 'utf8').split('\n')[0];
      assert.equal(asked, `--yes --prefer-offline bigmind@${release.version} mcp --keep`);
      await until('the launcher', () => existsSync(launcherFile(home.memory)));
    });

    it('gives the next chat its context, and records it, without npx', async () => {
      const log = join(home.folder, 'npx.log');
      const before = readFileSync(log, 'utf8');
      const prompt = 'What is there to do for the PLATYPUS release?';
      const said = 'The PLATYPUS release needs its notes.';
      const chat = await home.chat(prompt, { steps: [{ say: said }] });
      assert.ok(textOf(chat.first).includes('We deploy the WOMBAT service on Thursdays only'), explained(home, chat));
      await untilRecorded(home, [prompt, said]);
      assert.equal(readFileSync(log, 'utf8'), before);
    });
  });
}

/** In place of npm's, which would ask the registry: notes its arguments and runs the built program. */
function writeNpx(folder: string, log: string): void {
  const file = join(folder, 'npx');
  appendFileSync(log, '');
  writeFileSync(file, `#!/bin/sh\necho "$*" >>'${log}'\nshift 3\nexec '${process.execPath}' '${programFile}' "$@"\n`);
  chmodSync(file, 0o755);
}
