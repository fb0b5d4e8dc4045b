export const NODE_LIMITS = {
  /** Interval of the reports: an operator sees a change within ten seconds. */
  reportMs: 10_000,
  /** A node without a report for this long is gone: three missed reports, and time for a slow report. */
  silentS: 35,
  /** A node that is gone stays listed for this long. */
  keptS: 600,
  /** Seconds per point of the charts. */
  sampleS: 30,
  /** The longest span of a chart. */
  sampleHours: 24,
  /** Maximum number of listed nodes, more than any site runs. */
  nodesMax: 32,
  /** Maximum number of channels of one media process in a report, more than a process has. */
  channelsMax: 32,
  /** Maximum length of an error message in a report. */
  errorCharsMax: 300,
} as const;
