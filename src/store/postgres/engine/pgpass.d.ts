/** Reads the password file of PostgreSQL (chapter 34.16 of its manual); the package has no types. */
declare module 'pgpass' {
  function pgpass(
    asked: { host: string; port: number; database?: string | undefined; user?: string | undefined },
    found: (password: string | undefined) => void,
  ): void;
  export = pgpass;
}
