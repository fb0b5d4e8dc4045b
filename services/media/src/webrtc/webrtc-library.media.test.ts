import { spawn } from 'node:child_process';
import { createLogger } from '@sangwian/node-kit/logger';
import { expect, it } from 'vitest';
import { openWebRtcLibrary, type WebRtcLibrary } from './webrtc-library.ts';

const logger = createLogger('test', 'silent');

async function open(host: string, port: number): Promise<WebRtcLibrary> {
  const library = await openWebRtcLibrary({ host, port }, logger);
  if (library === null) throw new Error('this machine has no WebRTC');
  return library;
}

/** Makes a peer gather its candidates, for which the library needs the port. */
async function gather({ native, connect }: WebRtcLibrary): Promise<() => void> {
  const peer = connect('peer');
  const video = new native.Video('0', 'SendOnly');
  video.addH264Codec(96);
  const track = peer.addTrack(video);
  await new Promise<void>((resolve) => {
    peer.onGatheringStateChange((state) => state === 'complete' && resolve());
    peer.setLocalDescription('offer');
  });
  return () => {
    track.close();
    peer.close();
  };
}

it.each(['127.0.0.1', '192.0.2.7'])(
  'a child process started while peers exist does not block the port of %s for later peers',
  async (host) => {
    const library = await open(host, 0);
    const close = await gather(library);
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
    try {
      close();
      // Without the port holder, this ended the process: "Failed to gather local ICE candidates".
      (await gather(library))();
    } finally {
      child.kill('SIGKILL');
      library.close();
    }
  },
);

it('uses a nearby port if the configured one is in use', async () => {
  const first = await open('127.0.0.1', 0);
  const second = await open('127.0.0.1', first.endpoint.port);
  expect(second.endpoint.port).toBeGreaterThan(first.endpoint.port);
  first.close();
  second.close();
});
