/**
 * Lines that people wrote in change logs and documentation of packages. All were labeled before the parser read one;
 * then the errors on these guided the rules. What is done is progress, and a choice over something else a decision; how
 * a program behaves, advice, conditions and plans are none.
 */
import type { LabelledNote } from './labelledNotes.ts';

export const realTuningNotes: readonly LabelledNote[] = [
  {
    line: '- switch to built-in `crypto.timingSafeEqual` for validation instead of previous double-hash method (thank you @jodevsa!)',
    kind: 'decision',
    from: 'cookie-signature, MIT',
  },
  { line: '- `"log"` - if the validation fails, log error.', kind: 'none', from: 'ajv, MIT' },
  { line: '- Use SHA1 instead of MD5 for ETag hashing', kind: 'decision', from: 'etag, MIT' },
  { line: 'We will re-implement formatter for Secretlint.', kind: 'none', from: '@secretlint/formatter, MIT' },
  { line: '- Use eval rather than monkey-patching fs.', kind: 'decision', from: 'graceful-fs, BlueOak-1.0.0' },
  {
    line: 'If a `metadataPath` contains `"\\\\"` characters, they will be replaced by `"/"` characters.',
    kind: 'none',
    from: 'yazl, MIT',
  },
  { line: '- Use `setprototypeof` instead of `__proto__`', kind: 'decision', from: 'router, MIT' },
  { line: 'Custom formats can be also added via `formats` option.', kind: 'none', from: 'ajv, MIT' },
  { line: '- Use `req.socket` over deprecated `req.connection`', kind: 'decision', from: 'forwarded, MIT' },
  {
    line: 'If set to `true`, Keyv will throw an error if any operation fails. This is useful if you want to ensure that all operations are successful and you want to handle errors.',
    kind: 'none',
    from: 'keyv, MIT',
  },
  {
    line: '- Use regex rather than starts/ends with for parsePatch - 6cab62c',
    kind: 'decision',
    from: 'diff, BSD-3-Clause',
  },
  {
    line: 'As input any color type is accepted (grayscale, rgb, palette, grayscale with alpha, rgb with alpha) but 8 bit per sample (channel) is the only supported bit depth. Interlaced mode is not supported.',
    kind: 'none',
    from: 'pngjs, MIT',
  },
  {
    line: '- [Refactor] use `__proto__` syntax instead of `Object.create` for null objects',
    kind: 'decision',
    from: 'qs, BSD-3-Clause',
  },
  {
    line: "We provide API that manages nonce internally instead of exposing them to library's user.",
    kind: 'none',
    from: '@noble/ciphers, MIT',
  },
  { line: '- Replaced callback API with promise API.', kind: 'progress', from: 'readdirp, MIT' },
  {
    line: 'We will acknowledge your report as soon as we can, keep you updated on progress, and credit you in the published advisory unless you prefer otherwise.',
    kind: 'none',
    from: 'serialize-javascript, BSD-3-Clause',
  },
  { line: '- Added extensions list for model/step (#293)', kind: 'progress', from: 'mime-db, MIT' },
  { line: 'Like `fromFd()`, but reads from a RAM buffer instead of an open file.', kind: 'none', from: 'yauzl, MIT' },
  { line: '- Added better installation methods - aced50b', kind: 'progress', from: 'diff, BSD-3-Clause' },
  {
    line: 'Call this function from deprecated code to display a deprecation message.',
    kind: 'none',
    from: 'depd, MIT',
  },
  { line: '- Added: Support for octal and binary number literals.', kind: 'progress', from: 'js-tokens, MIT' },
  {
    line: 'When a config array is normalized, each function is executed and replaced in the config array with the return value.',
    kind: 'none',
    from: '@eslint/config-array, Apache-2.0',
  },
  { line: '- Added `nod()` and `n()` aliases for `node()`.', kind: 'progress', from: 'xmlbuilder, MIT' },
  {
    line: 'When the last hook for an event is removed, the event key is cleaned up.',
    kind: 'none',
    from: 'hookified, MIT',
  },
  {
    line: '- Added an error message when wrongly calling `pool.proxy`.',
    kind: 'progress',
    from: 'workerpool, Apache-2.0',
  },
  {
    line: 'Prevents commits  `.env` file because it may contain credentials.',
    kind: 'none',
    from: '@secretlint/secretlint-rule-no-dotenv, MIT',
  },
  { line: '- Added `readLocalFileHeader()` and `Class: LocalFileHeader`.', kind: 'progress', from: 'yauzl, MIT' },
  {
    line: 'Sometimes people want to use built-in `crypto.subtle` instead of pure JS implementation.',
    kind: 'none',
    from: '@noble/hashes, MIT',
  },
  { line: '- Fixed prepublish script to run on windows.', kind: 'progress', from: 'xmlbuilder, MIT' },
  {
    line: '- `lstat: false`: include symlink entries in the stream along with files. When `true`, `fs.lstat` would be used instead of `fs.stat`',
    kind: 'none',
    from: 'readdirp, MIT',
  },
  {
    line: '- Removed redundant dependencies, upgraded all devDependencies.',
    kind: 'progress',
    from: 'workerpool, Apache-2.0',
  },
  {
    line: '- `handler`: the function being invoked. For parameter callbacks, this is the callback registered with `router.param()`, rather than `layer.handle`.',
    kind: 'none',
    from: 'router, MIT',
  },
  {
    line: '- The undocumented ignoreWhitespace flag has been removed from the Diff equality check directly. This implementation may be copied to diff utilities if dependencies existed on this functionality.',
    kind: 'progress',
    from: 'diff, BSD-3-Clause',
  },
  { line: 'Simple temporary directory creation, it will be removed on process exit.', kind: 'none', from: 'tmp, MIT' },
  { line: '- Removed legacy `ext` option from `create()`.', kind: 'progress', from: 'xmlbuilder, MIT' },
  {
    line: '- `dispose` Function that is called on items when they are dropped',
    kind: 'none',
    from: 'lru-cache, BlueOak-1.0.0',
  },
  {
    line: '- Fixed grammar in error message when iconv-lite is loaded with encoding other than utf8',
    kind: 'progress',
    from: 'iconv-lite, MIT',
  },
  { line: '- `verticalAlignment:` is not supported.', kind: 'none', from: 'table, BSD-3-Clause' },
  { line: '- Added option for headless XML documents.', kind: 'progress', from: 'xmlbuilder, MIT' },
  {
    line: "This package's main module's default export is a class, `MIMEType`. Its constructor takes a string which it will attempt to parse into a MIME type; if parsing fails, an `Error` will be thrown.",
    kind: 'none',
    from: 'whatwg-mimetype, MIT',
  },
  {
    line: "- Fixed bug where tasks that are cancelled in a Pool's queue",
    kind: 'progress',
    from: 'workerpool, Apache-2.0',
  },
  {
    line: 'The callback hook can be `async`, in which case you call `.parseAsync()` rather than `.parse()`. You can add multiple hooks per event.',
    kind: 'none',
    from: 'commander, MIT',
  },
  {
    line: '- Added `cache` object to the options to allow for more control over the cache',
    kind: 'progress',
    from: 'file-entry-cache, MIT',
  },
  {
    line: 'Note that the username and password flow is deprecated and support will be removed in a future release.',
    kind: 'none',
    from: '@azure/msal-node, MIT',
  },
  {
    line: '- Fixed a bug in the check for group and user mode bits. This bug was introduced during refactoring for supporting strict mode.',
    kind: 'progress',
    from: 'which, ISC',
  },
  { line: '- `pathExt`: Use instead of the `PATHEXT` environment variable.', kind: 'none', from: 'which, ISC' },
  {
    line: '- **Added `cwd` option** - You can now specify a custom current working directory for resolving relative paths',
    kind: 'progress',
    from: 'file-entry-cache, MIT',
  },
  {
    line: 'A GraphQL query may respond with partial data accompanied by errors. In this case we will throw an error but the partial data will still be accessible through `error.data`',
    kind: 'none',
    from: '@octokit/graphql, MIT',
  },
  {
    line: '- Added `hashAlgorithm` to the options to allow for different checksum algorithms. Note that if you load from file it most likely will break if the value was something before.',
    kind: 'progress',
    from: 'file-entry-cache, MIT',
  },
  {
    line: "- `type` (`string`): Either `'added'` when a new pending request is registered, or `'removed'` when a pending request completes (successfully or with an error).",
    kind: 'none',
    from: 'undici, MIT',
  },
  { line: '- Node version <= 14.4 has been dropped.', kind: 'progress', from: 'tmp, MIT' },
  { line: 'Returns the removed value or `undefined` if the queue is empty.', kind: 'none', from: 'yocto-queue, MIT' },
  { line: '- Removed: `xxx2xxx()` and `xxx2xxxRaw()` functions', kind: 'progress', from: 'color-convert, MIT' },
  {
    line: "- CI fails when a fix lands but the baseline isn't updated (stale entries)",
    kind: 'none',
    from: '@modelcontextprotocol/conformance, MIT',
  },
  {
    line: '0.3.0 Added retryOperation.start() which is an alias for retryOperation.try().',
    kind: 'progress',
    from: 'retry, MIT',
  },
  {
    line: 'These keywords are added to ajv instance when ajv-formats is used without options or with option `keywords: true`.',
    kind: 'none',
    from: 'ajv-formats, MIT',
  },
  { line: '- added `ParseError.offset` & `ParseError.length`', kind: 'progress', from: 'jsonc-parser, MIT' },
  {
    line: 'An error from `mapper` is then also thrown as soon as it happens, instead of after the results before it. The `index` passed to `mapper` is still the position in `input`.',
    kind: 'none',
    from: 'p-map, MIT',
  },
  { line: '- Removed `parentDir` and `fullParentDir` properties', kind: 'progress', from: 'readdirp, MIT' },
  {
    line: 'Does your company use Mocha? Ask your manager or marketing team if your company would be interested in supporting our project.',
    kind: 'none',
    from: 'mocha, MIT',
  },
  {
    line: '- Deprecated `DEBUG_FD` environment variable set to `3` or higher',
    kind: 'progress',
    from: 'finalhandler, MIT',
  },
  { line: 'If you put more stuff in it, then items will fall out.', kind: 'none', from: 'lru-cache, BlueOak-1.0.0' },
  {
    line: '- removed support for `instanceof Number` and `instanceof String`',
    kind: 'progress',
    from: 'is-number, MIT',
  },
  {
    line: 'Sets the mime type returned when `mime.lookup` fails to find the extension searched for. (Default is `application/octet-stream`.)',
    kind: 'none',
    from: 'mime, MIT',
  },
  {
    line: '- `locale` removed. Pass `--locale` to `launchArgs` instead.',
    kind: 'progress',
    from: '@vscode/test-electron, MIT',
  },
  {
    line: '- There is no `tolerant` option. We will investigate adding this back in the future.',
    kind: 'none',
    from: 'espree, BSD-2-Clause',
  },
  {
    line: '- Starting version `3.x` FormData has dropped support for `node@4.x`.',
    kind: 'progress',
    from: 'form-data, MIT',
  },
  { line: "There's reverse versions of most things because that's the point.", kind: 'none', from: 'yallist, ISC' },
  {
    line: "- ```getLengthSync()``` method DOESN'T calculate length for streams, use ```knownLength``` options as workaround.",
    kind: 'problem',
    from: 'form-data, MIT',
  },
  {
    line: 'Warning: this implementation will leak memory until you `delete` the `key`.',
    kind: 'learning',
    from: 'side-channel-list, MIT',
  },
  {
    line: "This change doesn't affect secp256k1, which has been using lowS since beginning.",
    kind: 'none',
    from: '@noble/curves, MIT',
  },
  {
    line: 'This is _only_ called when the function itself fails, and not when a bulkhead rejection occurs.',
    kind: 'none',
    from: 'cockatiel, MIT',
  },
];
