/**
 * What a request asks for, of a request that is well-formed. Node parses the framing of HTTP only: a target may be any
 * bytes, and headers arrive as one character for each byte.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

interface RequestTarget {
  /** As it was sent, with its percent-encoding; `*` for a request about the server itself. */
  path: string;
  query: URLSearchParams;
}

/** Names that decide who may do what, and where. Of two, neither is chosen for the client, nor both joined. */
const onlyOnce = ['host', 'authorization', 'x-bigmind-project'];

/** A name or an address, and a port; without a name of a user. */
const hostForm = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9_.-]{1,255})(?::(\d{1,5}))?$/iu;
const targetForm = /^(?:(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?<host>[^/?]*))?(?<path>[^?]*)(?:\?(?<query>.*))?$/iu;

export function targetOf(request: IncomingMessage): RequestTarget | { problem: string } {
  const problem = problemOfHeaders(request);
  if (problem !== undefined) return { problem };
  const { url = '', method, headers } = request;
  // Visible ASCII only: all else, and the fragment, which clients keep for themselves, must be encoded.
  if (!/^[!-~]+$/u.test(url) || url.includes('#') || !isDecodable(url)) return notValid;
  if (url === '*' && method === 'OPTIONS') return { path: url, query: new URLSearchParams() };
  const { scheme, host, path = '', query = '' } = targetForm.exec(url)?.groups ?? {};
  if (scheme === undefined) {
    return path.startsWith('/') ? { path, query: new URLSearchParams(query) } : notValid;
  }
  const isValid = /^https?$/iu.test(scheme) && host !== undefined && isHost(host);
  if (!isValid) return notValid;
  if (headers.host !== undefined && headers.host.toLowerCase() !== host.toLowerCase()) {
    return { problem: 'The address and the Host header name different servers.' };
  }
  return { path: path === '' ? '/' : path, query: new URLSearchParams(query) };
}

/** The text of a header whose request is well-formed. */
export function headerText(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}

function problemOfHeaders({ rawHeaders, headers }: IncomingMessage): string | undefined {
  const seen = new Set<string>();
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const [name = '', value = ''] = rawHeaders.slice(place, place + 2);
    if (!isUtf8(Buffer.from(value, 'latin1'))) return `The header ${name} is not valid UTF-8.`;
    const key = name.toLowerCase();
    if (onlyOnce.includes(key) && seen.has(key)) return `The request has more than one ${name} header.`;
    seen.add(key);
  }
  return headers.host === undefined || isHost(headers.host) ? undefined : 'The Host header is not valid.';
}

function isHost(text: string): boolean {
  const form = hostForm.exec(text);
  return form !== null && Number(form[1] ?? 0) <= 65_535;
}

/** Whether each percent sign begins a byte, and the bytes are UTF-8. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const notValid = { problem: 'The address is not valid.' };
