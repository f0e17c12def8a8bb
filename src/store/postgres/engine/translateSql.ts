/**
 * The SQL of the repositories is portable except for these things, which are translated here:
 *
 * - A parameter is `?` or `?1`; PostgreSQL writes `$1`.
 * - `a CROSS JOIN b ON …` tells SQLite in which order to read. PostgreSQL decides by itself, and refuses the `ON`.
 * - The keys of all tables end with the workspace (`security/workspaceColumns.ts`), which a conflict must name.
 * - Lists of keys are JSON, or what a statement found before. Without statistics (`security/guards.ts`), PostgreSQL would
 *   expect few rows in the other table and read all of it. An array and a `LATERAL` join make it look up each key. The
 *   same holds for ids of another table that a read starts from (`SELECT DISTINCT CAST(id AS TEXT)`).
 * - A plus before a column keeps SQLite from using its index. PostgreSQL knows no plus before text.
 */
const tokens =
  /'(?:[^']|'')*'|\?(\d*)|\bCROSS JOIN\b(?! LATERAL)|\bON CONFLICT \([^)]+(?=\))|(?<=(?:[(,]|\b(?:WHERE|ON|AND|OR|NOT|BY))\s*)\+(?=\w)/gu;

const lists = [
  'SELECT (?:value|CAST\\(value AS \\w+\\)) FROM json_each\\(\\?\\d*\\)',
  'SELECT DISTINCT CAST\\(id AS TEXT\\) FROM \\w+ WHERE [^()]+',
  'SELECT id FROM alike',
  'WITH RECURSIVE (?<chain>\\w+)\\(uid\\) AS .+?\\bSELECT uid FROM \\k<chain>',
];
const keysInList = new RegExp(`(?<!\\bNOT )\\bIN \\((${lists.join('|')})\\)`, 'gsu');
const keysInJoin = /(json_each\(\?\d*\) (\w+))\s+CROSS JOIN (\w+) (\w+) ON (\4\.\w+ = CAST\(\2\.value AS \w+\))/gu;
/** `OFFSET 0` keeps PostgreSQL from making an ordinary join of it. */
const lateralJoin = '$1 CROSS JOIN LATERAL (SELECT * FROM $3 $4 WHERE $5 OFFSET 0) $4';

interface ServerStatement {
  text: string;
  /** Under which a connection keeps it prepared. */
  name: string;
  /** How often this process used it. */
  uses: number;
}

/** Statements by their original; there are a few hundred. */
const known = new Map<string, ServerStatement>();

/** More than the repositories have; the limit only guards against a leak. */
const maxKnown = 2_000;

export function serverStatement(sql: string): ServerStatement {
  const cached = known.get(sql);
  if (cached !== undefined) {
    cached.uses += 1;
    return cached;
  }
  if (known.size >= maxKnown) known.clear();
  const statement = { text: translateSql(sql), name: `bigmind_${String((statements += 1))}`, uses: 1 };
  known.set(sql, statement);
  return statement;
}

/** Never used twice: a connection keeps the statement of each name. */
let statements = 0;

export function translateSql(sql: string): string {
  let last = 0;
  const lookups = sql.replaceAll(keysInList, '= ANY (ARRAY($1))').replaceAll(keysInJoin, lateralJoin);
  return lookups.replaceAll(tokens, (token, number?: string) => {
    if (token.startsWith("'")) return token;
    if (token === 'CROSS JOIN') return 'JOIN';
    if (token === '+') return '';
    if (token.startsWith('ON CONFLICT')) return `${token}, workspace_id`;
    last = number === undefined || number === '' ? last + 1 : Number(number);
    return `$${String(last)}`;
  });
}
