import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type Effort, type Encoding } from './compress.ts';
import { etagOf, matchesEtag } from './public-answer.ts';

/** Shorter than this and the headers cost more than is saved. */
const COMPRESS_BYTES_MIN = 1_024;

/** Bytes that many are sent: hashed once, and compressed once for each encoding that somebody asks for. */
export interface SharedBytes {
  readonly body: Buffer;
  readonly etag: string;
  /** `null` where compressing saves nothing, as of pictures and fonts. */
  readonly effort: Effort | null;
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/** @param effort how hard to compress; `null`: not at all */
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

/** Declares to caches that the answer depends on `Accept-Encoding`. */
export function varyByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`);
}

/** Sends them, but not again to who has them. The caller has set status, type and `cache-control`. */
export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: SharedBytes,
): Promise<FastifyReply> {
  const { effort } = bytes;
  const encoding = effort === null ? null : chooseEncoding(request.headers['accept-encoding']);
  // One validator an encoding, since the bytes differ.
  const etag = encoding === null ? bytes.etag : bytes.etag.replace(/"$/, `-${encoding}"`);
  reply.header('etag', etag);
  if (effort !== null) varyByEncoding(reply);
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
    return reply.code(304).send();
  }
  if (encoding === null || effort === null) return reply.send(bytes.body);
  return reply.header('content-encoding', encoding).send(await encode(bytes, encoding, effort));
}
