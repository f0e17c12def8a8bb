/** Whether a text is the address of a PostgreSQL database, as the driver reads it (RFC 3986, section 3.2). */

/** `unescaped`: a character of the user or the password ends them early, so that another host would be asked. */
export function checkDatabaseAddress(address: string): 'valid' | 'unescaped' | 'invalid' {
  const rest = /^postgres(?:ql)?:\/\/(.*)$/isu.exec(address.trim())?.[1];
  if (rest === undefined) return 'invalid';
  if (hasHiddenAt(rest)) return 'unescaped';
  const url = URL.parse(address);
  if (url === null) return 'invalid';
  return canBeDecoded(url.username + url.password) ? 'valid' : 'unescaped';
}

/** The host follows an @. One after the end of the host belongs to a password that ended early. */
function hasHiddenAt(rest: string): boolean {
  const end = rest.search(/[/?#]|$/u);
  const [host, afterHost] = [rest.slice(0, end), rest.slice(end)];
  const isPasswordCut = host.includes(':') && !host.includes('@') && !/:\d*$/u.test(host);
  return /^[/#][^?]*@|\?[^=]*@/u.test(afterHost) || (isPasswordCut && afterHost.includes('@'));
}

/** The driver reads a % without two digits as itself. */
function canBeDecoded(text: string): boolean {
  if (/%(?![0-9a-f]{2})/iu.test(text)) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // The bytes are no UTF-8.
    return false;
  }
}
