/** Runs mocha inside an extension host. VS Code calls `run()`, and a rejection fails the whole run. */
import Mocha from 'mocha';

const options = { ui: 'bdd', reporter: 'spec', color: false, timeout: 90_000, forbidOnly: true } as const;

/** Marks the lines of the reporter in the log of the workbench. */
export const reportMark = '[mocha]';

/** `loadSuites` is called once `describe` and `it` exist. */
export function createRun(loadSuites: () => void): () => Promise<void> {
  return async () => {
    markReport();
    const mocha = new Mocha(options);
    mocha.suite.emit('pre-require', globalThis, '', mocha);
    loadSuites();
    const failures = await new Promise<number>((resolve) => mocha.run(resolve));
    if (failures > 0) throw new Error(`${failures} of the tests in the extension host failed.`);
  };
}

function markReport(): void {
  Mocha.reporters.Base.consoleLog = (format: unknown = '', ...values: unknown[]) =>
    console.log(`${reportMark}${String(format)}`, ...values);
}
