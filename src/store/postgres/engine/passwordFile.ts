/**
 * The password for an address that has none: from the file that `PGPASSFILE` names, `~/.pgpass` by default. The driver
 * reads it too, but warns on the terminal that its next version will not, and to do it this way.
 */
import type { Client, ClientConfig } from 'pg';
import { noPassword } from './postgresErrors.ts';

type ClientClass = new (config?: ClientConfig) => Client;

/**
 * Its clients look for the password themselves if neither the address nor `PGPASSWORD` has it. One that fails to log in
 * closes its connection: the driver leaves that to the server, which waits a minute, and so long the process lives.
 */
export function withPasswordFile(Base: ClientClass): ClientClass {
  return class extends Base {
    constructor(config?: ClientConfig) {
      super(config);
      if (typeof this.password !== 'string') Object.assign(this, { password: passwordFor });
      this.connection.once('error', () => this.connection.stream.destroy());
    }
  };
}

/** Called when the server asks for a password. */
async function passwordFor(asked: Pick<Client, 'host' | 'port' | 'database' | 'user'>): Promise<string> {
  const { default: pgpass } = await import('pgpass');
  const found = await new Promise<string | undefined>((resolve) => pgpass(asked, resolve));
  if (found === undefined) throw noPassword();
  return found;
}
