/** Rules for contributors and breaking changes, as projects write them, and what is none. */
import assert from 'node:assert/strict';
import { projectRulesReader } from '../../../src/markdown/sources/projectRules.ts';

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

  it('are no descriptions, questions or tables', () => {
    const text = `You can always ask. It's always a good idea. I have never seen a lamp. We do not provide support.
What must I do? PRs that do not build are closed. Keep it short to avoid frustration.

| Rule | Must |
| ---- | ---- |
| Lamp | must be lit here |

> [!IMPORTANT]
> You must quote this, please avoid that.
`;
    assert.deepEqual(said('CONTRIBUTING.md', text), ['You must quote this, please avoid that.']);
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

  it('have neither the links nor the bold text of tools, and what is only removed says so', () => {
    const text = `## [5.0.0](https://github.com/ada/lamp/compare/v4.9.0...v5.0.0) (2026-03-01)

### ⚠ BREAKING CHANGES

* **core:** drop the \`flat\` option ([#12](https://github.com/ada/lamp/issues/12)) ([abc1234](https://github.com/x))

### Removed

- Support for Node 16 (#13)

### Added

- [BREAKING] Rename every lamp.
- Breaking news about lamps are on the front page.
`;
    assert.deepEqual(said('CHANGELOG.md', text), [
      'Breaking in 5.0.0: core: drop the `flat` option',
      'Removed in 5.0.0: Support for Node 16',
      'Breaking in 5.0.0: Rename every lamp.',
    ]);
  });

  it('are found below a heading of many digits in a moment', () => {
    const text = `## ${'1'.repeat(50_000)}\n\n### Breaking\n\n${'- The lamp is lit.\n'.repeat(50)}`;
    const began = performance.now();
    assert.equal(said('CHANGELOG.md', text).length, 50);
    assert.ok(performance.now() - began < 2_000);
  });

  it('are in no other file', () => {
    assert.equal(projectRulesReader('docs/notes.md'), undefined);
    assert.equal(projectRulesReader('CHANGELOG.txt'), undefined);
  });
});
