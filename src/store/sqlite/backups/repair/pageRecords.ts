/**
 * Reads rows directly from the pages of a database file, without its schema and its interior pages, following the
 * SQLite file format (sections 1.6 and 2.1). A table leaf page describes its own content.
 */

export type CellValue = string | number | null | Uint8Array;

export interface PageRecord {
  rowid: number;
  values: CellValue[];
}

const leafOfTable = 0x0d;
const defaultPageSize = 4_096;
const headerLength = 100;

/** The rows of each table leaf page, page by page. Invalid cells are skipped. */
export function* recordsByPage(file: Uint8Array): Generator<PageRecord[]> {
  const { size, usable } = pageSizeOf(file);
  for (let start = 0, number = 1; start < file.length; start += size, number += 1) {
    const page = file.subarray(start, start + size);
    const header = number === 1 ? headerLength : 0;
    if (page.length < size || page[header] !== leafOfTable) continue;
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const count = Math.min(view.getUint16(header + 3), Math.floor((size - header - 8) / 2));
    const records: PageRecord[] = [];
    for (let cell = 0; cell < count; cell += 1) {
      const record = recordAt({ file, size, usable }, page, view.getUint16(header + 8 + 2 * cell));
      if (record !== undefined) records.push(record);
    }
    if (records.length > 0) yield records;
  }
}

interface Pages {
  file: Uint8Array;
  size: number;
  /** Bytes of a page that can contain data. */
  usable: number;
}

/** From the header, or SQLite's default of the last ten years if the header is invalid. */
export function pageSizeOf(file: Uint8Array): { size: number; usable: number } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const pageSize = file.length < headerLength ? 0 : view.getUint16(16) === 1 ? 65_536 : view.getUint16(16);
  const isSensible = pageSize >= 512 && (pageSize & (pageSize - 1)) === 0 && file[21] === 64 && file[22] === 32;
  const size = isSensible ? pageSize : defaultPageSize;
  return { size, usable: size - (isSensible ? (file[20] ?? 0) : 0) };
}

function recordAt(pages: Pages, page: Uint8Array, at: number): PageRecord | undefined {
  try {
    const [length, afterLength] = varint(page, at);
    const [rowid, start] = varint(page, afterLength);
    if (length < 2 || length > pages.file.length) return undefined;
    const payload = payloadFrom(pages, page, start, length);
    return payload === undefined ? undefined : { rowid, values: valuesOf(payload) };
  } catch {
    // Not a valid row.
    return undefined;
  }
}

/** A payload that does not fit on the page continues in a chain of overflow pages. */
function payloadFrom(
  { file, size, usable }: Pages,
  page: Uint8Array,
  start: number,
  length: number,
): Uint8Array | undefined {
  const max = usable - 35;
  if (length <= max) return start + length <= page.length ? page.subarray(start, start + length) : undefined;
  const min = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wanted = min + ((length - min) % (usable - 4));
  const local = wanted <= max ? wanted : min;
  const payload = new Uint8Array(length);
  payload.set(page.subarray(start, start + local));
  let filled = local;
  let next = new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(start + local);
  while (filled < length) {
    const from = (next - 1) * size;
    if (next === 0 || from + usable > file.length) return undefined;
    const part = Math.min(usable - 4, length - filled);
    payload.set(file.subarray(from + 4, from + 4 + part), filled);
    filled += part;
    next = new DataView(file.buffer, file.byteOffset + from, 4).getUint32(0);
  }
  return payload;
}

/** Throws if the payload is not a record. */
function valuesOf(payload: Uint8Array): CellValue[] {
  const [headerEnd, first] = varint(payload, 0);
  const values: CellValue[] = [];
  let body = headerEnd;
  for (let at = first; at < headerEnd;) {
    const [type, next] = varint(payload, at);
    const bytes = bytesOf(type);
    if (body + bytes > payload.length) throw new RangeError('The record ends early.');
    values.push(valueOf(type, payload.subarray(body, body + bytes)));
    body += bytes;
    at = next;
  }
  if (body !== payload.length) throw new RangeError('The record has another length.');
  return values;
}

function bytesOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? Number.NaN;
}

function valueOf(type: number, bytes: Uint8Array): CellValue {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0);
  if (type < 7) return signed(bytes);
  // Invalid UTF-8 means that the text was overwritten.
  return type % 2 === 0 ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function signed(bytes: Uint8Array): number {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return Number(BigInt.asIntN(bytes.length * 8, value));
}

/** The value and the position after it. */
function varint(bytes: Uint8Array, at: number): [value: number, end: number] {
  let value = 0;
  for (let n = 0; n < 8; n += 1) {
    const byte = bytes[at + n];
    if (byte === undefined) throw new RangeError('The bytes end early.');
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + n + 1];
  }
  return [value * 256 + (bytes[at + 8] ?? 0), at + 9];
}
