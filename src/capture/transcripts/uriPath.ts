/** Converts URIs that VS Code stores, as strings or as objects, to paths; paths of other machines keep their form. */
import { fieldsFrom, textFrom } from './fields.ts';

/** Schemes whose paths are files: on this machine, or on the one to which a window was connected. */
const schemesOfFiles = new Set(['file', 'vscode-remote', 'vscode-userdata']);

/** Undefined if the URI is not a file, such as an untitled document or a web page. */
export function pathFromUri(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? partsFrom(value) : partsOf(value);
  if (parts === undefined || !schemesOfFiles.has(parts.scheme)) return undefined;
  const isDrive = /^\/[a-z]:/iu.test(parts.path);
  if (isDrive) return parts.path.slice(1).replaceAll('/', '\\');
  return parts.share === '' ? parts.path : `\\\\${parts.share}${parts.path.replaceAll('/', '\\')}`;
}

interface UriParts {
  scheme: string;
  path: string;
  /** The server of a Windows share. */
  share: string;
}

function partsFrom(text: string): UriParts | undefined {
  const {
    scheme,
    authority = '',
    path,
  } = /^(?<scheme>[a-z][\w+.-]*):\/\/(?<authority>[^/?#]*)(?<path>\/[^?#]*)/iu.exec(text)?.groups ?? {};
  if (scheme === undefined || path === undefined) return undefined;
  const name = scheme.toLowerCase();
  return { scheme: name, path: decoded(path), share: name === 'file' ? decoded(authority) : '' };
}

function partsOf(value: unknown): UriParts | undefined {
  const fields = fieldsFrom(value);
  const path = textFrom(fields['path']);
  if (path === undefined) return undefined;
  const scheme = textFrom(fields['scheme']) ?? 'file';
  return { scheme, path, share: scheme === 'file' ? (textFrom(fields['authority']) ?? '') : '' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A literal percent sign is part of the name.
    return text;
  }
}
