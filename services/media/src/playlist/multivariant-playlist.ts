import type { Bandwidth } from '../window/live-window.ts';
import type { ListedPeriod } from '../window/segment.ts';
import { siblingAddress } from './addresses.ts';
import { PlaylistBody } from './playlist-body.ts';

/** One variant of a multivariant playlist. */
export interface Variant {
  readonly folder: string;
  readonly period: ListedPeriod;
  readonly bandwidth: Bandwidth;
  /** Video with audio, or audio only. */
  readonly kind: 'picture' | 'sound';
  /** `null` if neither headers nor frames reveal it. */
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
 * Builds the multivariant playlist from each rendition's headers and measured bandwidth. Keeps the order of `variants`,
 * because players begin with the first.
 */
export const buildMultivariant = (variants: readonly Variant[]): PlaylistBody =>
  new PlaylistBody(
    `#EXTM3U\n#EXT-X-VERSION:9\n${variants
      .map(
        (variant) =>
          `#EXT-X-STREAM-INF:${attributesOf(variant)}\n${siblingAddress('', variant.folder)}\n`,
      )
      .join('')}`,
  );
