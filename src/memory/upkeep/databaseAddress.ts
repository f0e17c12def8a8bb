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

/** The host follows an @. One behind the end of the host was meant to be before it. */
function hasHiddenAt(rest: string): boolean {
  const afterHost = rest.slice(rest.search(/[/?#]|$/u));
  return /^[/#][^?]*@/u.test(afterHost) || /^\?[^=]*@/u.test(afterHost);
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
