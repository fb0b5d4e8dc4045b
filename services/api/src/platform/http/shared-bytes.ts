import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type Effort, type Encoding } from './compress.ts';
import { etagOf, matchesEtag } from './public-answer.ts';

/** Compressing shorter bodies saves less than the headers cost. */
const COMPRESS_BYTES_MIN = 1_024;

/** A body that is sent to many clients. It is hashed once, and compressed once per requested encoding. */
export interface SharedBytes {
  readonly body: Buffer;
  readonly etag: string;
  /** `null` if compression saves nothing, as for images and fonts. */
  readonly effort: Effort | null;
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/** @param effort compression effort; `null`: no compression */
export const shareBytes = (content: string | Buffer, effort: Effort | null): SharedBytes => {
  const body = Buffer.from(content);
  return {
    body,
    etag: etagOf(body),
    effort: body.length < COMPRESS_BYTES_MIN ? null : effort,
    encoded: new Map(),
  };
};

function encode(bytes: SharedBytes, encoding: Encoding, effort: Effort): Promise<Buffer> {
  const known = bytes.encoded.get(encoding);
  if (known !== undefined) return known;
  const made = compress(bytes.body, encoding, effort);
  bytes.encoded.set(encoding, made);
  return made;
}

/** Adds `Accept-Encoding` to the `Vary` header. */
export function varyByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`);
}

/** Sends the bytes, or 304 if the ETag matches. The caller sets status, type and `cache-control`. */
export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: SharedBytes,
): Promise<FastifyReply> {
  const { effort } = bytes;
  const encoding = effort === null ? null : chooseEncoding(request.headers['accept-encoding']);
  // Each encoding has its own ETag, because the bytes differ.
  const etag = encoding === null ? bytes.etag : bytes.etag.replace(/"$/, `-${encoding}"`);
  reply.header('etag', etag);
  if (effort !== null) varyByEncoding(reply);
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
    return reply.code(304).send();
  }
  if (encoding === null || effort === null) return reply.send(bytes.body);
  return reply.header('content-encoding', encoding).send(await encode(bytes, encoding, effort));
}
