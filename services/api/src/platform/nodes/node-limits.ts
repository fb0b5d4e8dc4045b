export const NODE_LIMITS = {
  /** Interval of the reports: an operator sees a change within ten seconds. */
  reportMs: 10_000,
  /** A node without a report for this long is gone: three missed reports, and time for a slow one. */
  silentS: 35,
  /** A node that is gone is shown for this long. */
  keptS: 600,
  /** Seconds of one point of the charts. */
  sampleS: 30,
  /** The longest chart. */
  sampleHours: 24,
  /** Nodes that are listed: more than anybody runs. */
  nodesMax: 32,
  /** Channels of one media process in a report: more than the process has. */
  channelsMax: 32,
  /** An error's message in a report. */
  errorCharsMax: 300,
} as const;
