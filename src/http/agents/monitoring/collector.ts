/** Where traces are sent, from the variables that OpenTelemetry names. */
import { BigMindError } from '../../../memory/shared/errors.ts';

/** Throws `invalid_input` for an address that is none, or headers that are none. Neither is repeated. */
export function collectorFrom(
  url: string,
  headers: string | undefined,
): { endpoint: string; headers: Record<string, string> } {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/u.test(base.protocol) || base.username !== '') {
    throw invalid('OTEL_EXPORTER_OTLP_ENDPOINT', 'Use an address such as http://collector:4318, without a password.');
  }
  base.pathname = `${base.pathname.replace(/\/+$/u, '')}/v1/traces`;
  return { endpoint: base.href, headers: headersFrom(headers ?? '') };
}

function headersFrom(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/u.exec(pair) ?? [];
      const decoded = decodedFrom(value);
      if (name === undefined || decoded === undefined) {
        throw invalid('OTEL_EXPORTER_OTLP_HEADERS', 'Use NAME=VALUE, with commas between them.');
      }
      return [name, decoded];
    }),
  );
}

/** Undefined for what is no value of a header. */
function decodedFrom(value = ''): string | undefined {
  try {
    const text = decodeURIComponent(value);
    return /^[\x20-\x7e]*$/u.test(text) ? text : undefined;
  } catch {
    // Not a valid encoding.
    return undefined;
  }
}

function invalid(field: string, remedy: string): BigMindError {
  return new BigMindError('invalid_input', `${field} cannot be used.`, { remedy, details: { field } });
}
