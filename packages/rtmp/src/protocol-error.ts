/** The peer does not speak RTMP as it should. Whoever catches it closes the connection. */
export class RtmpProtocolError extends Error {
  override name = 'RtmpProtocolError';
}

/** The connection ended before what was awaited had arrived. */
export class RtmpClosedError extends Error {
  override name = 'RtmpClosedError';
}
