/** What can be wrong with a server, as errors. None of them contains a token. */
import { BigMindError } from '../memory/shared/errors.ts';
import { isRecord } from '../util/parsedValues.ts';
import { oneLine, shorten } from '../util/text.ts';
import { hostOf } from './serverAddress.ts';

/**
 * Why a server refuses, as `details.reason` of `server_refused`: nothing changes until the address, the certificate,
 * the token or a version does. `request` blames one request, so others may still work.
 */
type RefusalReason = 'address' | 'certificate' | 'token' | 'read_only' | 'version' | 'request';

export function refusalReasonOf({ code, details }: BigMindError): RefusalReason | undefined {
  if (code !== 'server_refused') return undefined;
  return reasons.find((reason) => reason === details['reason']);
}

const reasons: readonly RefusalReason[] = ['address', 'certificate', 'token', 'read_only', 'version', 'request'];

function serverDown(address: string, what = 'does not answer', details = {}): BigMindError {
  const remedy = 'Check your connection, or ask the administrator of the server. BigMind tries again by itself.';
  return new BigMindError('server_down', `${hostOf(address)} ${what}.`, { remedy, details });
}

/** Whether a BigMind server failed at this request, which may fail at it each time, while others work. */
export function isServerDefect({ code, details }: BigMindError): boolean {
  return code === 'server_down' && details['status'] === 500;
}

export function serverRefused(address: string, reason: RefusalReason, what: string, remedy?: string): BigMindError {
  return new BigMindError('server_refused', `${hostOf(address)} ${what}.`, {
    remedy: remedy ?? remedies[reason],
    details: { reason },
  });
}

const remedies: Readonly<Record<RefusalReason, string>> = {
  address: 'Check the address of the server. It is the one that `bigmind serve --host` has behind its proxy.',
  certificate: 'Ask the administrator of the server to correct it. Nothing was sent.',
  token: 'Ask the administrator of the server for another token, and connect again.',
  read_only: 'Use a token that was created without --read, because recorded chats are stored on the server.',
  version: 'Update BigMind on the server, or here if it is older.',
  request: 'Update BigMind on the server, or here if it is older. For details, open the log.',
};

/** For a request that got no answer. */
export function errorFromFailure(address: string, thrown: unknown): BigMindError {
  const code = codeIn(thrown);
  if (code !== undefined && /CERT|SIGNATURE|SELF_SIGNED|ALTNAME/u.test(code)) {
    return serverRefused(address, 'certificate', `has a certificate that is not valid (${code})`);
  }
  if (code !== undefined && /^(?:EPROTO|ERR_SSL)/u.test(code)) {
    return serverRefused(address, 'address', `does not speak https (${code})`);
  }
  return serverDown(address, code === undefined ? undefined : `does not answer (${code})`);
}

/** For an answer with a status that is not 200. `text` is its body. */
export function errorFromAnswer(address: string, status: number, text: string): BigMindError {
  const said = problemIn(text);
  const refused = (reason: RefusalReason, what: string): BigMindError => serverRefused(address, reason, what);
  if (status === 0 || (status >= 300 && status < 400)) return refused('address', 'redirects to another address');
  if (status === 401 && said !== undefined) return refused('token', `refuses the token: ${said}`);
  if (status === 403 && said?.includes('may only read') === true) return refused('read_only', `refuses: ${said}`);
  if (status === 403 && said?.includes('name in the request') === true) return refused('address', `refuses: ${said}`);
  if (status === 413) return refused('request', 'refuses the request, because it is too long');
  if (status === 429 || status === 408 || status >= 500) {
    if (said === undefined) return serverDown(address, `cannot answer now (${String(status)})`);
    return serverDown(address, `cannot answer now (${String(status)}): ${said}`, { status });
  }
  if (said === undefined) return refused('address', `is not a BigMind server (${String(status)})`);
  if (status === 404 || status === 405) return refused('version', 'runs a version of BigMind that is too old for this');
  return refused('request', `refuses (${String(status)}): ${said}`);
}

/** The sentence in an error of our API, without the dot; undefined for anything else. */
function problemIn(text: string): string | undefined {
  const body = parsedJson(text);
  const error = isRecord(body) ? body['error'] : undefined;
  const message = isRecord(error) ? error['message'] : undefined;
  return typeof message === 'string' ? shorten(oneLine(message), 200).replace(/\.$/u, '') : undefined;
}

/** Undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Such as an HTML page; the callers refuse it.
    return undefined;
  }
}

/** The code of a network error, which `fetch` puts into the cause. */
function codeIn(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return undefined;
}
