/** The figures as Markdown for docs/performance.md: for each set every system, then every category. */
import type { Row } from './evaluation.ts';
import { measures } from './metrics.ts';
import type { Figures, Score } from './metrics.ts';
import { groupBy } from '../../src/util/groupBy.ts';

const headings = ['R@1', 'R@5', 'R@10', 'R@20', 'MRR', 'nDCG@10'];

export function tablesOf(rows: readonly Row[]): string {
  const sets = groupBy(rows, ({ set }) => set);
  return [...sets]
    .map(([set, its]) =>
      [headline(set, its), systemsTable(its), ...besideTables(its), categoriesTable(its)].join('\n\n'),
    )
    .join('\n\n');
}

function headline(set: string, rows: readonly Row[]): string {
  const first = rows.find(({ layout }) => layout === 'per conversation');
  const [turns, questions] = [first?.turns ?? 0, first?.score.questions ?? 0];
  return `**${set}**: ${turns.toLocaleString('en')} turns, ${questions.toLocaleString('en')} questions; in percent`;
}

function systemsTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => [nameOf(row), ...cellsOf(row.score.overall)]);
  return table(['system', ...headings], lines);
}

/** The measures that only BigMind has, and how far it is above the floor. */
function besideTables(rows: readonly Row[]): string[] {
  return rows.flatMap(({ beside }) => {
    if (beside === undefined) return [];
    const further = Object.entries(beside.further).map(([name, share]) => [name, percent(share)]);
    const over = Object.entries(beside.overFloor).map(([name, { mean, low, high }]) => {
      return [name, ...[mean, low, high].map(percent)];
    });
    return [table(['figure', '%'], further), table(['over the floor', 'points', 'from', 'to'], over)];
  });
}

/** The first system in full, and recall@10 of each other one beside it; `--json` has every figure. */
function categoriesTable([first, ...others]: readonly Row[]): string {
  const lines = (first?.score.byCategory ?? []).map(({ category, questions, figures }) => [
    category,
    String(questions),
    ...cellsOf(figures),
    ...others.map(({ score }) => recallAt10(score, category)),
  ]);
  return table(['category', 'questions', ...headings, ...others.map((row) => `R@10: ${nameOf(row)}`)], lines);
}

function recallAt10({ byCategory }: Score, category: string): string {
  const figures = byCategory.find((each) => each.category === category)?.figures;
  return figures === undefined ? '–' : percent(figures['recall@10']);
}

function nameOf({ system, layout }: Row): string {
  return layout === 'one store' ? `${system} in one store` : system;
}

function cellsOf(figures: Figures): string[] {
  return measures.map((measure) => percent(figures[measure]));
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

function table(head: string[], lines: string[][]): string {
  const rule = head.map(() => '---');
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
