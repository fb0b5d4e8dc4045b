/**
 * The storyboard of a replay: small frames at regular intervals, joined into sheets. Sheet `n` has the URL
 * `sheet{n}.jpg` beside the replay's playlist.
 */
export const STORYBOARD = {
  /** Seconds between two frames. */
  intervalS: 10,
  /** Size of a frame in pixels. */
  width: 192,
  height: 108,
  columns: 5,
  rows: 6,
} as const;

export const SHEET_FRAMES = STORYBOARD.columns * STORYBOARD.rows;

export interface StoryboardPlace {
  readonly sheet: number;
  readonly column: number;
  readonly row: number;
  /** Position in the replay of the frame, in seconds. */
  readonly atS: number;
}

/** Returns the frame of a position: the last one that is not after the position. */
export function findFrame(positionS: number): StoryboardPlace {
  const index = Math.floor(Math.max(0, positionS) / STORYBOARD.intervalS);
  const place = index % SHEET_FRAMES;
  return {
    sheet: Math.floor(index / SHEET_FRAMES),
    column: place % STORYBOARD.columns,
    row: Math.floor(place / STORYBOARD.columns),
    atS: index * STORYBOARD.intervalS,
  };
}

/** Returns the file name of a sheet. */
export const sheetName = (sheet: number): string => `sheet${sheet}.jpg`;
