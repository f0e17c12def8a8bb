/** What the suites of the page share: requests as anything may send them, which `fetch` would not, and reading answers. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { resolve } from 'node:path';

/** As a build leaves it: run `npm run build` first. */
export const assetFolder = resolve(import.meta.dirname, '../../dist/webview');

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends the path as it stands; without a `host` among the headers it is `localhost` with the port. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const body = method === 'GET' ? '' : 'a body that nobody reads';
  const sent = { host: `localhost:${String(port)}`, 'content-length': String(body.length), ...headers };
  return new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: sent, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    asked.on('error', fail);
    asked.end(body);
  });
}

/** As a browser goes in: opens the address with its token, and answers with the cookie that it was given. */
export async function enter(address: string): Promise<{ port: number; headers: { cookie: string } }> {
  const { port, pathname, search } = new URL(address);
  const { headers } = await ask(Number(port), `${pathname}${search}`);
  const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? [];
  return { port: Number(port), headers: { cookie } };
}
