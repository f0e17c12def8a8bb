/**
 * Lint: strict and type-aware, plus the import rules of `docs/architecture.md`. The same rules are checked over every
 * import, relative ones included, by `test/architecture/imports.test.ts`; here they show while one types.
 */
import tseslint from 'typescript-eslint';

/** A room of `src`, what it must not name, and why. */
function room(files, forbidden, message) {
  const patterns = [{ group: forbidden, message }];
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/**
 * Inside of a transaction, code must not start another one on the same connection, which would wait for itself, and
 * must not run two statements at once.
 */
const inTransaction = [
  ':function[params.0.name="db"]',
  'CallExpression[callee.object.name="engine"][callee.property.name=/^(read|write)$/]',
];
const transactionRules = inTransaction.flatMap((place) => [
  {
    selector: `${place} CallExpression[callee.object.name="engine"]`,
    message: 'A transaction inside of another one waits for itself.',
  },
  {
    selector: `${place} MemberExpression[object.name="Promise"][property.name=/^(all|allSettled|race|any)$/]`,
    message: 'A connection runs one statement at a time: use the functions of inTurn.ts.',
  },
]);
const noDefaultExport = { selector: 'ExportDefaultDeclaration', message: 'Exports are named.' };

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'artifacts/', 'node_modules/', '**/*.mjs', '**/*.cjs', 'test/fixtures/'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './webview/tsconfig.json', './test/webview/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      'no-restricted-syntax': ['error', noDefaultExport],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-empty': 'error',
      'no-control-regex': 'off',
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
    },
  },
  room(
    ['src/memory/**', 'src/schema/**', 'src/protocol/**'],
    ['node:*', 'vscode', 'sql.js', 'zod', '@modelcontextprotocol/*'],
    'Comes in through a port.',
  ),
  room(['src/search/**'], ['node:*', 'vscode', 'sql.js', '@modelcontextprotocol/*'], 'Search is pure.'),
  room(['src/util/**'], ['**'], 'Helpers stand alone.'),
  room(['src/store/**'], ['vscode', '@modelcontextprotocol/*'], 'A store knows no host.'),
  room(
    [
      'src/capture/**',
      'src/markdown/**',
      'src/clients/**',
      'src/mcp/**',
      'src/http/**',
      'src/distill/**',
      'src/cli/**',
    ],
    ['vscode', 'node:sqlite', 'sql.js'],
    'No host, no SQL here.',
  ),
  {
    files: ['src/store/**'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, ...transactionRules] },
  },
  room(['src/vscode/**'], ['node:sqlite', 'sql.js'], 'Only the store knows SQL.'),
  {
    files: ['test/**', 'bench/**', 'scripts/**'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [] }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
