/** Rules for contributors and breaking changes, as projects write them, and what is none. */
import assert from 'node:assert/strict';
import { projectRulesReader } from '../../../../src/capture/mind/sources/projectRules.ts';

const said = (path: string, text: string): string[] =>
  projectRulesReader(path)?.(text).map((entry) => entry.text) ?? [];

describe('the rules for contributors', () => {
  it('are the sentences that say what to do or never to do', () => {
    const text = `# Contributing

We are happy that you are here. Don't hesitate to ask, and never be shy!

## Setup

This is a monorepo. The package manager must be pnpm, **always** install from the root.

\`\`\`sh
never run this
\`\`\`

- Commit messages must follow the convention in docs/commits.md.
- Do not import from \`dist\`.
- You don't need to worry about formatting.
- The server always runs every test.
- Packages that use \`file:\` should also include the postinstall script.

## License

All contributions must be under the MIT license.
`;
    assert.deepEqual(said('CONTRIBUTING.md', text), [
      'The package manager must be pnpm, always install from the root.',
      'Commit messages must follow the convention in docs/commits.md.',
      'Do not import from `dist`.',
      'Packages that use `file:` should also include the postinstall script.',
    ]);
    assert.equal(projectRulesReader('.github/CONTRIBUTING.md')?.(text)[1]?.line, 13);
  });

  it('are found in German and Chinese', () => {
    assert.deepEqual(said('CONTRIBUTING.md', 'Tests müssen ohne Netz laufen. Danke für alles.'), [
      'Tests müssen ohne Netz laufen.',
    ]);
    assert.deepEqual(said('CONTRIBUTING.md', '提交信息必须使用英文。'), ['提交信息必须使用英文。']);
  });
});

describe('breaking changes', () => {
  it('name the version that they came with', () => {
    const text = `# Changelog

## [3.0.0] - 2026-02-01

### Breaking changes

- The option \`--flat\` is gone, use \`--depth 1\`.

### Fixed

- A crash when a folder is empty.

## 2.4.0

- **Breaking:** dates are in UTC now.
- New colors for lists of files.
`;
    assert.deepEqual(said('CHANGELOG.md', text), [
      'Breaking in 3.0.0: The option `--flat` is gone, use `--depth 1`.',
      'Breaking in 2.4.0: dates are in UTC now.',
    ]);
  });

  it('are in no other file', () => {
    assert.equal(projectRulesReader('docs/notes.md'), undefined);
    assert.equal(projectRulesReader('CHANGELOG.txt'), undefined);
  });
});
