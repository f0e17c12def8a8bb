/**
 * Translates the SQL of the repositories, which is written for SQLite, to PostgreSQL. Only what they use is
 * translated; the functions of SQLite that PostgreSQL lacks are defined in the schema (`schema/functions.ts`).
 */

interface Token {
  text: string;
  /** `word`: a keyword, name or number; `gap`: white space and comments. */
  kind: 'word' | 'text' | 'sign' | 'gap' | 'parameter';
}

const tokenPattern = /('(?:[^']|'')*'|"(?:[^"]|"")*")|(\?\d*)|([\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?)|(\s+|--[^\n]*)|([^])/gu;

/** Translated statements by their SQLite text; there are a few hundred. */
const known = new Map<string, string>();

/** Parameters keep their order: `?` and `?1` become `$1`. */
export function translateSql(sql: string): string {
  const cached = known.get(sql);
  if (cached !== undefined) return cached;
  const translated = translate(tokensOf(sql));
  known.set(sql, translated);
  return translated;
}

function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(tokenPattern)].map(([text, quoted, parameter, word, gap]) => ({
    text,
    kind:
      quoted !== undefined
        ? 'text'
        : parameter !== undefined
          ? 'parameter'
          : word !== undefined
            ? 'word'
            : gap !== undefined
              ? 'gap'
              : 'sign',
  }));
}

function translate(tokens: readonly Token[]): string {
  const significant = tokens.filter(({ kind }) => kind !== 'gap');
  const isIgnoring = /^INSERT OR IGNORE /iu.test(significant.slice(0, 3).map(({ text }) => text).join(' ') + ' ');
  const out: string[] = [];
  const open: { isQuery: boolean; isSource: boolean }[] = [];
  let parameter = 0;
  let aliases = 0;
  let ordering: number[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { kind, text } = token;
    const upper = text.toUpperCase();
    if (kind === 'parameter') {
      parameter = text === '?' ? parameter + 1 : Number(text.slice(1));
      const [next, value] = nextWords(tokens, at, 2).map((word) => word.toUpperCase());
      const isCompared = next === 'IS' && (value === 'NULL' || value === 'NOT');
      out.push(isCompared ? `CAST($${String(parameter)} AS TEXT)` : `$${String(parameter)}`);
      continue;
    }
    if (text === '(') {
      const before = previousWord(tokens, at);
      const after = nextWord(tokens, at)?.toUpperCase();
      open.push({ isQuery: after === 'SELECT' || after === 'VALUES' || after === 'WITH' || after === '(', isSource: /^(?:FROM|JOIN)$/iu.test(before ?? '') });
      out.push(text);
      continue;
    }
    if (text === ')') {
      const group = open.pop();
      out.push(text);
      ordering = ordering.filter((depth) => depth <= open.length);
      if (group?.isQuery === true && group.isSource && !isAlias(nextWord(tokens, at))) {
        aliases += 1;
        out.push(` AS source_${String(aliases)}`);
      }
      continue;
    }
    if (kind !== 'word') {
      // A unary plus keeps SQLite from using an index.
      if (text === '+' && /^(?:\(|,|WHERE|ON|AND|OR|NOT|BY)$/iu.test(previousWord(tokens, at) ?? '')) continue;
      out.push(text);
      continue;
    }
    if (upper === 'IS') {
      const [first, second] = nextWords(tokens, at, 2);
      const isNot = first?.toUpperCase() === 'NOT';
      const value = (isNot ? second : first)?.toUpperCase();
      if (['NULL', 'DISTINCT', 'TRUE', 'FALSE'].includes(value ?? '')) out.push(text);
      else {
        out.push(isNot ? 'IS DISTINCT FROM' : 'IS NOT DISTINCT FROM');
        if (isNot) at = indexOfWord(tokens, at + 1);
      }
      continue;
    }
    if (upper === 'CROSS' && nextWord(tokens, at)?.toUpperCase() === 'JOIN') {
      at = indexOfWord(tokens, at + 1) ;
      out.push('JOIN');
      continue;
    }
    if (upper === 'OR' && isIgnoring && out.join('').trim().toUpperCase() === 'INSERT') {
      at = indexOfWord(tokens, at + 1);
      continue;
    }
    if (upper === 'CHAR' && tokens[at + 1]?.text === '(') {
      out.push('chr');
      continue;
    }
    if (upper === 'WITHOUT') {
      at = indexOfWord(tokens, at + 1);
      continue;
    }
    if (upper === 'DESC') {
      out.push('DESC NULLS LAST');
      continue;
    }
    out.push(text);
  }
  const sql = out.join('');
  return isIgnoring ? `${sql} ON CONFLICT DO NOTHING` : sql;
}

const keywords = new Set([
  'WHERE', 'ORDER', 'GROUP', 'LIMIT', 'UNION', 'JOIN', 'LEFT', 'CROSS', 'INNER', 'ON', 'EXCEPT', 'INTERSECT', 'HAVING', 'OFFSET', ')', ',', 'RETURNING', 'THEN', 'ELSE', 'END', 'AND', 'OR',
]);

function isAlias(word: string | undefined): boolean {
  return word !== undefined && !keywords.has(word.toUpperCase());
}

function nextWords(tokens: readonly Token[], at: number, count: number): string[] {
  return tokens
    .slice(at + 1, at + 12)
    .filter(({ kind }) => kind !== 'gap')
    .slice(0, count)
    .map(({ text }) => text);
}

function nextWord(tokens: readonly Token[], at: number): string | undefined {
  return nextWords(tokens, at, 1)[0];
}

function previousWord(tokens: readonly Token[], at: number): string | undefined {
  return tokens.slice(0, at).findLast(({ kind }) => kind !== 'gap')?.text;
}

function indexOfWord(tokens: readonly Token[], from: number): number {
  for (let at = from; at < tokens.length; at += 1) if (tokens[at]?.kind !== 'gap') return at;
  return tokens.length;
}
