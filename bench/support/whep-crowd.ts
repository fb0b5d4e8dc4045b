/**
 * A separate process with many WHEP viewers that counts packets, so that the server's CPU time can be measured alone.
 *
 * whep-crowd.ts <peers> <WHEP address>...
 *
 * Sends its parent `{ type: 'joined' }` once all viewers receive packets, and replies to `report` with a
 * `WhepCrowdReport`.
 */
import ndc from 'node-datachannel';

export interface WhepCrowdReport {
  readonly type: 'report';
  /** Packets received since the previous report. */
  readonly packets: number;
  readonly bytes: number;
}

const H264 = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
const [peers = '0', ...addresses] = process.argv.slice(2);
const CONNECTING_MAX = 4;

let packets = 0;
let bytes = 0;
const kept: unknown[] = [];

async function watch(number: number): Promise<void> {
  const address = addresses[number % addresses.length] ?? '';
  const peer = new ndc.PeerConnection(`viewer ${number}`, {
    iceServers: [],
    bindAddress: '127.0.0.1',
    forceMediaTransport: true,
    disableAutoNegotiation: true,
  });
  const video = new ndc.Video('0', 'RecvOnly');
  video.addH264Codec(102, H264);
  const track = peer.addTrack(video);
  kept.push(peer, track);
  const { promise: firstPacket, resolve } = Promise.withResolvers<void>();
  track.onMessage((message) => {
    packets += 1;
    bytes += message.length;
    resolve();
  });
  peer.setLocalDescription('offer');
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: peer.localDescription()?.sdp ?? '',
  });
  const sdp = await response.text();
  if (response.status !== 201) throw new Error(`${response.status}: ${sdp}`);
  peer.setRemoteDescription(sdp, 'answer');
  await firstPacket;
}

process.on('message', (message) => {
  if (message !== 'report') return;
  const report: WhepCrowdReport = { type: 'report', packets, bytes };
  process.send?.(report);
  packets = 0;
  bytes = 0;
});
process.on('disconnect', () => process.exit(0));

let next = 0;
await Promise.all(
  Array.from({ length: CONNECTING_MAX }, async () => {
    while (next < Number(peers)) {
      next += 1;
      await watch(next);
    }
  }),
);
process.send?.({ type: 'joined' });
