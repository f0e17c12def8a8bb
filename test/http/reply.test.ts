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
    const asking = request({ port: address.port, host: '127.0.0.1' }).on('error', () => undefined);
    asking.end();
    const response = await new Promise<ServerResponse>((asked) => {
      server.once('request', (_, answer: ServerResponse) => asked(answer));
    });
    const left = once(response, 'close');
    asking.destroy();
    await left;
    await send(response, plain(200, 'Too late.'));
    server.close();
  });
});
