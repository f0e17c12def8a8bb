/** The form of error codes and of the names of error classes. */

/** Of POSIX and Node; a closed list, because many words in capitals start with E. */
const systemErrors = new Set(
  (
    'EACCES EADDRINUSE EADDRNOTAVAIL EAGAIN EAI_AGAIN EBADF EBUSY ECANCELED ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDOM EEXIST EFAULT EFBIG EHOSTUNREACH ' +
    'EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMSGSIZE ENAMETOOLONG ENETDOWN ENETUNREACH ENFILE ENOBUFS ENODEV ENOENT ENOEXEC ENOLCK ENOMEM ENOSPC ENOSYS ' +
    'ENOTCONN ENOTDIR ENOTEMPTY ENOTSOCK ENOTSUP EOPNOTSUPP EPERM EPIPE EPROTO ERANGE EROFS ESRCH ESTALE ETIMEDOUT EXDEV ENOTFOUND ERESOLVE ETARGET EINTEGRITY ' +
    'EPUBLISHCONFLICT EBADENGINE ELIFECYCLE'
  ).split(' '),
);
const sqlite =
  /^SQLITE_(?:ABORT|AUTH|BUSY|CANTOPEN|CONSTRAINT|CORRUPT|ERROR|FULL|INTERNAL|INTERRUPT|IOERR|LOCKED|MISMATCH|MISUSE|NOLFS|NOMEM|NOTADB|NOTFOUND|PERM|PROTOCOL|RANGE|READONLY|SCHEMA|TOOBIG)(?:_[A-Z]{2,20})?$/u;
/** Of TypeScript, Rust, C#, MSBuild, .NET, the linker of Visual C++, Oracle, Azure, PostgREST, Node and Windows. */
const numbered =
  /^(?:TS\d{4,5}|E\d{4}|CS\d{4}|MSB\d{4}|NETSDK\d{4}|NU\d{4}|LNK\d{4}|ORA-\d{5}|AADSTS\d{5,7}|PGRST\d{3}|ERR_[A-Z][A-Z_]{3,50}|0x8[0-9A-Fa-f]{7})$/u;
const http = /^HTTP [45]\d\d$/u;
/** With a qualifier at most: `java.lang.NullPointerException`, `cli.SilentError`. */
const errorClass = /^(?:[A-Za-z]\w{0,30}(?:\.|::)){0,4}(?<name>[A-Z][A-Za-z\d]{2,60}(?:Error|Exception))$/u;
/** Names of functions and tests that only end like an error. */
const aboutErrors =
  /^(?:Is|Has|As|To|On|Handle|Log|Wrap|New|Throw|Report|Print|Show|Format|Get|Set|Test|Assert|Check|With|Without|Must|Should|Return|Returns|Expect|Expects|Require|Record|Render|Raise|Make|Create|Map|Convert)[A-Z]|(?:With|Without|On|If|And|No|Is|Has|As|To|From|Of|For|In)(?:Error|Exception)$/u;

/** The code as it is written if a text is one; an error class counts. */
export function errorCodeFrom(text: string): string | undefined {
  if (text.length < 3 || text.length > 160) return undefined;
  if (text.endsWith('Error') || text.endsWith('Exception')) return isErrorClass(text) ? text : undefined;
  if (!/^[A-Z0]/.test(text)) return undefined;
  const isCode = systemErrors.has(text) || sqlite.test(text) || numbered.test(text) || http.test(text);
  return isCode ? text : undefined;
}

function isErrorClass(text: string): boolean {
  const name = errorClass.exec(text)?.groups?.['name'];
  return name !== undefined && !aboutErrors.test(name);
}
