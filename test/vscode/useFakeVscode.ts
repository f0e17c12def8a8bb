/** From the import of this file on, modules that are imported dynamically get `fakeVscode.ts` as `vscode`. */
import { registerHooks } from 'node:module';

const { href: url } = new URL('fakeVscode.ts', import.meta.url);

registerHooks({
  resolve: (name, context, next) => (name === 'vscode' ? { url, shortCircuit: true } : next(name, context)),
});
