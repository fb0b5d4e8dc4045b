/** Media data that violates its own format. */
export class MalformedMediaError extends Error {
  override name = 'MalformedMediaError';
}

/** An unsupported codec or setting. The encoder shows the message, which names the alternative. */
export class UnsupportedMediaError extends Error {
  override name = 'UnsupportedMediaError';
}
