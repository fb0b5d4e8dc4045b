/** Service times that other benches measured on one core on 2026-11-23 (docs/benchmarks.md). */
export const SERVICE = {
  /** From `edge`: requests for playlists and parts, counting all processes of an edge, with TLS. */
  edgeRequestsPerCpuS: 14_000,
  /** From `events`: frames written to sockets, one per tick. */
  framesPerCpuS: 70_000,
  /** From `gifts`, over HTTP: callers, API and database share the cores. */
  giftsPerCpuS: 4_000,
  /** From `presence`: cores that the database needs for 500 000 viewers. */
  presenceCoresPerHalfMillion: 0.016,
  /** From `sign-in`. */
  signInsPerCpuS: 67,
  /** Median delay of a message over Redis between two nodes. */
  busP50Ms: 2,
} as const;
