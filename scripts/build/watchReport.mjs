/**
 * The output of a watching build: one line when a build starts, one for each error, and one when all bundles are built.
 * The task in `.vscode/tasks.json` waits for the last one before F5 opens the extension.
 */

/**
 * @param {number} count the number of watched bundles; the first build ends when each of them was built once
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

/** The format of the task's problem matcher; esbuild counts columns from 0. */
function lineOf({ text, location }, severity) {
  const place = location === null ? 'esbuild.mjs:1:1' : `${location.file}:${location.line}:${location.column + 1}`;
  return `${place}: ${severity}: ${text.split('\n')[0]}`;
}
