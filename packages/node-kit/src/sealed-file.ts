import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Encrypted files (decision 131). A file consists of a header of 48 bytes and of chunks:
 *
 * | bytes | content |
 * |---|---|
 * | 8 | `SANGWIA1` |
 * | 8 | id of the key, derived from the secret |
 * | 32 | random salt |
 * | for each 64 KiB of the plaintext | ciphertext, tag of 16 bytes |
 *
 * Each file has its own key: HKDF-SHA256 of the secret, the salt and the file's name. A chunk's nonce is its number
 * and a flag for the last chunk; the header is authenticated with each chunk. So a chunk that is changed, moved,
 * repeated or missing, and a file under another name, cannot be opened.
 */
const MAGIC = Buffer.from('SANGWIA1');
const KEY_ID_BYTES = 8;
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;
const CIPHER = 'aes-256-gcm';

/** Suffix of encrypted files. */
export const SEALED = '.sealed';

/** An encrypted file that cannot be opened. */
export class SealedFileError extends Error {
  override name = 'SealedFileError';
}

export interface SealedName {
  /** The first secret encrypts, each one decrypts. */
  readonly secrets: readonly string[];
  /** What the file is, such as its path in a backup. The file can be opened only under the same name. */
  readonly name: string;
}

const derive = (secret: string, salt: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, `sangwian backup 1: ${purpose}`, bytes));

const keyIdOf = (secret: string): Buffer => derive(secret, Buffer.alloc(0), 'key id', KEY_ID_BYTES);

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Regroups a stream into pieces of one size. The last piece may be shorter, and is empty only if the stream is. */
async function* piecesOf(
  source: AsyncIterable<Buffer>,
  bytes: number,
): AsyncGenerator<{ readonly piece: Buffer; readonly isLast: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    if (length <= bytes) continue;
    const all = Buffer.concat(parts);
    let from = 0;
    // The last full piece is kept back, because the stream may end after it.
    for (; all.length - from > bytes; from += bytes) {
      yield { piece: all.subarray(from, from + bytes), isLast: false };
    }
    parts = [all.subarray(from)];
    length = all.length - from;
  }
  yield { piece: Buffer.concat(parts), isLast: true };
}

/** Returns the size of the encrypted form of a file. */
export const sealedBytes = (plainBytes: number): number =>
  HEADER_BYTES + plainBytes + TAG_BYTES * Math.max(1, Math.ceil(plainBytes / CHUNK_BYTES));

async function* seal(source: AsyncIterable<Buffer>, { secrets, name }: SealedName) {
  const [secret] = secrets;
  if (secret === undefined) throw new SealedFileError('There is no secret to encrypt with.');
  const salt = randomBytes(SALT_BYTES);
  const header = Buffer.concat([MAGIC, keyIdOf(secret), salt]);
  const key = derive(secret, salt, `file ${name}`, 32);
  yield header;
  let index = 0;
  for await (const { piece, isLast } of piecesOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonceOf(index, isLast)).setAAD(header);
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

/** Returns the header and the secret that the header names. */
function readHeader(header: Buffer, { secrets, name }: SealedName): string {
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new SealedFileError(`${name} is not an encrypted file of Sangwian, or is cut off.`);
  }
  const keyId = header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES);
  const secret = secrets.find((one) => keyIdOf(one).equals(keyId));
  if (secret !== undefined) return secret;
  throw new SealedFileError(
    secrets.length === 0
      ? `${name} is encrypted. Set BACKUP_SECRET to the secret that it was made with.`
      : `${name} was encrypted with another secret than BACKUP_SECRET (key ${keyId.toString('hex')}).`,
  );
}

async function* unseal(path: string, wanted: SealedName) {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const header = buffer.subarray(0, bytesRead);
    const secret = readHeader(header, wanted);
    const salt = header.subarray(HEADER_BYTES - SALT_BYTES);
    const key = derive(secret, salt, `file ${wanted.name}`, 32);
    const sealed = file.createReadStream({ start: HEADER_BYTES, autoClose: false });
    let index = 0;
    for await (const { piece, isLast } of piecesOf(sealed, SEALED_CHUNK_BYTES)) {
      yield openChunk(piece, { key, nonce: nonceOf(index, isLast), header, name: wanted.name });
      index += 1;
    }
  } finally {
    await file.close();
  }
}

interface ChunkKey {
  readonly key: Buffer;
  readonly nonce: Buffer;
  readonly header: Buffer;
  readonly name: string;
}

function openChunk(sealed: Buffer, { key, nonce, header, name }: ChunkKey): Buffer {
  try {
    const end = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(header).setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch {
    throw new SealedFileError(`${name} is damaged, cut off or was moved: its check failed.`);
  }
}

/** Writes a file that only its owner can read, and syncs it to disk. Removes an incomplete file. */
export async function writeSynced(source: AsyncIterable<Buffer>, target: string): Promise<void> {
  try {
    await pipeline(source, createWriteStream(target, { mode: 0o600, flush: true }));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/** Encrypts a file or a stream into a file. */
export const sealFile = (
  source: string | AsyncIterable<Buffer>,
  target: string,
  wanted: SealedName,
): Promise<void> =>
  writeSynced(seal(typeof source === 'string' ? createReadStream(source) : source, wanted), target);

/**
 * Returns the plaintext of an encrypted file as a stream. A chunk is passed on once it is authentic; the stream fails at
 * the first one that is not, and at the end if chunks are missing.
 *
 * @throws {SealedFileError} for the stream's reader: another secret, or a damaged file
 */
export const openSealed = (path: string, wanted: SealedName): Readable =>
  Readable.from(unseal(path, wanted), { objectMode: false });

/** Decrypts a file into a file. @throws {SealedFileError} and leaves no file */
export const unsealFile = (source: string, target: string, wanted: SealedName): Promise<void> =>
  writeSynced(openSealed(source, wanted), target);
