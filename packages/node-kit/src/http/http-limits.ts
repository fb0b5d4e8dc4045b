/** Limits of an HTTP listener. */
export interface HttpLimits {
  /** From the connection, or the first byte of a later request, to the end of the request's head. */
  readonly headMs: number;
  /** From there to the end of its body, the head included. */
  readonly requestMs: number;
  /** How long a connection without a request is kept. */
  readonly idleMs: number;
  /** A client has to take `takenBytesMin` of what is sent to it in each such time, while something is left to take. */
  readonly takeMs: number;
  readonly takenBytesMin: number;
  /** How long a refused client has to take the refusal before the connection is destroyed. */
  readonly refusalMs: number;
  /** How exactly the limits above are kept. */
  readonly checkMs: number;
  readonly headBytesMax: number;
  /** Connections of the listener; more are closed at once. */
  readonly connectionsMax: number;
  /** Connections of one client address; 0: no limit. */
  readonly connectionsPerAddressMax: number;
}

export const HTTP_LIMITS: HttpLimits = {
  /** A phone on a bad network sends its 2 kB of head in a second or two. */
  headMs: 15_000,
  /** A slip or picture of 5 MB over a slow uplink of 700 kbit/s. */
  requestMs: 60_000,
  /** Longer than a load balancer keeps a connection (60 s), so that it never finds one closed under a request. */
  idleMs: 72_000,
  /** 270 bytes a second: a tenth of the slowest mobile network, and longer than a tunnel of the Bangkok metro. */
  takeMs: 60_000,
  takenBytesMin: 16 * 1024,
  refusalMs: 2_000,
  checkMs: 1_000,
  headBytesMax: 16 * 1024,
  /** Some 20 kB of memory each: 1 GB in all. */
  connectionsMax: 50_000,
  /**
   * A browser holds up to six connections for HTTP and two sockets: 2 000 fans behind one address of a mobile carrier,
   * whose address translation gives one address no more than some thousand subscribers. A third of all connections.
   */
  connectionsPerAddressMax: 16_000,
};
