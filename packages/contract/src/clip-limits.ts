/** Limits of clips, apart from `LIMITS`, because pages without clips do not load them. */
export const CLIP_LIMITS = {
  /** A clip is shorter than a round. */
  clipMsMin: 15_000,
  clipMsMax: 60_000,
  /** Clips may begin at most this long before the video that the fan has seen. */
  clipReachMs: 180_000,
  /** A headline of one line, counted in graphemes. */
  clipTitleCharsMax: 80,
  /** The length of a headline in UTF-16 units. */
  clipTitleUnitsMax: 400,
  clipsPerDayMax: 10,
  /** Clips of one member that are not ready yet. */
  clipsWaitingMax: 2,
  /** Clips of all members that are not ready yet: an hour of work for one core. */
  clipQueueMax: 100,
} as const;
