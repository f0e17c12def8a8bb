/** How the content of a cited file becomes text; the port to these files is `CitedFiles`. */

/** In bytes. A larger file is not read. */
export const maxCitedBytes = 2 * 1024 * 1024;

const decoder = new TextDecoder();
/** In bytes. A file with a zero in this part is binary, as Git decides it. */
const inspectedBytes = 8_000;

/** The text without its byte order mark; undefined for a binary file, such as one in UTF-16. */
export function textFrom(bytes: Uint8Array): string | undefined {
  const isBinary = isUtf16(bytes) || bytes.subarray(0, inspectedBytes).includes(0);
  return isBinary ? undefined : decoder.decode(bytes);
}

function isUtf16([one, two]: Uint8Array): boolean {
  return (one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff);
}
