import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { LIMITS } from '@sangwian/contract/limits';

const HOUR_MS = 3_600_000;

export interface WatchableLive {
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
  readonly hasStream: boolean;
  /** Whether an ended live can be watched as a replay. */
  readonly hasReplay: boolean;
}

/**
 * Returns why the live cannot be watched now, or `null` if it can.
 *
 * - `live_not_started`, `live_ended`: the requested live has not begun, or is over and has no replay;
 * - `live_unavailable`: no live was requested and none is in progress (`null`), or the live has no stream;
 * - `live_locked`: premium and not unlocked. Checked last, so that no member buys a live that cannot be watched.
 */
export function watchRefusal(live: WatchableLive | null, unlocked: boolean): ErrorCode | null {
  if (live === null) return 'live_unavailable';
  if (live.status === 'not_started') return 'live_not_started';
  if (live.status === 'ended' && !live.hasReplay) return 'live_ended';
  if (!live.hasStream) return 'live_unavailable';
  return live.access === 'premium' && !unlocked ? 'live_locked' : null;
}

export interface ActiveWatch {
  readonly watchToken: string;
}

/**
 * Returns the effect of a join on the member's running session. The same token comes from another tab of that
 * browser, which shares the session. Another token replaces the session.
 */
export function joinEffect(
  active: ActiveWatch | null,
  watchToken: string,
): 'start' | 'share' | 'replace' {
  if (active === null) return 'start';
  return active.watchToken === watchToken ? 'share' : 'replace';
}

export const grantExpiresAt = (now: Date): Date =>
  new Date(now.getTime() + LIMITS.grantHoursMax * HOUR_MS);

/** Returns the time since which a session must have been seen. A session that was last seen earlier is silent. */
export const silentSince = (now: Date): Date => new Date(now.getTime() - LIMITS.watchSilenceMs);

/** The program that serves the streams. */
export type MediaEngine = 'sangwian' | 'mediamtx' | 'srs';

interface ChannelAddresses {
  readonly hls: (channel: string, grant: string) => string;
  readonly whep: (channel: string, grant: string) => string;
}

/** The URL paths below the public URL, in the format of each engine. Other engines read the grant from the query. */
const ADDRESSES: Readonly<Record<MediaEngine, ChannelAddresses>> = {
  sangwian: {
    hls: (channel, grant) => `/g/${grant}/${channel}/index.m3u8`,
    whep: (channel, grant) => `/${channel}/whep?token=${grant}`,
  },
  mediamtx: {
    hls: (channel, grant) => `/${channel}/index.m3u8?token=${grant}`,
    whep: (channel, grant) => `/${channel}/whep?token=${grant}`,
  },
  srs: {
    hls: (channel, grant) => `/live/${channel}.m3u8?token=${grant}`,
    whep: (channel, grant) => `/rtc/v1/whep/?app=live&stream=${channel}&token=${grant}`,
  },
};

/** Returns the playback URLs: below the site's `/media`, or below the engine's own URL. */
export function playbackUrls(
  media: { readonly publicUrl: string; readonly engine: MediaEngine },
  channels: { readonly hls: string; readonly webrtc: string | null },
  tokens: { readonly hls: string; readonly webrtc: string | null },
): { readonly hls_url: string; readonly whep_url: string | null } {
  const base = media.publicUrl === '' ? '/media' : media.publicUrl.replace(/\/+$/, '');
  const address = ADDRESSES[media.engine];
  return {
    hls_url: base + address.hls(channels.hls, tokens.hls),
    whep_url:
      channels.webrtc === null || tokens.webrtc === null
        ? null
        : base + address.whep(channels.webrtc, tokens.webrtc),
  };
}
