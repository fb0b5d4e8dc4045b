import ndc from 'node-datachannel';
import { splitNals } from '../codec/nal-units.ts';
import { packetiseNals } from '../webrtc/h264-packetizer.ts';
import { type RtcpMessage, readRtcp } from '../webrtc/rtcp.ts';
import { RTP_HEAD_BYTES, setPayloadType, writeRtpHead } from '../webrtc/rtp-packet.ts';

const H264 = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
const VIDEO = { payloadType: 102, ssrc: 11 } as const;
const AUDIO = { payloadType: 111, ssrc: 12 } as const;

export interface TestPublisher {
  readonly status: number;
  readonly location: string | null;
  readonly code: string | null;
  readonly states: string[];
  /** Messages from the server, such as requests for packets and key frames. */
  readonly reports: RtcpMessage[];
  readonly isOpen: boolean;
  /** Sends a frame of units with four-byte lengths, after optional parameter sets. */
  picture(data: Buffer, timestamp: number, parameterSets?: readonly Buffer[]): void;
  sound(data: Buffer, timestamp: number): void;
  /** Drops the next packet of a frame, and sends it only when the server requests it. */
  loseNext(): void;
  close(): void;
}

/**
 * Publishes by WHIP with the native library, like a browser, packet by packet. With `connects: false` it only sends the
 * offer.
 */
export async function publishByWhip(
  address: string,
  streamKey: string,
  { connects = true } = {},
): Promise<TestPublisher> {
  const peer = new ndc.PeerConnection('publisher', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    forceMediaTransport: true,
    disableAutoNegotiation: true,
  });
  const states: string[] = [];
  peer.onStateChange((state) => states.push(state));
  const video = new ndc.Video('0', 'SendOnly');
  video.addH264Codec(VIDEO.payloadType, H264);
  video.addSSRC(VIDEO.ssrc, 'test', 'test', 'video');
  const audio = new ndc.Audio('1', 'SendOnly');
  audio.addOpusCodec(AUDIO.payloadType);
  audio.addSSRC(AUDIO.ssrc, 'test', 'test', 'audio');
  const [videoTrack, audioTrack] = [peer.addTrack(video), peer.addTrack(audio)];
  const reports: RtcpMessage[] = [];
  const sequence = { video: 65_500, audio: 7 };
  const lost = new Map<number, Buffer>();
  let losing = false;
  videoTrack.onMessage((message) => {
    for (const report of readRtcp(Buffer.from(message))) {
      reports.push(report);
      if (report.type !== 'nack') continue;
      for (const missing of report.sequences) {
        const packet = lost.get(missing);
        if (packet !== undefined) videoTrack.sendMessageBinary(packet);
      }
    }
  });
  audioTrack.onMessage(() => {});
  peer.setLocalDescription('offer');
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${streamKey}` },
    body: peer.localDescription()?.sdp ?? '',
  });
  const body = await response.text();
  if (response.status === 201 && connects) peer.setRemoteDescription(body, 'answer');
  const location = response.headers.get('location');
  const number = (track: 'video' | 'audio'): number => {
    sequence[track] = (sequence[track] + 1) % 0x1_0000;
    return sequence[track];
  };
  return {
    states,
    reports,
    status: response.status,
    location,
    code: response.status === 201 ? null : (JSON.parse(body) as { status: string }).status,
    get isOpen() {
      return videoTrack.isOpen();
    },
    picture: (data, timestamp, parameterSets = []) => {
      const packets = packetiseNals([...parameterSets, ...splitNals(data, 4)]);
      for (const [index, packet] of packets.entries()) {
        const marker = index === packets.length - 1;
        const own = number('video');
        writeRtpHead(packet, { sequence: own, timestamp, ssrc: VIDEO.ssrc, marker });
        setPayloadType(packet, VIDEO.payloadType);
        if (losing) lost.set(own, packet);
        else videoTrack.sendMessageBinary(packet);
        losing = false;
      }
    },
    sound: (data, timestamp) => {
      const packet = Buffer.concat([Buffer.alloc(RTP_HEAD_BYTES), data]);
      writeRtpHead(packet, {
        sequence: number('audio'),
        timestamp,
        ssrc: AUDIO.ssrc,
        marker: false,
      });
      setPayloadType(packet, AUDIO.payloadType);
      audioTrack.sendMessageBinary(packet);
    },
    loseNext: () => {
      losing = true;
    },
    close: () => {
      peer.close();
      if (location !== null) void fetch(new URL(location, address), { method: 'DELETE' });
    },
  };
}
