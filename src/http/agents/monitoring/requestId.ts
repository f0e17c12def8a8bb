/** The id by which a request is found in the logs of a proxy, of this server and of its client. */
import type { IncomingHttpHeaders } from 'node:http';
import type { NewId } from '../../../memory/shared/ports.ts';

/** Harmless in a log, in JSON and in a header; a UUID, and what proxies use. */
const harmless = /^[\w.:=@/+-]{1,128}$/u;

/** That of `X-Request-Id`, or a new one. */
export function requestIdFrom({ 'x-request-id': given }: IncomingHttpHeaders, newId: NewId): string {
  return typeof given === 'string' && harmless.test(given) ? given : newId();
}
