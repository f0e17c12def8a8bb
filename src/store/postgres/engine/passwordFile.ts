/**
 * The password for an address that has none: from the file that `PGPASSFILE` names, `~/.pgpass` by default. The driver
 * reads it too, but warns on the terminal that its next version will not, and to do it this way.
 */
import type { Client, ClientConfig } from 'pg';

type ClientClass = new (config?: ClientConfig) => Client;

/** Its clients look for the password themselves if neither the address nor `PGPASSWORD` has it. */
export function withPasswordFile(Base: ClientClass): ClientClass {
  return class extends Base {
    constructor(config?: ClientConfig) {
      super(config);
      if (typeof this.password !== 'string') Object.assign(this, { password: passwordFor });
    }
  };
}

/** Called when the server asks for a password. */
async function passwordFor(asked: Pick<Client, 'host' | 'port' | 'database' | 'user'>): Promise<string | undefined> {
  const { default: pgpass } = await import('pgpass');
  return new Promise((found) => pgpass(asked, found));
}
