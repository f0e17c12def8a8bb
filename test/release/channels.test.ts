/** The manifests of all channels agree with the extension's manifest, and follow the rules of their readers. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { installLinks, linksText } from '../../scripts/release/links.ts';
import { thirdPartyNotices } from '../../scripts/release/notices.ts';
import { committedPluginFiles, geminiFiles, pluginFolder } from '../../scripts/release/pluginFiles.ts';
import { bundleManifest, serverJson } from '../../scripts/release/registryFiles.ts';
import { jsonText, releaseOf } from '../../scripts/release/release.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const release = releaseOf('example/bigmind');
const renews = process.env['UPDATE_GOLDEN'] === '1';

describe('a repository', () => {
  it('is given as OWNER/NAME or by its address', () => {
    assert.equal(release.repository, 'https://github.com/example/bigmind');
    assert.equal(releaseOf('https://git.example.org/team/bigmind').repository, 'https://git.example.org/team/bigmind');
    for (const wrong of ['', 'bigmind', 'http://github.com/a/b', 'https://github.com/a']) {
      assert.throws(() => releaseOf(wrong), /Use OWNER\/NAME/u);
    }
  });

  it('must be on GitHub for the MCP registry, which derives the name from it', () => {
    assert.throws(
      () => serverJson(releaseOf('https://git.example.org/team/bigmind'), ''),
      /needs a repository on GitHub/u,
    );
  });
});

describe('the plugins', () => {
  it('are committed as the release describes them', () => {
    for (const [path, value] of Object.entries(committedPluginFiles(release))) {
      if (renews) writeFileSync(join(root, path), jsonText(value));
      assert.equal(read(path), jsonText(value), `${path}: run this file with UPDATE_GOLDEN=1`);
    }
  });

  it('name only files that they contain', () => {
    const all = JSON.stringify([committedPluginFiles(release), geminiFiles(release)]);
    const paths = [...all.matchAll(/(?:ROOT\}?|extensionPath\})\/([\w./-]+)/gu)].map(([, path = '']) => path);
    assert.ok(paths.length > 10);
    for (const path of paths) assert.ok(existsSync(join(root, pluginFolder, path)), path);
  });
});

describe('the entry in the MCP registry', () => {
  const server = serverJson(release, 'a'.repeat(64)) as {
    name: string;
    description: string;
    version: string;
    packages: { registryType: string; identifier: string; version: string; fileSha256?: string }[];
  };

  it('keeps to the limits of the registry', () => {
    assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u);
    assert.equal(server.name, 'io.github.example/bigmind');
    assert.ok(server.description.length <= 100, String(server.description.length));
    assert.match(server.version, /^\d+\.\d+\.\d+$/u);
    for (const { version } of server.packages) assert.equal(version, server.version);
  });

  it('names the npm package and the bundle of the release, which clients check', () => {
    const [npm, bundle] = server.packages;
    assert.deepEqual([npm?.registryType, npm?.identifier], ['npm', 'bigmind']);
    assert.equal(bundle?.fileSha256, 'a'.repeat(64));
    assert.equal(
      bundle.identifier,
      `https://github.com/example/bigmind/releases/download/v${release.version}/bigmind-${release.version}.mcpb`,
    );
  });
});

describe('the bundle for Claude Desktop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bigmind bundle '));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has a manifest that the tool of the format accepts', () => {
    const validate = (manifest: unknown): string => {
      const file = join(folder, 'manifest.json');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, jsonText(manifest));
      writeFileSync(join(folder, 'icon.png'), readFileSync(join(root, 'media/icon.png')));
      return execFileSync(
        process.execPath,
        [join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js'), 'validate', file],
        {
          encoding: 'utf8',
          stdio: 'pipe',
        },
      );
    };
    assert.match(validate(bundleManifest(release)), /passes|valid/iu);
    assert.throws(() => validate({ ...(bundleManifest(release) as object), server: undefined }));
  });
});

describe('the links of docs/install.md', () => {
  it('are the ones of the release', () => {
    const block = /(<!-- links[^\n]*\n)[\s\S]*?(<!-- \/links -->)/u;
    const page = read('docs/install.md');
    const renewed = page.replace(block, (_, start: string, end: string) => `${start}\n${linksText()}\n${end}`);
    if (renews) writeFileSync(join(root, 'docs/install.md'), renewed);
    assert.equal(read('docs/install.md'), renewed);
  });

  it('start the npm package in the client', () => {
    for (const { client, direct, https } of installLinks()) {
      const [, config = ''] = /(?:config=|install\?(?!name=))([^&]+)/u.exec(direct) ?? [];
      const text = decodeURIComponent(config);
      const launch = JSON.parse(client === 'Cursor' ? Buffer.from(text, 'base64').toString() : text) as object;
      assert.deepEqual(
        { ...launch, name: 'bigmind' },
        { name: 'bigmind', command: 'npx', args: ['-y', '--prefer-offline', 'bigmind', 'mcp'] },
      );
      assert.equal(new URL(https).protocol, 'https:');
    }
  });
});

describe('the licenses of others', () => {
  it('name each package of the built files once, with its text', () => {
    const metafile = JSON.stringify({
      outputs: {
        'dist/a.js': {
          inputs: { 'node_modules/zod/v4/index.js': { bytesInOutput: 9 }, 'src/a.ts': { bytesInOutput: 1 } },
        },
      },
    });
    const text = thirdPartyNotices(metafile);
    assert.equal(text.match(/^zod \d/gmu)?.length, 1);
    assert.match(text, /^sql\.js \d/mu);
    assert.match(text, /Permission is hereby granted/u);
  });
});
