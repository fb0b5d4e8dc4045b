import { describe, expect, it } from 'vitest';
import {
  grantExpiresAt,
  joinEffect,
  playbackUrls,
  silentSince,
  watchRefusal,
} from './watch-rules.ts';

const on = {
  status: 'in_progress',
  access: 'free',
  hasStream: true,
  hasReplay: false,
} as const;

describe('a live can be watched', () => {
  it('while in progress, by everyone if free and only by members who unlocked it if premium', () => {
    expect(watchRefusal(on, false)).toBeNull();
    expect(watchRefusal({ ...on, access: 'premium' }, false)).toBe('live_locked');
    expect(watchRefusal({ ...on, access: 'premium' }, true)).toBeNull();
  });

  it('neither before nor after, and this refusal takes precedence over the lock', () => {
    expect(watchRefusal({ ...on, access: 'premium', status: 'not_started' }, false)).toBe(
      'live_not_started',
    );
    expect(watchRefusal({ ...on, access: 'premium', status: 'ended' }, false)).toBe('live_ended');
  });

  it('after its end as a replay, by the same members', () => {
    const replay = { ...on, status: 'ended', hasReplay: true } as const;
    expect(watchRefusal(replay, false)).toBeNull();
    expect(watchRefusal({ ...replay, access: 'premium' }, false)).toBe('live_locked');
    expect(watchRefusal({ ...replay, access: 'premium' }, true)).toBeNull();
  });

  it('only with a stream; otherwise the refusal is "not started or already ended"', () => {
    expect(watchRefusal(null, false)).toBe('live_unavailable');
    expect(watchRefusal({ ...on, hasStream: false }, true)).toBe('live_unavailable');
  });
});

describe('a join', () => {
  it('shares a session with the same token and replaces a session with another token', () => {
    expect(joinEffect(null, 'a')).toBe('start');
    expect(joinEffect({ watchToken: 'a' }, 'a')).toBe('share');
    expect(joinEffect({ watchToken: 'a' }, 'b')).toBe('replace');
  });

  it('grants at most twelve hours', () => {
    expect(grantExpiresAt(new Date('2026-11-21T10:00:00Z'))).toEqual(
      new Date('2026-11-21T22:00:00Z'),
    );
    expect(silentSince(new Date('2026-11-21T10:00:45Z'))).toEqual(new Date('2026-11-21T10:00:00Z'));
  });

  it('returns URLs of the site, or of the media service if it has its own URL', () => {
    const channels = { hls: 'ring-1', webrtc: null };
    const tokens = { hls: 'a.b', webrtc: null };
    expect(playbackUrls({ publicUrl: '', engine: 'sangwian' }, channels, tokens)).toEqual({
      hls_url: '/media/g/a.b/ring-1/index.m3u8',
      whep_url: null,
    });
    expect(
      playbackUrls(
        { publicUrl: 'https://cdn.test/m/', engine: 'sangwian' },
        { ...channels, webrtc: 'ring-1' },
        { hls: 'a', webrtc: 'b' },
      ),
    ).toEqual({
      hls_url: 'https://cdn.test/m/g/a/ring-1/index.m3u8',
      whep_url: 'https://cdn.test/m/ring-1/whep?token=b',
    });
  });

  it.each([
    ['mediamtx', '/ring-1/index.m3u8?token=a', '/ring-1/whep?token=b'],
    ['srs', '/live/ring-1.m3u8?token=a', '/rtc/v1/whep/?app=live&stream=ring-1&token=b'],
  ] as const)('returns URLs in the form of %s', (engine, hls, whep) => {
    const publicUrl = 'https://media.test';
    const channels = { hls: 'ring-1', webrtc: 'ring-1' };
    expect(playbackUrls({ publicUrl, engine }, channels, { hls: 'a', webrtc: 'b' })).toEqual({
      hls_url: publicUrl + hls,
      whep_url: publicUrl + whep,
    });
  });
});
