import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const BUCKET = 'ringside';
/** The only key pair that s3rver knows. */
const KEY = 'S3RVER';

export interface TestS3 {
  readonly settings: {
    readonly bucket: string;
    readonly prefix: string;
    readonly endpoint: string;
    readonly region: string;
    readonly key: string;
    readonly secret: string;
  };
  /** Methods that are refused, as by a bucket policy. */
  readonly denied: Set<string>;
  /** Received requests, such as `PUT /ringside/site/a`. */
  readonly calls: string[];
  close(): Promise<void>;
}

/** Starts an S3 server in this process that verifies signatures and stores its objects in a temporary folder. */
export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'sangwian-s3-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  const denied = new Set<string>();
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    if (!denied.has(request.method ?? '')) return answer(request, response);
    request.resume();
    response
      .writeHead(403, { 'content-type': 'application/xml' })
      .end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      bucket: BUCKET,
      prefix: 'site/',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      key: KEY,
      secret: KEY,
    },
    denied,
    calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
