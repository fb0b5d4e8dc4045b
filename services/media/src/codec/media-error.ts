/** Media data that violates the format that it declares. */
export class MalformedMediaError extends Error {
  override name = 'MalformedMediaError';
}

/**
 * An unsupported codec or setting. The encoder shows the message to its operator, so the message names the supported
 * alternative.
 */
export class UnsupportedMediaError extends Error {
  override name = 'UnsupportedMediaError';
}
