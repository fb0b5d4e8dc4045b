import ndc from 'node-datachannel';
import {
  type RtcpMessage,
  readRtcp,
  writeKeyFrameRequest,
  writeReceiverReport,
} from '../webrtc/rtcp.ts';
import { isRtcp, type RtpFacts, readRtp } from '../webrtc/rtp-packet.ts';

const H264 = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
const VIDEO_TYPE = 102;
const AUDIO_TYPE = 111;
/** NAL type that carries the parameter sets before a key frame. */
const STAP_A = 24;

export interface TestWatcher {
  readonly status: number;
  readonly location: string | null;
  /** The error code, if the offer was refused. */
  readonly code: string | null;
  readonly video: RtpFacts[];
  readonly audio: RtpFacts[];
  readonly reports: RtcpMessage[];
  /** States of the connection, in order. */
  readonly states: string[];
  /** Requests a key frame. */
  askKeyFrame(): void;
  /** Sends a receiver report like a browser, with `lost` packets lost. */
  report(lost: number): void;
  close(): void;
}

/** Watches by WHEP with the native library, like a browser, and records every packet. */
export async function watchByWhep(address: string): Promise<TestWatcher> {
  const peer = new ndc.PeerConnection('viewer', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    forceMediaTransport: true,
    disableAutoNegotiation: true,
  });
  const states: string[] = [];
  peer.onStateChange((state) => states.push(state));
  const video = new ndc.Video('0', 'RecvOnly');
  video.addH264Codec(VIDEO_TYPE, H264);
  const audio = new ndc.Audio('1', 'RecvOnly');
  audio.addOpusCodec(AUDIO_TYPE);
  const [videoTrack, audioTrack] = [peer.addTrack(video), peer.addTrack(audio)];
  const got = { video: [] as RtpFacts[], audio: [] as RtpFacts[], reports: [] as RtcpMessage[] };
  const take = (packets: RtpFacts[]) => (message: Buffer) => {
    if (isRtcp(message)) got.reports.push(...readRtcp(message));
    else {
      const packet = readRtp(Buffer.from(message));
      if (packet !== null) packets.push(packet);
    }
  };
  const askKeyFrame = (): void => {
    const [first] = got.video;
    if (first !== undefined) videoTrack.sendMessageBinary(writeKeyFrameRequest(1, first.ssrc));
  };
  const report = (lost: number): void => {
    const last = got.video.at(-1);
    if (last === undefined) return;
    videoTrack.sendMessageBinary(
      writeReceiverReport({
        ownSsrc: 1,
        ssrc: last.ssrc,
        fractionLost: 0,
        lost,
        highestSequence: last.sequence,
        jitter: 0,
        lastReportMiddle: 0,
        sinceLastReportMs: 0,
        bitrateBps: 300_000,
      }),
    );
  };
  videoTrack.onMessage((message) => {
    take(got.video)(message);
    // Browsers also request a key frame until they have one.
    const begun = got.video.some(({ payload }) => ((payload[0] ?? 0) & 0x1f) === STAP_A);
    if (!begun) askKeyFrame();
  });
  audioTrack.onMessage(take(got.audio));
  peer.setLocalDescription('offer');
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: peer.localDescription()?.sdp ?? '',
  });
  const body = await response.text();
  if (response.status === 201) peer.setRemoteDescription(body, 'answer');
  const location = response.headers.get('location');
  return {
    ...got,
    states,
    askKeyFrame,
    report,
    status: response.status,
    location,
    code: response.status === 201 ? null : (JSON.parse(body) as { status: string }).status,
    // Keeps a reference to the tracks, too, because the library closes unreferenced ones.
    close: () => {
      videoTrack.close();
      audioTrack.close();
      peer.close();
      if (location !== null) void fetch(new URL(location, address), { method: 'DELETE' });
    },
  };
}
