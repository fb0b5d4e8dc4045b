import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { LIMITS } from '@sangwian/contract/limits';

const HOUR_MS = 3_600_000;

/** What of a live decides whether it can be watched. */
export interface WatchableLive {
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
  /** Something of it can be played. */
  readonly hasStream: boolean;
}

/**
 * Why this live may not be watched now, or `null`.
 *
 * - a live that was named and has not begun is `live_not_started`, one that is over `live_ended`;
 * - `live_unavailable` is for when nobody can say which of the two: no live was named and none is on (`null`), or the
 *   live is on and has no stream;
 * - `live_locked`: premium, and this member has not unlocked it. Told last, so that nobody buys what is not to be seen.
 */
export function watchRefusal(live: WatchableLive | null, unlocked: boolean): ErrorCode | null {
  if (live === null) return 'live_unavailable';
  if (live.status === 'not_started') return 'live_not_started';
  if (live.status === 'ended') return 'live_ended';
  if (!live.hasStream) return 'live_unavailable';
  return live.access === 'premium' && !unlocked ? 'live_locked' : null;
}

/** A watch session as far as the next join is concerned. */
export interface ActiveWatch {
  readonly watchToken: string;
}

/**
 * What a join does to the member's running session: the same token is another tab of that browser and shares it,
 * another token takes its place.
 */
export function joinEffect(
  active: ActiveWatch | null,
  watchToken: string,
): 'start' | 'share' | 'replace' {
  if (active === null) return 'start';
  return active.watchToken === watchToken ? 'share' : 'replace';
}

/** A grant that is given now ends then. */
export const grantExpiresAt = (now: Date): Date =>
  new Date(now.getTime() + LIMITS.grantHoursMax * HOUR_MS);

/** A session that was last seen before this has fallen silent. */
export const silentSince = (now: Date): Date => new Date(now.getTime() - LIMITS.watchSilenceMs);

/** Where a player fetches: below the site's own `/media`, or at the media service's own address. */
export function playbackUrls(
  mediaBase: string,
  channels: { readonly hls: string; readonly webrtc: string | null },
  tokens: { readonly hls: string; readonly webrtc: string | null },
): { readonly hls_url: string; readonly whep_url: string | null } {
  const base = mediaBase === '' ? '/media' : mediaBase.replace(/\/+$/, '');
  return {
    hls_url: `${base}/${channels.hls}/index.m3u8?token=${tokens.hls}`,
    whep_url:
      channels.webrtc === null || tokens.webrtc === null
        ? null
        : `${base}/${channels.webrtc}/whep?token=${tokens.webrtc}`,
  };
}
