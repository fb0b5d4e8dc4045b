import { createHash, randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { readBounded } from '../http-client/read-bounded.ts';
import { createWorkGate } from '../limits/work-gate.ts';
import {
  checkKey,
  checkSize,
  OBJECT_BYTES_MAX,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';
import { readPage } from './s3-page.ts';
import { explainAnswer, explainSilence, type S3Action } from './s3-refusal.ts';

/** Timeout of one storage call. A request to the API may take 30 s and may write two objects. */
const ANSWER_MS_MAX = 10_000;
/** Additional timeout per megabyte of a recording's object, because no viewer waits for it. */
const ANSWER_MS_PER_MEGABYTE = 2_000;
/** Responses with status 5xx or 429 are retried, as S3 interfaces recommend. */
const RETRIES = 2;
const RETRY_MS = 100;
/** Maximum number of concurrent calls, which limits the memory of a node. Images of pages have at most 0.5 MB. */
const RUNNING_MAX = 64;
const WAITING_MAX = 2_000;
const BUSY_RETRY_S = 2;
/** The maximum number of keys that S3 returns at once. */
const KEYS_PER_PAGE = 1_000;
/** Maximum size of a list response: 1 000 keys of at most a kilobyte. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;
const ERROR_BYTES_MAX = 64 * 1024;

export interface S3Settings {
  readonly bucket: string;
  /** Prefix of every key, with a trailing slash; empty without a prefix. */
  readonly prefix: string;
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

interface S3Call {
  readonly action: S3Action;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Positions of the first and last byte to read. */
  readonly range?: readonly [first: number, last: number];
}

const METHODS = { write: 'PUT', read: 'GET', list: 'GET', remove: 'DELETE' } as const;

interface S3Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

const answerMsMax = (bytes: number): number =>
  ANSWER_MS_MAX + Math.floor(bytes / 1e6) * ANSWER_MS_PER_MEGABYTE;

/** Creates the function that signs and sends requests to a bucket, with limited concurrency. */
function createSender(settings: S3Settings) {
  const client = new AwsClient({
    accessKeyId: settings.key,
    secretAccessKey: settings.secret,
    service: 's3',
    region: settings.region,
    retries: RETRIES,
    initRetryMs: RETRY_MS,
  });
  const gate = createWorkGate({
    runningMax: RUNNING_MAX,
    waitingMax: WAITING_MAX,
    retryAfterS: BUSY_RETRY_S,
  });

  async function send({ action, key = '', query = {}, body, range }: S3Call): Promise<S3Answer> {
    // The bucket is in the path, because self-hosted servers rarely have a host name for each bucket.
    const path = key === '' ? settings.bucket : `${settings.bucket}/${key}`;
    const url = new URL(`${settings.endpoint}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    try {
      const response = await client.fetch(url, {
        method: METHODS[action],
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMsMax(body?.byteLength ?? 0)),
        ...(range === undefined ? {} : { headers: { range: `bytes=${range[0]}-${range[1]}` } }),
        ...(body === undefined
          ? {}
          : {
              body: Buffer.from(body),
              // With this hash, the server refuses bytes that changed in transit.
              headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
            }),
      });
      const isFile = response.ok && action === 'read';
      const bytesMax = isFile ? OBJECT_BYTES_MAX : response.ok ? PAGE_BYTES_MAX : ERROR_BYTES_MAX;
      return { status: response.status, bytes: await readBounded(response, bytesMax) };
    } catch (error) {
      throw explainSilence(settings, error);
    }
  }

  return async (call: S3Call): Promise<S3Answer> => {
    const answer = await gate(() => send(call));
    if (answer.status < 300) return answer;
    const refusal = explainAnswer(settings, call.action, {
      status: answer.status,
      body: answer.bytes.toString('utf8'),
    });
    // Only a missing object is not an error.
    if (refusal === null) return { status: 404, bytes: Buffer.alloc(0) };
    throw refusal;
  };
}

/** Returns a store in a bucket of an S3-compatible server. */
export function createS3Store(settings: S3Settings, keysPerPage = KEYS_PER_PAGE): ObjectStore {
  const send = createSender(settings);
  const keyOf = (key: string): string => `${settings.prefix}${checkKey(key)}`;

  async function* list(folder?: string): AsyncGenerator<StoredObject> {
    const prefix = folder === undefined ? settings.prefix : `${keyOf(folder)}/`;
    // Uses version 1 of ListObjects: its pages need no token, and every S3-compatible server supports it.
    for (let marker: string | null = ''; marker !== null; ) {
      const { bytes } = await send({
        action: 'list',
        query: {
          'max-keys': String(keysPerPage),
          ...(prefix === '' ? {} : { prefix }),
          ...(marker === '' ? {} : { marker }),
        },
      });
      const page = readPage(bytes.toString('utf8'), settings.prefix);
      yield* page.objects;
      marker = page.next;
    }
  }

  const store: ObjectStore = {
    write: async (key, bytes) => {
      checkSize(key, bytes.byteLength);
      await send({ action: 'write', key: keyOf(key), body: bytes });
    },
    read: async (key) => {
      const { status, bytes } = await send({ action: 'read', key: keyOf(key) });
      return status === 404 ? null : bytes;
    },
    readRange: async (key, start, length) => {
      const range = [start, start + length - 1] as const;
      const { status, bytes } = await send({ action: 'read', key: keyOf(key), range });
      if (status === 404) return null;
      // A server without support for ranges returns the whole object.
      const found = status === 206 ? bytes : bytes.subarray(start, start + length);
      return found.length === length ? found : null;
    },
    remove: async (key) => {
      await send({ action: 'remove', key: keyOf(key) });
    },
    removeFolder: async (folder) => {
      for await (const { key } of list(folder)) await store.remove(key);
    },
    list,
    probe: async () => {
      const folder = `probe/${randomUUID()}`;
      await store.write(`${folder}/file`, Buffer.from('sangwian'));
      await store.read(`${folder}/file`);
      await store.removeFolder(folder);
    },
  };
  return store;
}
