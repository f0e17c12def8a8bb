/** The build of sql.js that needs nothing of its host but WebAssembly; its package has types for its other builds only. */
declare module 'sql.js/dist/sql-wasm-browser.js' {
  import type { InitSqlJsStatic } from 'sql.js';
  const initSqlJs: InitSqlJsStatic;
  export = initSqlJs;
}
