/**
 * What a watching build prints: one line when a build begins, one for each error, and one when all bundles are built, so
 * that the task in `.vscode/tasks.json` knows when F5 may open the extension.
 */

/**
 * @param {number} count how many bundles are watched; the first build ends when each of them was built once
 * @param {(line: string) => void} print
 * @returns {() => import('esbuild').Plugin} a new plugin for each bundle
 */
export function createWatchReport(count, print) {
  let underWay = count;
  print('[watch] build started');
  return () => ({
    name: 'watch report',
    setup({ onStart, onEnd }) {
      let isFirst = true;
      onStart(() => {
        if (!isFirst && underWay++ === 0) print('[watch] build started');
        isFirst = false;
      });
      onEnd(({ errors, warnings }) => {
        for (const error of errors) print(lineOf(error, 'error'));
        for (const warning of warnings) print(lineOf(warning, 'warning'));
        if (--underWay === 0) print('[watch] build finished');
      });
    },
  });
}

/** As the task's problem matcher reads it; esbuild counts columns from 0. */
function lineOf({ text, location }, severity) {
  const place = location === null ? 'esbuild.mjs:1:1' : `${location.file}:${location.line}:${location.column + 1}`;
  return `${place}: ${severity}: ${text.split('\n')[0]}`;
}
