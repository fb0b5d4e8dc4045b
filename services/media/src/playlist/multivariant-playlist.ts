import type { Bandwidth } from '../window/live-window.ts';
import type { ListedPeriod } from '../window/segment.ts';
import { siblingAddress } from './addresses.ts';
import { QUERY_MARK, QueryTemplate } from './query-template.ts';

/** One way to take the stream. */
export interface Variant {
  readonly folder: string;
  readonly period: ListedPeriod;
  readonly bandwidth: Bandwidth;
  /** Picture and sound in one, or the sound alone. */
  readonly kind: 'picture' | 'sound';
  /** `null` where neither headers nor pictures tell it. */
  readonly frameRate: number | null;
}

function attributesOf({ period, bandwidth, kind, frameRate }: Variant): string {
  const rates = [
    `BANDWIDTH=${bandwidth.peakBps}`,
    `AVERAGE-BANDWIDTH=${bandwidth.averageBps}`,
    `CODECS="${period.codecs}"`,
  ];
  if (kind === 'sound') return rates.join(',');
  const { width, height } = period.tracks.video.description;
  return [
    ...rates,
    `RESOLUTION=${width}x${height}`,
    ...(frameRate === null ? [] : [`FRAME-RATE=${frameRate.toFixed(3)}`]),
    'CLOSED-CAPTIONS=NONE',
  ].join(',');
}

/**
 * The multivariant playlist: every rendition with what was read from its own headers and the bandwidth that was measured,
 * in the order that is given; players begin with the first.
 */
export const buildMultivariant = (variants: readonly Variant[]): QueryTemplate =>
  new QueryTemplate(
    `#EXTM3U\n#EXT-X-VERSION:9\n${variants
      .map(
        (variant) =>
          `#EXT-X-STREAM-INF:${attributesOf(variant)}\n${siblingAddress('', variant.folder)}${QUERY_MARK}\n`,
      )
      .join('')}`,
  );
