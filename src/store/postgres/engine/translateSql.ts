/**
 * The SQL of the repositories is portable except for these things, which are translated here:
 *
 * - A parameter is `?` or `?1`; PostgreSQL writes `$1`.
 * - `a CROSS JOIN b ON …` tells SQLite in which order to read. PostgreSQL decides by itself, and refuses the `ON`.
 * - The keys of all tables end with the workspace (`security/workspaceColumns.ts`), which a conflict must name.
 * - A list of keys is an array, between the comments of `sql/connection/among.ts`.
 * - A plus before a column keeps SQLite from using its index. PostgreSQL knows no plus before text.
 */
import { amongEnd, amongStart } from '../../sql/connection/among.ts';

const tokens =
  /'(?:[^']|'')*'|\?(\d*)|\bCROSS JOIN\b(?! LATERAL)|\bON CONFLICT \([^)]+(?=\))|(?<=(?:[(,]|\b(?:WHERE|ON|AND|OR|NOT|BY))\s*)\+(?=\w)/gu;

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
  const listed = sql.replaceAll(amongStart, '= ANY (ARRAY(').replaceAll(amongEnd, '))');
  return listed.replaceAll(tokens, (token, number?: string) => {
    if (token.startsWith("'")) return token;
    if (token === 'CROSS JOIN') return 'JOIN';
    if (token === '+') return '';
    if (token.startsWith('ON CONFLICT')) return `${token}, workspace_id`;
    last = number === undefined || number === '' ? last + 1 : Number(number);
    return `$${String(last)}`;
  });
}
