/** A protocol violation by the peer. The connection must be closed. */
export class RtmpProtocolError extends Error {
  override name = 'RtmpProtocolError';
}

/** The connection ended before the expected data arrived. */
export class RtmpClosedError extends Error {
  override name = 'RtmpClosedError';
}
