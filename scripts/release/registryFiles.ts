/**
 * The entries of BigMind in catalogs of MCP servers: `server.json` of the MCP registry (its schema is named in it), and
 * the manifest of a bundle for Claude Desktop (github.com/modelcontextprotocol/mcpb, MANIFEST.md).
 */
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import { gitHubNames, summary } from './release.ts';
import type { Release } from './release.ts';

/** The name in the MCP registry, which the npm package must repeat as `mcpName`. */
export function registryName(release: Release): string {
  return `io.github.${gitHubNames(release).owner}/bigmind`;
}

/** The name of the bundle among the files of the release. */
export function bundleName({ version }: Pick<Release, 'version'>): string {
  return `bigmind-${version}.mcpb`;
}

/** `bundleHash` is the SHA-256 of the bundle in hexadecimal digits, with which clients check the download. */
export function serverJson(release: Release, bundleHash: string): unknown {
  const { version, repository } = release;
  const stdio = { transport: { type: 'stdio' } };
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: registryName(release),
    title: 'BigMind',
    description: summary,
    repository: { url: repository, source: 'github' },
    version,
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: 'bigmind',
        version,
        runtimeHint: 'npx',
        runtimeArguments: [{ type: 'positional', value: '--prefer-offline' }],
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        ...stdio,
      },
      {
        registryType: 'mcpb',
        identifier: `${repository}/releases/download/v${version}/${bundleName(release)}`,
        version,
        fileSha256: bundleHash,
        ...stdio,
      },
    ],
  };
}

export function bundleManifest(release: Release): unknown {
  const { version, description, license, keywords, repository } = release;
  return {
    manifest_version: '0.3',
    name: 'bigmind',
    display_name: 'BigMind',
    version,
    description: summary,
    long_description: description,
    author: { name: 'BigMind', url: repository },
    repository: { type: 'git', url: `${repository}.git` },
    homepage: repository,
    support: `${repository}/issues`,
    icon: 'icon.png',
    server: {
      type: 'node',
      entry_point: 'dist/cli.js',
      mcp_config: { command: 'node', args: ['${__dirname}/dist/cli.js', 'mcp'], env: {} },
    },
    tools: toolsets.core.map(({ name, title }) => ({ name, description: title })),
    keywords,
    license,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.0.0' } },
  };
}
