import { expect, it } from 'vitest';
import { readParameterSets, splitNals } from '../codec/nal-units.ts';
import { avcRecord, idrPicture } from '../rtmp/testing/sample-media.ts';
import { packetiseNals } from './h264-packetizer.ts';
import { RTP_HEAD_BYTES, setPayloadType, writeRtpHead } from './rtp-packet.ts';
import { WhipFeed } from './whip-feed.ts';

const VIDEO = { payloadType: 102, ssrc: 11 };
const AUDIO = { payloadType: 111, ssrc: 12 };
const OPUS_PACKET = Buffer.from([0xfc, 1, 2, 3]);

/** Creates a publisher with the test's own clock. */
function publish() {
  let pictures = 0;
  let sequence = 0;
  const ignore = (): void => {};
  const feed = new WhipFeed(
    {
      sink: {
        videoConfig: ignore,
        audioConfig: ignore,
        video: () => {
          pictures += 1;
        },
        audio: ignore,
        end: ignore,
      },
      videoPayloadType: VIDEO.payloadType,
      audioPayloadType: AUDIO.payloadType,
      tellVideo: ignore,
      tellAudio: ignore,
    },
    0,
  );
  return {
    feed,
    pictures: () => pictures,
    picture: (nowMs: number) => {
      const nals = [...readParameterSets(avcRecord()), ...splitNals(idrPicture(500), 4)];
      const packets = packetiseNals(nals);
      for (const [index, packet] of packets.entries()) {
        const marker = index === packets.length - 1;
        sequence += 1;
        writeRtpHead(packet, { sequence, timestamp: nowMs * 90, ssrc: VIDEO.ssrc, marker });
        setPayloadType(packet, VIDEO.payloadType);
        feed.take(packet, nowMs);
      }
    },
    sound: (nowMs: number) => {
      const packet = Buffer.concat([Buffer.alloc(RTP_HEAD_BYTES), OPUS_PACKET]);
      const counted = { sequence: nowMs / 1_000, timestamp: nowMs * 48, marker: false };
      writeRtpHead(packet, { ...counted, ssrc: AUDIO.ssrc });
      setPayloadType(packet, AUDIO.payloadType);
      feed.take(packet, nowMs);
    },
  };
}

it('rejects a publisher that sends only audio for ten seconds', () => {
  const { feed, picture, pictures, sound } = publish();
  picture(1_000);
  expect(pictures()).toBe(1);
  for (let nowMs = 2_000; nowMs <= 10_000; nowMs += 1_000) {
    sound(nowMs);
    expect(feed.faultAt(nowMs)).toBeNull();
  }
  sound(11_000);
  expect(feed.faultAt(11_000)).toContain('sound alone cannot be watched');
  picture(11_500);
  expect(feed.faultAt(11_500)).toBeNull();
});

it('rejects a publisher that never sends a frame', () => {
  const { feed, sound } = publish();
  sound(9_000);
  expect(feed.faultAt(9_999)).toBeNull();
  sound(10_000);
  expect(feed.faultAt(10_000)).toContain('sound alone');
});

it('rejects a publisher that sends nothing for fifteen seconds, but not before', () => {
  const { feed, picture } = publish();
  picture(1_000);
  expect(feed.faultAt(16_000)).toBeNull();
  expect(feed.faultAt(16_001)).toBe('no packets for 15 s');
});
