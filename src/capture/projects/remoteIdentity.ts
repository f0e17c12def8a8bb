/**
 * One name for a Git repository on a server, `host/owner/name` in lower case, however a clone spells its remote. Hosts
 * that spell the same repository differently over HTTPS and SSH are listed here.
 */

const withScheme =
  /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?:(?<user>[^/]*)@)?(?<host>\[[^\]/]+\]|[^/:@]+)(?::\d*)?\/(?<path>.+)$/iu;
const scpLike = /^(?:(?<user>[^@/]+)@)?(?<host>\[[^\]/]+\]|[^/:@]{2,}):(?!\/\/|:)(?<path>.+)$/u;
/** Of Amazon's helper for Git, which names a region and a repository. */
const codeCommit = /^codecommit::(?<region>[\w-]+):\/\/(?:[^@/]+@)?(?<name>[^@/]+)$/iu;

/**
 * `git@github.com:Owner/Name.git`, `https://user@github.com/Owner/Name` and `ssh://git@github.com:22/Owner/Name.git/`
 * all become `github.com/owner/name`. Undefined for a remote that is a local path.
 */
export function normalisedRemote(url: string): string | undefined {
  const text = url.trim();
  const amazon = codeCommit.exec(text)?.groups;
  if (amazon !== undefined)
    return `git-codecommit.${amazon['region'] ?? ''}.amazonaws.com/v1/repos/${amazon['name'] ?? ''}`.toLowerCase();
  if (text.toLowerCase().startsWith('file:')) return undefined;
  const { user = '', host: named, path } = (withScheme.exec(text) ?? scpLike.exec(text))?.groups ?? {};
  if (named === undefined || path === undefined) return undefined;
  const host = named.toLowerCase().replace(/\.$/u, '');
  const parts = partsOf(path.toLowerCase());
  if (parts.length === 0) return undefined;
  const own = onAzure(host, user.toLowerCase(), parts) ?? [otherNames.get(host) ?? host, ...onBitbucket(host, parts)];
  return own.join('/');
}

/** Other names of a host: for SSH through the port of HTTPS, and the one that redirects. */
const otherNames = new Map([
  ['ssh.github.com', 'github.com'],
  ['www.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['www.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['www.bitbucket.org', 'bitbucket.org'],
]);

function partsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((part, place) => decoded(place === parts.length - 1 ? part.replace(/(?<=.)\.git$/u, '') : part));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A literal percent sign is part of the name.
    return part;
  }
}

/**
 * Azure DevOps as its present HTTPS address names a repository. A project's repository of the same name is named
 * without the project. Undefined for other hosts and other addresses of it.
 */
function onAzure(host: string, user: string, parts: readonly string[]): string[] | undefined {
  const isOldHost = host.endsWith('.visualstudio.com');
  const isSsh = host === 'ssh.dev.azure.com' || host === 'vs-ssh.visualstudio.com';
  if (!isOldHost && !isSsh && host !== 'dev.azure.com') return undefined;
  if (isSsh && parts[0] === 'v3') {
    const [, organization, project, name, ...more] = parts;
    if (organization === undefined || project === undefined || name === undefined || more.length > 0) return undefined;
    return ['dev.azure.com', organization, project, '_git', name];
  }
  const [first, ...others] = parts;
  const organization = isSsh ? user : isOldHost ? host.split('.')[0] : first;
  const rest = (isSsh || isOldHost ? parts : others).filter(
    (part) => !['defaultcollection', '_full', '_optimized'].includes(part),
  );
  const mark = rest.findIndex((part) => part === '_git' || part === '_ssh');
  const [name, ...more] = rest.slice(mark + 1);
  if (organization === undefined || organization === '' || mark < 0 || mark > 1) return undefined;
  if (name === undefined || more.length > 0) return undefined;
  return ['dev.azure.com', organization, mark === 0 ? name : (rest[0] ?? name), '_git', name];
}

/** Bitbucket on an own server has `scm` in its HTTPS addresses only; hosts of other programs may have such a group. */
function onBitbucket(host: string, parts: readonly string[]): readonly string[] {
  const start = /^(?:bitbucket|stash)$/u.test(parts[0] ?? '') ? 1 : 0;
  const isIt = parts[start] === 'scm' && parts.length === start + 3 && !/git(?:hub|lab|ea)/u.test(host);
  return isIt ? parts.slice(start + 1) : parts;
}

/** The first URL of each remote in a Git configuration, by its name. */
export function remoteUrls(config: string): Map<string, string> {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.replaceAll(/\\\r?\n/gu, '').split(/\r?\n/u)) {
    const section = /^\s*\[\s*(?<name>[\w.-]+)(?:\s+"(?<part>(?:[^"\\]|\\.)*)")?\s*\](?<rest>.*)$/u.exec(line)?.groups;
    if (section !== undefined)
      remote = section['name']?.toLowerCase() === 'remote' ? unescaped(section['part'] ?? '') : undefined;
    const value = /^\s*url\s*=(?<value>.*)$/iu.exec(section?.['rest'] ?? line)?.groups?.['value'];
    const url = value === undefined ? '' : valueOf(value);
    if (remote !== undefined && url !== '' && !urls.has(remote)) urls.set(remote, url);
  }
  return urls;
}

/** A value of a Git configuration, without quotation marks and the comment after it. */
function valueOf(written: string): string {
  const parts = written.match(/"(?:[^"\\]|\\.)*"?|(?:[^"\\#;]|\\.)+|[#;].*|\\/gu) ?? [];
  const comment = parts.findIndex((part) => /^[#;]/u.test(part));
  const value = comment < 0 ? parts : parts.slice(0, comment);
  return value
    .map((part) => unescaped(part.replace(/^"|"$/gu, '')))
    .join('')
    .trim();
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?<character>.)/gu, '$<character>');
}
