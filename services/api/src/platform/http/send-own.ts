import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHEAP, chooseEncoding, compress, compressStream } from './compress.ts';
import { varyByEncoding } from './shared-bytes.ts';

/**
 * Smaller responses, of about three network packets, are not worth compressing on the thread pool. Responses to
 * requests that move money are far smaller.
 */
export const OWN_COMPRESS_BYTES_MIN = 4_096;

/**
 * Sends a private response. It is never cached.
 *
 * The length of a compressed response reveals whether text that an attacker chose repeats a secret beside it (BREACH).
 * Therefore only responses of endpoints with `compress` in the contract are compressed: lists of the member's own
 * records, without tokens, contact data or text of other members. Orders (payment references), sessions (IP addresses),
 * the profile and the export (phone number, e-mail address, chat text), sign-ins and playback grants (tokens) always go
 * uncompressed.
 */
export async function sendOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Readable,
  mayCompress: boolean,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  if (!mayCompress) return reply.send(body);
  varyByEncoding(reply);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(body);
  if (body instanceof Readable) {
    reply.header('content-encoding', encoding);
    return reply.send(compressStream(body, encoding, CHEAP));
  }
  const bytes = Buffer.from(body);
  if (bytes.length < OWN_COMPRESS_BYTES_MIN) return reply.send(body);
  const compressed = await compress(bytes, encoding, CHEAP);
  return reply.header('content-encoding', encoding).send(compressed);
}
