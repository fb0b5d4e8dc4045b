import type { FastifyReply, FastifyRequest } from 'fastify';
import { COMPRESS_BYTES_MIN, chooseEncoding, compress, QUICK } from './compress.ts';
import { etagOf, matchesEtag } from './public-answer.ts';

/** Sends a text that many may have already: not again to who has it, and compressed where that saves something. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const body = Buffer.from(text);
  // A validator of the text, not of its encoding, so it is weak.
  const etag = `W/${etagOf(body)}`;
  reply.header('etag', etag);
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etagOf(body))) {
    return reply.code(304).send();
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === null || body.length < COMPRESS_BYTES_MIN) return reply.send(body);
  return reply.header('content-encoding', encoding).send(await compress(body, encoding, QUICK));
}
