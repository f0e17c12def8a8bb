/** The build of sql.js that needs only WebAssembly from its host; the package has types for its other builds only. */
declare module 'sql.js/dist/sql-wasm-browser.js' {
  import type { InitSqlJsStatic } from 'sql.js';
  const initSqlJs: InitSqlJsStatic;
  export = initSqlJs;
}
