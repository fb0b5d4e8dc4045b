/** Service times that other benches measured, on one core of the machine of 2026-11-23 (docs/benchmarks.md). */
export const SERVICE = {
  /** `edge`: playlists and parts of all processes of an edge, with TLS. */
  edgeRequestsPerCpuS: 14_000,
  /** `events`: frames to sockets, one a tick. */
  framesPerCpuS: 70_000,
  /** `gifts` over HTTP: callers, API and database share the cores. */
  giftsPerCpuS: 4_000,
  /** `presence`: cores of the database for 500 000 viewers. */
  presenceCoresPerHalfMillion: 0.016,
  /** `sign-in`. */
  signInsPerCpuS: 67,
  /** One message by Redis between two nodes. */
  busP50Ms: 2,
} as const;
