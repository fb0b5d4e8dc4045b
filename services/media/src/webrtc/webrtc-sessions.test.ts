import { createLogger } from '@sangwian/node-kit/logger';
import { afterEach, expect, it } from 'vitest';
import { GrantChecker } from '../http/grant-checker.ts';
import { RevocationList } from '../http/revocation-list.ts';
import { SYSTEM_CLOCK } from '../stream/clock.ts';
import type { WebRtcLibrary } from './webrtc-library.ts';
import { WebRtcSessions } from './webrtc-sessions.ts';

const OFFER = [
  ...['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0'],
  ...['m=video 9 UDP/TLS/RTP/SAVPF 102', 'a=ice-ufrag:Dy5X', 'a=ice-pwd:zTkJ3FWCweInGzYsJ3WxvwMT'],
  ...['a=fingerprint:sha-256 2A:87', 'a=setup:actpass', 'a=mid:0', 'a=sendonly'],
  'a=rtpmap:102 H264/90000',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f',
  '',
].join('\r\n');

let sessions: WebRtcSessions;
afterEach(() => sessions.stop());

it('accepts a publisher while others try wrong keys, and limits the checks per address', async () => {
  const answer = Promise.withResolvers<null>();
  sessions = new WebRtcSessions({
    // No peer connects in these tests.
    library: {} as WebRtcLibrary,
    channels: { get: () => undefined, refusalFor: () => 'taken', open: () => 'taken' },
    grants: new GrantChecker('secret', new RevocationList()),
    authorise: ({ token }) =>
      token === 'right' ? Promise.resolve({ channelId: 'channel' }) : answer.promise,
    peersMax: 1,
    clock: SYSTEM_CLOCK,
    logger: createLogger('test', 'silent'),
  });
  const publish = (streamKey: string, address: string) =>
    sessions.publish({
      path: 'live',
      streamKey,
      rendition: '',
      signal: 'primary',
      address,
      query: '',
      sdp: OFFER,
    });
  const wrong = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].flatMap((address) =>
    Array.from({ length: 16 }, () => publish('wrong', address)),
  );
  expect(await publish('wrong', '10.0.0.1')).toBe('rate_limited');
  // The right key is checked while 48 checks of wrong keys are pending.
  expect(await publish('right', '10.0.0.9')).toBe('stream_taken');
  // IPv6 callers are limited by /64.
  const sixteen = Array.from({ length: 16 }, (_, host) => publish('wrong', `2001:db8::${host}`));
  expect(await publish('wrong', '2001:db8::ffff')).toBe('rate_limited');
  answer.resolve(null);
  expect(new Set(await Promise.all([...wrong, ...sixteen]))).toEqual(
    new Set(['stream_key_invalid']),
  );
  expect(await publish('right', '10.0.0.1')).toBe('stream_taken');
});
