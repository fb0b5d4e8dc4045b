import { ApiError } from '@sangwian/node-kit/api-error';

/** Maximum size of an object, which is held in memory. The largest upload has 16 MiB. */
export const OBJECT_BYTES_MAX = 32 * 1024 * 1024;
const RETRY_AFTER_S = 5;
/** One to five path segments that each begin with a letter or digit, so that no key leads outside the folder. */
const KEY = /^[a-z0-9][a-z0-9.-]{0,79}(\/[a-z0-9][a-z0-9.-]{0,79}){0,4}$/;

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

/**
 * Stores the files of uploads by keys such as `uploads/0a/0a…/320.webp`, and recordings. An object never changes after it was written,
 * so several nodes and caches can read it without a check.
 *
 * Every function throws {ObjectStoreError} if the storage refuses the call or does not respond.
 */
export interface ObjectStore {
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the object's bytes, or `null` if it does not exist. */
  read(key: string): Promise<Buffer | null>;
  /** Returns `length` bytes from `start`, or `null` if the object does not exist or is shorter. */
  readRange(key: string, start: number, length: number): Promise<Buffer | null>;
  /** Removes an object, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes all objects of a folder. */
  removeFolder(folder: string): Promise<void>;
  /** Lists all objects, or those of a folder. */
  list(folder?: string): AsyncIterable<StoredObject>;
  /** Verifies that objects can be written, read, listed and removed. */
  probe(): Promise<void>;
}

/** The storage refused a call or did not respond. `message` contains advice for the operator. */
export class ObjectStoreError extends ApiError {
  override name = 'ObjectStoreError';
  /** One line for the log and for `/health/ready`. */
  readonly advice: string;

  constructor(advice: string, cause?: unknown) {
    super('unavailable', { retryAfterS: RETRY_AFTER_S, cause: cause ?? new Error(advice) });
    this.advice = advice;
  }
}

export const isObjectKey = (text: string): boolean => KEY.test(text);

/** @throws {RangeError} if the text is not a valid object key */
export function checkKey(key: string): string {
  if (!isObjectKey(key)) throw new RangeError(`${key} is not the key of an object`);
  return key;
}

/** @throws {RangeError} if an object is too large to be held in memory */
export function checkSize(key: string, bytes: number): void {
  if (bytes <= OBJECT_BYTES_MAX) return;
  throw new RangeError(`${key} has ${bytes} bytes, more than ${OBJECT_BYTES_MAX}`);
}
