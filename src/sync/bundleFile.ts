/**
 * A bundle as a file: a header in plain JSON, then what the machine changed, compressed and encrypted with AES-256-GCM.
 * The header is authenticated with the content, so neither can be exchanged. It names no person and no project.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { BigMindError } from '../memory/shared/errors.ts';
import { isRecord } from '../memory/upkeep/snapshot.ts';

interface BundleHeader {
  format: 'bigmind-sync';
  /** Of this format; `formatVersion` is the latest that this program reads. */
  version: number;
  /** Of the store that wrote it. */
  schema: number;
  machine: string;
  sequence: number;
  /** The SHA-256 of the bundle before it; empty for the first one. */
  previous: string;
  /** Names the key without revealing it. */
  key: string;
}

export const formatVersion = 1;
export const keyLength = 32;

const cipher = 'aes-256-gcm';
const [nonceLength, tagLength] = [12, 16];
const compress = promisify(gzip);
const expand = promisify(gunzip);

/** In bytes; a longer text would not fit into one string. */
const maxExpandedLength = 400_000_000;

export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('bigmind sync key').update(key).digest('hex').slice(0, 16);
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function sealBundle(header: BundleHeader, content: string, key: Uint8Array): Promise<Uint8Array> {
  const head = Buffer.from(`${JSON.stringify(header)}\n`, 'utf8');
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(head);
  const sealed = Buffer.concat([sealing.update(await compress(content)), sealing.final()]);
  return Buffer.concat([head, nonce, sealed, sealing.getAuthTag()]);
}

/** Undefined if the bytes are no bundle of any version. */
export function headerOf(bytes: Uint8Array): BundleHeader | undefined {
  const end = bytes.indexOf(10);
  if (end < 0 || end > 2_000) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    if (!isRecord(value) || value['format'] !== 'bigmind-sync') return undefined;
    const { version, schema, machine, sequence, previous, key } = value;
    return {
      ...{ format: 'bigmind-sync', version: Number(version), schema: Number(schema), machine: String(machine) },
      ...{ sequence: Number(sequence), previous: String(previous), key: String(key) },
    };
  } catch {
    // Another file with this name.
    return undefined;
  }
}

/** Rejects with `bad_import` if the key is another one, or if the bundle was changed. */
export async function openBundle(bytes: Uint8Array, key: Uint8Array): Promise<string> {
  const start = bytes.indexOf(10) + 1;
  const [head, nonce] = [bytes.subarray(0, start), bytes.subarray(start, start + nonceLength)];
  const sealed = bytes.subarray(start + nonceLength, -tagLength);
  try {
    const opening = createDecipheriv(cipher, key, nonce).setAAD(head).setAuthTag(bytes.subarray(-tagLength));
    const packed = Buffer.concat([opening.update(sealed), opening.final()]);
    return (await expand(packed, { maxOutputLength: maxExpandedLength })).toString('utf8');
  } catch (cause) {
    throw new BigMindError('bad_import', 'A bundle was changed after it was written.', {
      remedy: 'Nothing was changed here.',
      cause,
    });
  }
}
