import type { Bandwidth } from '../window/live-window.ts';
import type { ListedStretch } from '../window/segment.ts';
import { MEDIA_PLAYLIST_NAME } from './addresses.ts';
import { QUERY_MARK, QueryTemplate } from './query-template.ts';

/**
 * The multivariant playlist: one variant, picture and sound in one, with what was read from the stream's own headers
 * and the bandwidth that was measured. `frameRate` is `null` where neither headers nor pictures tell it.
 */
export function buildMultivariant(
  { codecs, tracks }: ListedStretch,
  { peakBps, averageBps }: Bandwidth,
  frameRate: number | null,
): QueryTemplate {
  const { width, height } = tracks.video.description;
  const attributes = [
    `BANDWIDTH=${peakBps}`,
    `AVERAGE-BANDWIDTH=${averageBps}`,
    `CODECS="${codecs}"`,
    `RESOLUTION=${width}x${height}`,
    ...(frameRate === null ? [] : [`FRAME-RATE=${frameRate.toFixed(3)}`]),
    'CLOSED-CAPTIONS=NONE',
  ];
  return new QueryTemplate(
    `#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-STREAM-INF:${attributes.join(',')}\n${MEDIA_PLAYLIST_NAME}${QUERY_MARK}\n`,
  );
}
