/** A tag that contradicts its own format. */
export class MalformedMediaError extends Error {
  override name = 'MalformedMediaError';
}

/** A codec that we do not take; the message tells the person at the encoder what to choose instead. */
export class UnsupportedMediaError extends Error {
  override name = 'UnsupportedMediaError';
}
