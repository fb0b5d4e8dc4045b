import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLogger } from '@sangwian/node-kit/logger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnsweredMedia, PeerLink } from './peer-link.ts';
import { openWebRtcLibrary, type WebRtcLibrary } from './webrtc-library.ts';

const logger = createLogger('test', 'silent');

const SECTION: AnsweredMedia = {
  media: { kind: 'video', mid: '0', direction: 'recvonly', layered: false, codecs: [] },
  codec: { payloadType: 102, encoding: 'H264/90000', parameters: '' },
  direction: 'SendOnly',
  ssrc: 1,
};

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
    const track = this.link.addTrack(SECTION);
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

it('is closed once if its last packets cannot be sent', () => {
  const reasons: string[] = [];
  let changeState: (state: string) => void = () => {};
  const connect: WebRtcLibrary['connect'] = (name) => {
    const peer = library.connect(name);
    const onStateChange = (listener: (state: string) => void) => {
      changeState = listener;
    };
    return new Proxy(peer, {
      get: (_, key) => {
        if (key === 'onStateChange') return onStateChange;
        const member = Reflect.get(peer, key);
        return typeof member === 'function' ? member.bind(peer) : member;
      },
    });
  };
  const link: PeerLink = new PeerLink(
    { ...library, connect },
    'test',
    {
      open: () => {},
      closing: () => void link.send(track, Buffer.alloc(12)),
      closed: (reason) => reasons.push(reason),
    },
    logger,
  );
  const track = link.addTrack(SECTION);
  changeState('connected');
  track.close();
  link.close('the test');
  expect(reasons).toEqual(['the test']);
});
