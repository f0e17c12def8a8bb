/** What stands between a client and a PostgreSQL server: one that cuts connections, and a pooler. Without TLS. */
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  /** The address of the server, through the proxy. */
  url: string;
  close: () => Promise<void>;
}

/** What becomes of what a client sends: `last` arrives, and the connection is cut when the server answers it. */
export type Fate = 'passed' | 'dropped' | 'last';

export function cuttingProxy(
  url: string,
  fateOf: (sent: string) => Fate,
  accepts: () => boolean = () => true,
): Promise<Proxy> {
  return proxyOf(url, (client, dial) => {
    if (!accepts()) return void client.destroy();
    const server = dial();
    let fate: Fate = 'passed';
    client.on('data', (data) => {
      fate = fateOf(data.toString('latin1'));
      if (fate === 'dropped') client.destroy();
      else server.write(data);
    });
    server.on('data', (data) => {
      if (fate === 'last') client.destroy();
      else client.write(data);
    });
    client.on('close', () => server.end());
    server.on('close', () => client.destroy());
  });
}

/** Gives each transaction of a client the other one of two connections, as a pooler in transaction mode may. */
export function transactionPooler(url: string): Promise<Proxy> {
  return proxyOf(url, (client, dial) => {
    const servers = [dial(), dial()];
    let current = 0;
    // Requests whose end the server has not answered yet.
    let open = 1;
    let isStarted = false;
    let unsent = Buffer.alloc(0);
    const close = (): void => {
      client.destroy();
      for (const server of servers) server.end();
    };
    client.on('close', close);
    client.on('data', (data) => {
      // Both connections begin in the same way, of which the client learns once.
      if (!isStarted) for (const server of servers) server.write(data);
      else {
        unsent = Buffer.concat([unsent, data]);
        const messages = messagesIn(unsent);
        const end = messages.at(-1)?.end ?? 0;
        open += messages.filter(({ type }) => 'QS'.includes(type)).length;
        servers[current]?.write(unsent.subarray(0, end));
        unsent = unsent.subarray(end);
      }
      isStarted = true;
    });
    for (const [place, server] of servers.entries()) {
      let rest = Buffer.alloc(0);
      // The beginning of the second connection is of no interest to the client.
      let isSilent = place === 1;
      server.on('close', close);
      server.on('data', (data) => {
        rest = Buffer.concat([rest, data]);
        let sent = 0;
        for (const { type, state, end } of messagesIn(rest)) {
          if (!isSilent) client.write(rest.subarray(sent, end));
          sent = end;
          if (type !== 'Z') continue;
          if (isSilent) isSilent = false;
          else if (--open === 0 && state === 'I') current = 1 - current;
        }
        rest = rest.subarray(sent);
      });
    }
  });
}

interface Message {
  type: string;
  /** Of the message that ends an answer: `I` outside of a transaction. */
  state: string;
  end: number;
}

/** The complete messages. */
function messagesIn(data: Buffer): Message[] {
  const messages: Message[] = [];
  for (let start = 0; start + 5 <= data.length;) {
    const end = start + 1 + data.readUInt32BE(start + 1);
    if (end > data.length) break;
    messages.push({
      type: String.fromCharCode(data[start] ?? 0),
      state: String.fromCharCode(data[start + 5] ?? 0),
      end,
    });
    start = end;
  }
  return messages;
}

async function proxyOf(url: string, serve: (client: Socket, dial: () => Socket) => void): Promise<Proxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const proxy = createServer((client) => serve(kept(client), () => kept(connect(Number(port), hostname))));
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String((proxy.address() as AddressInfo).port);
  return {
    url: address.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => proxy.close(done));
    },
  };
}
