/** Lines as in `realTuningNotes.ts`, labeled with them. Their errors guided no rule; only the figures were read. */
import type { LabelledNote } from './labelledNotes.ts';

export const realHeldOutNotes: readonly LabelledNote[] = [
  { line: '- Use MD5 instead of MD4 in weak ETags over 1KB', kind: 'decision', from: 'etag, MIT' },
  { line: '- `true` (default) -  if the validation fails, throw the exception.', kind: 'none', from: 'ajv, MIT' },
  {
    line: '- Switched from NodeBuffer to Buffer in typings (#155 by @felixfbecker, #186 by @larssn)',
    kind: 'decision',
    from: 'iconv-lite, MIT',
  },
  {
    line: "The Keyv instance is also an `EventEmitter` that will emit an `'error'` event if the storage adapter connection fails.",
    kind: 'none',
    from: 'keyv, MIT',
  },
  {
    line: "After the audit we've decided to use `@scure` NPM namespace for security.",
    kind: 'decision',
    from: '@scure/base, MIT',
  },
  {
    line: '- The internal `layer.match()` returns `{ params, path, keys, pattern }` or `false` instead of a boolean',
    kind: 'none',
    from: 'router, MIT',
  },
  {
    line: '- Use `statuses` instead of `http` module for status messages',
    kind: 'decision',
    from: 'finalhandler, MIT',
  },
  {
    line: '- **Testing**: Set `allowDeprecated: false` to ensure no deprecated hooks are accidentally used',
    kind: 'none',
    from: 'hookified, MIT',
  },
  {
    line: 'Use a loop to find line breaks, because the existing regexp search would overrun the end of the searched range and waste a lot of time in minified code.',
    kind: 'decision',
    from: 'acorn, MIT',
  },
  {
    line: '- `removeKey` still exists but is now is an alias to `delete` and will be removed in the future',
    kind: 'none',
    from: 'flat-cache, MIT',
  },
  { line: '- perf: use `Date.parse` instead of `new Date`', kind: 'decision', from: 'fresh, MIT' },
  {
    line: 'This means AES128 should be replaced with AES256. Salsa and ChaCha are already safe.',
    kind: 'none',
    from: '@noble/ciphers, MIT',
  },
  { line: '- [Tests] use `safer-buffer` instead of `Buffer` constructor', kind: 'decision', from: 'qs, BSD-3-Clause' },
  {
    line: 'If you give the wrong type of argument for an option, it will give you an error rather than supplying the wrong input to your application.',
    kind: 'none',
    from: 'optionator, MIT',
  },
  {
    line: '- removed `partial`, just use native partial application in LiveScript using the `_` placeholder, or currying',
    kind: 'progress',
    from: 'prelude-ls, MIT',
  },
  {
    line: '- If `files` field is not an array, it will be removed.',
    kind: 'none',
    from: 'normalize-package-data, BSD-2-Clause',
  },
  {
    line: '- Fixed Webpack issues of missing modules `child_process` and `worker_threads`.',
    kind: 'progress',
    from: 'workerpool, Apache-2.0',
  },
  {
    line: 'This will instantiate the MockAgent. It will not do anything until registered as the agent to use with requests and mock interceptions are added.',
    kind: 'none',
    from: 'undici, MIT',
  },
  {
    line: '- added `parseArgv` which takes an array and parses with the first two items sliced off',
    kind: 'progress',
    from: 'optionator, MIT',
  },
  {
    line: 'Only the bounds checks from `validateEntrySizes` are done, because that is part of processing the stream data.',
    kind: 'none',
    from: 'yauzl, MIT',
  },
  {
    line: '- added the `format` API: computes edits to format a JSON document.',
    kind: 'progress',
    from: 'jsonc-parser, MIT',
  },
  {
    line: 'These methods now accept an `IHook` object instead of separate `(event, handler)` arguments.',
    kind: 'none',
    from: 'hookified, MIT',
  },
  {
    line: 'Added fields to `Class: Entry`: `fileNameRaw`, `extraFieldRaw`, `fileCommentRaw`.',
    kind: 'progress',
    from: 'yauzl, MIT',
  },
  {
    line: "We suggest to use **XChaCha20-Poly1305** because it's very fast and allows random nonces.",
    kind: 'none',
    from: '@noble/ciphers, MIT',
  },
  {
    line: "Added new option `'web'` to enforce use a Web Worker. See #85, #74.",
    kind: 'progress',
    from: 'workerpool, Apache-2.0',
  },
  {
    line: 'Use `.parseAsync()` instead of `.parse()` if any of your action handlers are async.',
    kind: 'none',
    from: 'commander, MIT',
  },
  {
    line: 'The `onHookEntry` method has been removed. Use `onHook` which now accepts an `IHook` object (or array of `IHook`) directly.',
    kind: 'progress',
    from: 'hookified, MIT',
  },
  {
    line: 'Undocumented library internals may change between minor versions, and previous APIs may be deprecated (but not removed).',
    kind: 'none',
    from: 'yaml, ISC',
  },
  { line: '- pippenger: removed unnecessary Fn argument', kind: 'progress', from: '@noble/curves, MIT' },
  {
    line: 'Only after the user answers, either update the spec (intentional change) or file/flag the test as covering a bug (regression).',
    kind: 'none',
    from: 'playwright-core, Apache-2.0',
  },
  {
    line: "- Updated `new Buffer()` usages with recommended replacements as it's being deprecated in Node v10 (#176, #178 by @ChALkeR)",
    kind: 'progress',
    from: 'iconv-lite, MIT',
  },
  {
    line: 'Once parsed, all indexes will be replaced through the flattened collection.',
    kind: 'none',
    from: 'flatted, ISC',
  },
  { line: '- `stable` added as a download version option.', kind: 'progress', from: '@vscode/test-electron, MIT' },
  { line: '- `stack` - This is the stack of the call to the deprecated thing', kind: 'none', from: 'depd, MIT' },
  {
    line: '- Added io.js testing on Travis; updated node-iconv version to test against.',
    kind: 'progress',
    from: 'iconv-lite, MIT',
  },
  {
    line: 'You can configure the HTTP server to listen to a UNIX domain socket instead of a TCP port.',
    kind: 'none',
    from: '@hono/node-server, MIT',
  },
  { line: '- Fixed node count in performance test.', kind: 'progress', from: 'xmlbuilder, MIT' },
  { line: 'The removed stream is not automatically ended.', kind: 'none', from: '@sindresorhus/merge-streams, MIT' },
  { line: '- removed `cons`, `append` - use the concat operator', kind: 'progress', from: 'prelude-ls, MIT' },
  {
    line: "- Re-releasing after a failed release (i.e., publishing a release that doesn't work for anyone).",
    kind: 'none',
    from: 'eslint, MIT',
  },
  {
    line: '- Fixed: ES2015 unicode escapes with more than 6 hex digits are now matched',
    kind: 'progress',
    from: 'js-tokens, MIT',
  },
  {
    line: 'Throw an error when symbolic link is broken if `true` or safely use `lstat` call if `false`.',
    kind: 'none',
    from: '@nodelib/fs.scandir, MIT',
  },
  {
    line: 'Since version 0.1.0, all support for node versions < 0.10.0 has been dropped.',
    kind: 'progress',
    from: 'tmp, MIT',
  },
  { line: '- Regexp characters are not supported.', kind: 'none', from: 'path-to-regexp, MIT' },
  {
    line: '0.4.0 Changed retryOperation.try() to retryOperation.attempt(). Deprecated the aliases start() and try() for it.',
    kind: 'progress',
    from: 'retry, MIT',
  },
  {
    line: 'All resolved options are added to the Glob object as properties.',
    kind: 'none',
    from: 'glob, BlueOak-1.0.0',
  },
  {
    line: '- added `List` functions: `at`, `elem-index`, `elem-indices`, `find-index`, `find-indices`',
    kind: 'progress',
    from: 'prelude-ls, MIT',
  },
  {
    line: 'You may also pass a backoff strategy instead of a constant number of milliseconds if you wish to increase the interval between consecutive failing half-open checks.',
    kind: 'none',
    from: 'cockatiel, MIT',
  },
  {
    line: '- Fixed: hsl2hsv does not return `NaN` anymore when using `[0,0,0]`',
    kind: 'progress',
    from: 'color-convert, MIT',
  },
  {
    line: 'When validation fails, the `.parse()` method will throw a `ZodError` instance with granular information about the validation issues.',
    kind: 'none',
    from: 'zod, MIT',
  },
  {
    line: '- Strings as regular expressions are fully removed, need to be converted to native regular expressions',
    kind: 'progress',
    from: 'router, MIT',
  },
  {
    line: '- CI fails on new regressions (unexpected failures)',
    kind: 'none',
    from: '@modelcontextprotocol/conformance, MIT',
  },
  {
    line: '- **Added `restrictAccessToCwd` option** - Provides protection against path traversal attacks (disabled by default for backwards compatibility)',
    kind: 'progress',
    from: 'file-entry-cache, MIT',
  },
  { line: '- prevents hung responses and socket hang ups', kind: 'none', from: 'finalhandler, MIT' },
  {
    line: '- added `ParseOptions.allowEmptyContent`. Default is `false`.',
    kind: 'progress',
    from: 'jsonc-parser, MIT',
  },
  { line: '- Safer as it uses `spawn` instead of `exec`.', kind: 'none', from: 'open, MIT' },
  {
    line: 'The `acorn` CLI tool no longer crashes when emitting a tree that contains a bigint.',
    kind: 'progress',
    from: 'acorn, MIT',
  },
  {
    line: 'NOTE: This option will be deprecated in v6 and replaced with `.getRaw()` and `.getManyRaw()` methods.',
    kind: 'none',
    from: 'keyv, MIT',
  },
  {
    line: '- fixed possible type-error throw if rename fails on windows',
    kind: 'progress',
    from: 'graceful-fs, BlueOak-1.0.0',
  },
  { line: 'Also Async/Await will throw an error if one occurs.', kind: 'none', from: 'fs-extra, MIT' },
  { line: '- Refactored and fixed undefined error on Windows', kind: 'progress', from: 'which, ISC' },
  {
    line: '* A method can no longer accept the number and type of arguments it previously accepted.',
    kind: 'none',
    from: 'hosted-git-info, ISC',
  },
  {
    line: 'The `RssHandler` was replaced with a `getFeed` function that takes a `DomHandler` DOM and returns a feed object. There is a `parseFeed` helper function that can be used to parse a feed from a string.',
    kind: 'progress',
    from: 'htmlparser2, MIT',
  },
  {
    line: '`proper-lockfile` automatically removes locks if the process exits, except if the process is killed with SIGKILL or it crashes due to a VM fatal error (e.g.: out of memory).',
    kind: 'none',
    from: 'proper-lockfile, MIT',
  },
  {
    line: 'Most importantly, any support for earlier versions of node-tmp was also dropped.',
    kind: 'progress',
    from: 'tmp, MIT',
  },
  {
    line: '- A `lockfile` is manually removed and someone else acquires the lock right after',
    kind: 'none',
    from: 'proper-lockfile, MIT',
  },
  {
    line: 'If the default parsing does not suit your needs, there are some behaviours to support other usage patterns.',
    kind: 'none',
    from: 'commander, MIT',
  },
  {
    line: 'Warning: in an environment that lacks `WeakMap`, this implementation will leak memory until you `delete` the `key`.',
    kind: 'learning',
    from: 'side-channel, MIT',
  },
  { line: 'If you see anything unusual: investigate and report.', kind: 'none', from: '@noble/ciphers, MIT' },
  {
    line: "- It has a default value of `0` for the stale option which isn't good because any crash or process kill that the package can't handle gracefully will leave the lock active forever.",
    kind: 'problem',
    from: 'proper-lockfile, MIT',
  },
];
