import { describe, expect, it } from 'vitest';
import { credentialOf, MediaAuth, MediaEvent, mayPublishTo } from './media-hook-rules.ts';

const auth = (fields: Partial<MediaAuth>) => MediaAuth.parse({ action: 'publish', ...fields });

describe('the credential of an auth POST', () => {
  it('is the token, or else the password, or else a query parameter', () => {
    expect(credentialOf(auth({ token: 'a', password: 'b', query: 'token=c' }))).toBe('a');
    expect(credentialOf(auth({ user: 'obs', password: 'b', query: 'token=c' }))).toBe('b');
    expect(credentialOf(auth({ query: 'x=1&token=c%2Bd' }))).toBe('c+d');
    expect(credentialOf(auth({ query: 'user=u&pass=p' }))).toBe('p');
    expect(credentialOf(auth({}))).toBe('');
  });

  it('may come with unknown fields', () => {
    expect(auth({ ...{ userAgent: 'OBS' }, token: 'a' } as Partial<MediaAuth>).token).toBe('a');
    expect(MediaAuth.safeParse({ action: 'publish', token: 'x'.repeat(3_000) }).success).toBe(
      false,
    );
  });
});

describe('a publisher', () => {
  it('may publish to its own channel, or to the application without a channel', () => {
    for (const path of ['', 'live', 'ring-1', 'live/ring-1']) {
      expect(mayPublishTo(path, 'ring-1')).toBe(true);
    }
    for (const path of ['ring-2', 'live/ring-2', 'live/', '../ring-1', 'LIVE']) {
      expect(mayPublishTo(path, 'ring-1')).toBe(false);
    }
  });
});

describe('an event of the media process', () => {
  it('preserves all fields of the statistics', () => {
    const event = {
      type: 'stream_stats',
      at: '2026-11-21T12:00:00Z',
      channel_id: 'ring-1',
      fps: 30,
    };
    expect(MediaEvent.parse(event)).toEqual(event);
  });

  it('requires a time and a channel', () => {
    expect(MediaEvent.safeParse({ type: 'publish_started' }).success).toBe(false);
    expect(MediaEvent.safeParse({ type: 'fireworks', at: '2026-11-21T12:00:00Z' }).success).toBe(
      false,
    );
  });
});
