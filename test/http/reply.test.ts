/** A response to a client that did not wait for it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { plain, send } from '../../src/http/reply.ts';

describe('a response', () => {
  it('ends if the client has disconnected', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const clientRequest = request({ port: address.port, host: '127.0.0.1' }).on('error', () => undefined);
    clientRequest.end();
    const response = await new Promise<ServerResponse>((resolve) => {
      server.once('request', (_, answer: ServerResponse) => resolve(answer));
    });
    const left = once(response, 'close');
    clientRequest.destroy();
    await left;
    await send(response, plain(200, 'Too late.'));
    server.close();
  });

  it('ends if the client does not read it in time', async () => {
    const server = createServer((_, response) => void send(response, plain(200, 'x'.repeat(50_000_000)), 50));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const socket = connect(address.port, '127.0.0.1').on('error', () => undefined);
    socket.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [accepted] = (await once(server, 'connection')) as [Socket];
    if (!accepted.closed) await once(accepted, 'close');
    socket.destroy();
    server.close();
  });
});
