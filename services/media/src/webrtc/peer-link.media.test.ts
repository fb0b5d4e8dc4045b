import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLogger } from '@sangwian/node-kit/logger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PeerLink } from './peer-link.ts';
import { openWebRtcLibrary, type WebRtcLibrary } from './webrtc-library.ts';

const logger = createLogger('test', 'silent');

let library: WebRtcLibrary;
beforeAll(async () => {
  const opened = await openWebRtcLibrary({ host: '127.0.0.1', port: 0 }, logger);
  if (opened === null) throw new Error('this machine has no WebRTC');
  library = opened;
});
afterAll(() => library.close());

/** Listens to a track of a link, like `WhepPeer` and `WhipPeer`. */
class Listener {
  readonly link: PeerLink;
  received = 0;

  constructor() {
    this.link = new PeerLink(
      library,
      'test',
      { open: () => this.receive(), closed: () => {} },
      logger,
    );
    const track = this.link.addTrack({
      media: { kind: 'video', mid: '0', direction: 'recvonly', layered: false, codecs: [] },
      codec: { payloadType: 102, encoding: 'H264/90000', parameters: '' },
      direction: 'SendOnly',
      ssrc: 1,
    });
    track.onMessage(() => this.receive());
  }

  receive(): void {
    this.received += 1;
  }
}

function openAndClose(): WeakRef<Listener> {
  const listener = new Listener();
  listener.link.close('the test');
  return new WeakRef(listener);
}

it('releases its memory when it is closed', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const listeners = Array.from({ length: 10 }, openAndClose);
  const left = (): number => {
    collect();
    return listeners.filter((listener) => listener.deref() !== undefined).length;
  };
  await expect.poll(left).toBe(0);
});

it('is closed once by an error in its packet handler', () => {
  const reasons: string[] = [];
  const events = { open: () => {}, closed: (reason: string) => reasons.push(reason) };
  const link = new PeerLink(library, 'test', events, logger);
  const fault = (): void =>
    link.guard(() => {
      throw new Error('a fault');
    });
  fault();
  fault();
  expect(reasons).toEqual(['packet handling failed']);
});
