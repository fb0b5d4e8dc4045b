import type { IncomingMessage } from 'node:http';

/** Reads the body as text. Resolves with `null` if it is longer than `bytesMax`; the rest is discarded. */
export function readBody(request: IncomingMessage, bytesMax: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bytesMax) chunks.push(chunk);
      else resolve(null);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('error', reject);
  });
}
