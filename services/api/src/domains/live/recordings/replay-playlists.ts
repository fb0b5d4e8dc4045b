import type { ReplaySegment, ReplayTrack } from './replay-timeline.ts';

/**
 * Players reload an EVENT playlist after its target duration. New objects are stored every 30 s, and the playlist of an
 * evening is long, so the target duration is longer than the segments.
 */
const RELOAD_S = 15;

export const isSound = (folder: string): boolean => folder.endsWith('audio');

const seconds = (us: number): string => (us / 1e6).toFixed(6);

function segmentLines(segment: ReplaySegment, before: ReplaySegment | undefined): string {
  const { period, tags, durationUs, startMs, sequence, beginsObject } = segment;
  const map =
    before?.period === period ? '' : `#EXT-X-MAP:URI="init${period.first_sequence}.mp4"\n`;
  // Maps the video to the wall-clock time of the live, so that chapters, chat and results are in step.
  const date =
    beginsObject || tags > 0 ? `#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString()}\n` : '';
  const discontinuity = '#EXT-X-DISCONTINUITY\n'.repeat(tags);
  return `${discontinuity}${map}${date}#EXTINF:${seconds(durationUs)},\ns${sequence}.m4s\n`;
}

/**
 * Builds the media playlist of one folder (RFC 8216). Its URLs are relative.
 *
 * @param isOver false for a live in progress: the playlist then has the type EVENT and no end
 */
export function buildMediaPlaylist({ segments }: ReplayTrack, isOver: boolean): string {
  const longestUs = segments.reduce((longest, one) => Math.max(longest, one.durationUs), 0);
  const targetS = Math.max(isOver ? 1 : RELOAD_S, Math.ceil(longestUs / 1e6));
  const head = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:${targetS}
#EXT-X-PLAYLIST-TYPE:${isOver ? 'VOD' : 'EVENT'}
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-DISCONTINUITY-SEQUENCE:${segments[0]?.period.discontinuity ?? 0}
${isOver ? '' : '#EXT-X-START:TIME-OFFSET=0\n'}`;
  const lines = segments.map((segment, index) => segmentLines(segment, segments[index - 1]));
  return `${head}${lines.join('')}${isOver ? '#EXT-X-ENDLIST\n' : ''}`;
}

function measure({ segments }: ReplayTrack): { peakBps: number; averageBps: number } {
  let [bits, us, peakBps] = [0, 0, 0];
  for (const { bytes, durationUs } of segments) {
    bits += bytes * 8;
    us += durationUs;
    peakBps = Math.max(peakBps, Math.ceil((bytes * 8e6) / durationUs));
  }
  return { peakBps, averageBps: Math.ceil((bits * 1e6) / us) };
}

function variantLines(track: ReplayTrack): string {
  const { peakBps, averageBps } = measure(track);
  const period = track.segments.at(-1)?.period;
  const size =
    period?.width == null || period.height === null
      ? ''
      : `,RESOLUTION=${period.width}x${period.height}`;
  const rate = period?.frame_rate == null ? '' : `,FRAME-RATE=${period.frame_rate.toFixed(3)}`;
  const rates = `BANDWIDTH=${peakBps},AVERAGE-BANDWIDTH=${averageBps}`;
  const captions = isSound(track.folder) ? '' : ',CLOSED-CAPTIONS=NONE';
  const folder = track.folder === '' ? '' : `${track.folder}/`;
  return `#EXT-X-STREAM-INF:${rates},CODECS="${period?.codecs ?? ''}"${size}${rate}${captions}\n${folder}stream.m3u8\n`;
}

/**
 * Orders renditions by bandwidth, the highest first, because players begin with the first. The audio-only
 * rendition comes last.
 */
export const rankTracks = (tracks: readonly ReplayTrack[]): readonly ReplayTrack[] =>
  tracks
    .filter(({ segments }) => segments.length > 0)
    .map((track) => ({ track, ...measure(track) }))
    .sort(
      (a, b) =>
        Number(isSound(a.track.folder)) - Number(isSound(b.track.folder)) ||
        b.averageBps - a.averageBps,
    )
    .map(({ track }) => track);

/** Builds the multivariant playlist. `tracks` are ranked. */
export const buildMultivariant = (tracks: readonly ReplayTrack[]): string =>
  `#EXTM3U\n#EXT-X-VERSION:7\n${tracks.map(variantLines).join('')}`;
