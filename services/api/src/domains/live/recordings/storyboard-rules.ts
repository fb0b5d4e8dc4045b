import { SHEET_FRAMES, STORYBOARD, sheetName } from '@sangwian/contract/rules/storyboard';
import { lengthUs, type ReplaySegment, type ReplayTrack } from './replay-timeline.ts';

/** Returns the storage key of a sheet. A recording's folder is removed with the recording. */
export const sheetKey = (recordingId: string, sheet: number): string =>
  `${recordingId}/storyboard/${sheetName(sheet)}`;

/** Returns the smallest rendition with video, from tracks with the best rendition first. */
export const findSmallestVideo = (tracks: readonly ReplayTrack[]): ReplayTrack | undefined =>
  tracks.findLast(({ segments }) => (segments[0]?.period.width ?? null) !== null);

/**
 * Returns the segment of each frame, by sheet and by run of the same period. A frame shows the beginning of
 * the segment that contains its position.
 */
export function planSheets(track: ReplayTrack): ReplaySegment[][][] {
  const stepUs = STORYBOARD.intervalS * 1_000_000;
  const sheets: ReplaySegment[][][] = [];
  let place = 0;
  for (let index = 0; index * stepUs < lengthUs(track); index += 1) {
    while ((track.segments[place + 1]?.positionUs ?? Infinity) <= index * stepUs) place += 1;
    const segment = track.segments[place];
    if (segment === undefined) break;
    if (index % SHEET_FRAMES === 0) sheets.push([]);
    const runs = sheets.at(-1);
    const run = runs?.at(-1);
    // A segment longer than the interval gives several frames, each in its own run.
    if (run?.at(-1)?.period === segment.period && run.at(-1) !== segment) run.push(segment);
    else runs?.push([segment]);
  }
  return sheets;
}
