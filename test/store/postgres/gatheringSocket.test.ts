/** The connection to a server of PostgreSQL sends what is written at once in one packet. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { GatheringSocket } from '../../../src/store/postgres/engine/gatheringSocket.ts';

describe('a connection that gathers', () => {
  let server: Server;
  let socket: GatheringSocket;
  let peer: Socket;
  let received: string[];

  beforeEach(async () => {
    received = [];
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = new GatheringSocket();
    socket.setNoDelay(true);
    const accepted = once(server, 'connection');
    socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
    [peer] = (await accepted) as [Socket];
    peer.setEncoding('utf8').on('data', (part: string) => received.push(part));
    if (socket.connecting) await once(socket, 'connect');
  });

  afterEach(() => {
    socket.destroy();
    peer.destroy();
    server.close();
  });

  const settled = async (characters: number): Promise<string[]> => {
    while (received.join('').length < characters) await setImmediate();
    return received;
  };

  it('sends the writes of one turn as one, and those of the next turn apart', async () => {
    for (const part of ['a', 'b', 'c']) socket.write(part);
    assert.deepEqual(await settled(3), ['abc']);
    socket.write('d');
    assert.deepEqual(await settled(4), ['abc', 'd']);
  });

  it('keeps the order, the callbacks and what is larger than its buffer', async () => {
    const large = 'x'.repeat(1_000_000);
    const done: string[] = [];
    socket.write('first', () => done.push('first'));
    socket.write(large, 'utf8', () => done.push('large'));
    socket.write('last', () => done.push('last'));
    assert.equal((await settled(large.length + 9)).join(''), `first${large}last`);
    assert.deepEqual(done, ['first', 'large', 'last']);
  });

  it('sends all of it before its end', async () => {
    socket.write('one');
    socket.write('two');
    socket.end('three');
    await once(peer, 'end');
    assert.equal(received.join(''), 'onetwothree');
  });
});
