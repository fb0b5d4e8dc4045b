/** Limits of an HTTP listener. */
export interface HttpLimits {
  /** Time-out for a request's head, from the connection's start or the first byte of a later request. */
  readonly headMs: number;
  /** Time for the whole request, including the head. */
  readonly requestMs: number;
  /** How long an idle connection is kept. */
  readonly idleMs: number;
  /** While data is pending, a client must read at least `takenBytesMin` bytes in each period of this length. */
  readonly takeMs: number;
  readonly takenBytesMin: number;
  /** Time for a refused client to read the refusal before the connection is destroyed. */
  readonly refusalMs: number;
  /** Interval at which the limits are checked. */
  readonly checkMs: number;
  readonly headBytesMax: number;
  /** Connections of the listener; further ones are closed immediately. */
  readonly connectionsMax: number;
  /** Connections per client address; 0: no limit. */
  readonly connectionsPerAddressMax: number;
}

export const HTTP_LIMITS: HttpLimits = {
  /** A phone on a bad network sends its 2 kB of head in a second or two. */
  headMs: 15_000,
  /** Enough for an image of 5 MB over a slow uplink of 700 kbit/s. */
  requestMs: 60_000,
  /** Longer than load balancers keep idle connections (60 s), so that they never send a request on a closing one. */
  idleMs: 72_000,
  /**
   * 270 bytes a second: a tenth of the slowest mobile network. The period is longer than a ride through a tunnel of the
   * Bangkok metro.
   */
  takeMs: 60_000,
  takenBytesMin: 16 * 1024,
  refusalMs: 2_000,
  checkMs: 1_000,
  headBytesMax: 16 * 1024,
  /** Each connection takes about 20 kB of memory: 1 GB in total. */
  connectionsMax: 50_000,
  /**
   * A browser holds up to six connections for HTTP and two sockets: 2 000 fans behind one address of a mobile carrier,
   * whose address translation gives one address no more than some thousand subscribers. A third of all connections.
   */
  connectionsPerAddressMax: 16_000,
};
