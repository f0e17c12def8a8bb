/** A response to a client that did not wait for it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
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
});
