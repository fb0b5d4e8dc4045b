import { describe, expect, it } from 'vitest';
import { answerPublisher, answerViewer } from './answer-offer.ts';
import { finishAnswer, readOffer } from './session-description.ts';

/** A viewer's offer of Chromium 156, without the lines that are not parsed. */
const OFFER = [
  'v=0',
  'o=- 2837457550780249392 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 102 104 116',
  'a=candidate:1 1 udp 2113937151 0d523bfc.local 33278 typ host',
  'a=ice-ufrag:Dy5X',
  'a=ice-pwd:zTkJ3FWCweInGzYsJ3WxvwMT',
  'a=fingerprint:sha-256 2A:87',
  'a=setup:actpass',
  'a=mid:0',
  'a=recvonly',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:102 H264/90000',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f',
  'a=rtpmap:104 H264/90000',
  'a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42001f',
  'a=rtpmap:116 H264/90000',
  'a=fmtp:116 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=4d001f',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 0',
  'a=mid:1',
  'a=recvonly',
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:0 PCMU/8000',
];
const offerOf = (lines: readonly string[]) => readOffer(`${lines.join('\r\n')}\r\n`);
const without = (pattern: RegExp) => OFFER.filter((line) => !pattern.test(line));
const STREAM = { profile: 0x4d, sound: 'opus', videoSsrc: 1, audioSsrc: 2 } as const;

describe('an offer', () => {
  it('is parsed with its sections, but without candidates', () => {
    const offer = offerOf(OFFER);
    expect(offer?.media.map(({ kind, mid, direction }) => [kind, mid, direction])).toEqual([
      ['video', '0', 'recvonly'],
      ['audio', '1', 'recvonly'],
    ]);
    expect(offer?.sdp).not.toContain('candidate');
  });

  it.each([
    ['empty', []],
    ['without a section', OFFER.slice(0, 5)],
    ['without credentials', without(/ice-pwd/)],
    ['without a fingerprint', without(/fingerprint/)],
    ['without section names', without(/mid/)],
    ['with a duplicate name', OFFER.map((line) => line.replace('a=mid:1', 'a=mid:0'))],
    ['endless', [...OFFER, ...Array.from({ length: 3_000 }, () => 'a=x')]],
  ])('is refused if it is %s', (_name, lines) => {
    expect(offerOf(lines)).toBeNull();
  });
});

describe('an answer', () => {
  const offer = offerOf(OFFER);
  if (offer === null) throw new Error('the sample offer is invalid');

  it('chooses the H.264 profile that fits the stream, in the mode that splits frames into packets', () => {
    expect(answerViewer(offer, STREAM)?.video.codec.payloadType).toBe(116);
    expect(answerViewer(offer, { ...STREAM, profile: 0x64 })?.video.codec.payloadType).toBe(102);
    expect(answerPublisher(offer)?.video).toMatchObject({ direction: 'RecvOnly', ssrc: null });
  });

  it('is refused to a simulcast publisher, because the library would receive no layer', () => {
    const layered = offerOf(
      OFFER.flatMap((line) =>
        line === 'a=mid:0'
          ? [line, 'a=rid:high send', 'a=rid:low send', 'a=simulcast:send high;low']
          : [line],
      ),
    );
    expect(layered && answerPublisher(layered)).toBeNull();
  });

  it('leaves the audio inactive if the stream has no Opus', () => {
    expect(answerViewer(offer, STREAM)?.audio?.direction).toBe('SendOnly');
    const still = answerViewer(offer, { ...STREAM, sound: 'other' })?.audio;
    expect(still).toMatchObject({ direction: 'Inactive', ssrc: null });
  });

  it.each([
    ['H.264', without(/H264/)],
    ['Opus', without(/opus/)],
    ['a picture', OFFER.map((line) => line.replace('m=video', 'm=text'))],
  ])('is refused to a viewer without %s', (_name, lines) => {
    const other = offerOf(lines);
    if (other === null) throw new Error('the offer is invalid');
    expect(answerViewer(other, STREAM)).toBeNull();
  });

  it('contains the configured IP address, and no other address of the machine', () => {
    const sdp =
      'v=0\r\nm=video 9 x\r\na=candidate:1 1 UDP 1 10.0.0.7 1 typ host\r\nm=audio 9 x\r\n';
    expect(finishAnswer(sdp, { address: '203.0.113.5', port: 8189 }).split('\r\n')).toEqual([
      'v=0',
      'm=video 9 x',
      'a=candidate:1 1 UDP 2130706431 203.0.113.5 8189 typ host',
      'a=end-of-candidates',
      'm=audio 9 x',
      '',
    ]);
  });
});
