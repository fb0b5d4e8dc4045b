import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JoinRefused } from './join-refused.ts';
import { LivePlayer } from './live-player.ts';
import type { ProbeAnswer } from './playlist-probe.ts';
import type { EngineEvent, EngineWish, StreamEngine } from './stream-engine.ts';

/** The little of a video element that the player touches. Its picture moves by `advance`, as in a browser. */
class Screen extends EventTarget {
  paused = true;
  muted = false;
  volume = 1;
  ended = false;
  seeking = false;
  currentTime = 898;
  seekable = { length: 1, start: () => 0, end: () => 1000 };
  /** How often the browser still refuses to play with sound, or at all. */
  refuses: 'nothing' | 'sound' | 'all' = 'nothing';

  async play(): Promise<void> {
    if (this.refuses === 'all' || (this.refuses === 'sound' && !this.muted)) {
      throw new DOMException('no gesture', 'NotAllowedError');
    }
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }

  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

class FakeEngine implements StreamEngine {
  url = '';
  destroyed = false;
  resumed = 0;
  readonly tell: (event: EngineEvent) => void;

  readonly realtime: boolean;

  constructor(tell: (event: EngineEvent) => void, wish: EngineWish) {
    this.realtime = wish === 'realtime';
    this.tell = tell;
  }

  liveS = 900;

  load(video: HTMLVideoElement, url: string): void {
    this.url = url;
    video.dispatchEvent(new Event('loadeddata'));
  }
  resume(): void {
    this.resumed += 1;
  }
  livePositionS = () => this.liveS;
  programTimeMs = () => Date.now() - 1_400;
  clockSkewMs = () => 0;
  setQuality(): void {}
  saver = false;
  setDataSaver(on: boolean): void {
    this.saver = on;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

const page = new EventTarget() as EventTarget & { hidden: boolean; pictureInPictureElement: null };
const browser = new EventTarget();

interface Stage {
  readonly player: LivePlayer;
  readonly screen: Screen;
  readonly engines: FakeEngine[];
  readonly joins: number[];
  answer: ProbeAnswer;
  joinFails: Error | null;
  whep: boolean;
  /** The address of the sound alone. */
  audio: string | null;
  /** Lets `ms` pass; where `moving`, the picture moves with it. */
  readonly pass: (ms: number, moving?: boolean) => Promise<void>;
  readonly status: () => string;
}

const open: LivePlayer[] = [];

const setUp = (): Stage => {
  const screen = new Screen();
  const engines: FakeEngine[] = [];
  const joins: number[] = [];
  const stage = {
    answer: { kind: 'playlist', text: 'a' } as ProbeAnswer,
    joinFails: null as Error | null,
    whep: false,
    audio: null as string | null,
  };
  const player = new LivePlayer({
    video: screen as unknown as HTMLVideoElement,
    join: async (again) => {
      joins.push(again);
      if (stage.joinFails !== null) throw stage.joinFails;
      const whep = stage.whep ? `/media/c1/whep?token=${joins.length}` : null;
      return { hls: `/media/c1/index.m3u8?token=${joins.length}`, whep };
    },
    createEngine: async (_video, tell, wish) => {
      const engine = new FakeEngine(tell, wish);
      engines.push(engine);
      return engine;
    },
    look: async () => stage.answer,
    findAudio: async () => stage.audio,
  });
  open.push(player);
  const pass = async (ms: number, moving = false) => {
    for (let passed = 0; passed < ms; passed += 250) {
      if (moving) screen.currentTime += 0.25;
      await vi.advanceTimersByTimeAsync(250);
    }
  };
  return Object.assign(stage, {
    player,
    screen,
    engines,
    joins,
    pass,
    status: () => player.snapshot.get().status.name,
  });
};

const playing = async (): Promise<Stage> => {
  const stage = setUp();
  stage.player.start();
  await stage.pass(1000, true);
  return stage;
};

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', browser);
});
afterEach(() => {
  for (const player of open.splice(0)) player.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the live player', () => {
  it('plays in low latency where the viewer wants it and the stream has it, and goes back', async () => {
    const stage = setUp();
    stage.player.start();
    await stage.pass(1_000, true);
    expect(stage.player.snapshot.get().realtime).toBe('none');
    stage.player.stop();
    stage.whep = true;
    stage.player.start();
    await stage.pass(1_000, true);
    expect(stage.player.snapshot.get().realtime).toBe('off');
    stage.player.setRealtime(true);
    await stage.pass(1_000, true);
    expect(stage.engines.at(-1)).toMatchObject({ realtime: true, url: '/media/c1/whep?token=2' });
    stage.engines.at(-1)?.tell({ type: 'soundless' });
    expect(stage.player.snapshot.get()).toMatchObject({ realtime: 'on', soundless: true });
    stage.player.setRealtime(false);
    await stage.pass(1_000, true);
    expect(stage.engines.at(-1)).toMatchObject({
      realtime: false,
      url: '/media/c1/index.m3u8?token=2',
    });
    expect(stage.player.snapshot.get()).toMatchObject({ realtime: 'off', soundless: false });
  });

  it('plays on by HLS where low latency shows nothing, and does not try it again by itself', async () => {
    const stage = setUp();
    stage.whep = true;
    stage.player.setRealtime(true);
    stage.player.start();
    await stage.pass(1_000, true);
    stage.engines.at(-1)?.tell({ type: 'realtime_lost' });
    await stage.pass(1_000, true);
    expect(stage.engines.map(({ realtime, destroyed }) => [realtime, destroyed])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(stage.player.snapshot.get().realtime).toBe('lost');
    stage.engines.at(-1)?.tell({ type: 'refused' });
    await stage.pass(1_000, true);
    expect(stage.engines.at(-1)?.realtime).toBe(false);
    expect(stage.status()).toBe('playing');
  });

  it('joins, loads the address of the grant and plays', async () => {
    const stage = setUp();
    stage.player.start();
    expect(stage.status()).toBe('joining');
    await stage.pass(250);
    expect(stage.status()).toBe('loading');
    expect(stage.engines[0]?.url).toBe('/media/c1/index.m3u8?token=1');
    await stage.pass(500, true);
    expect(stage.status()).toBe('playing');
    expect(stage.player.progress.get().latencyS).toBeCloseTo(1.4, 1);
  });

  it('says that the connection is lost, goes on with the same engine when it is back, and counts one stall', async () => {
    const stage = await playing();
    stage.answer = { kind: 'unreachable' };
    await stage.pass(3_000);
    expect(stage.status()).toBe('offline');
    stage.answer = { kind: 'playlist', text: 'a' };
    await stage.pass(1_750);
    stage.answer = { kind: 'playlist', text: 'b' };
    await stage.pass(1_750);
    expect(stage.engines).toHaveLength(1);
    expect(stage.engines[0]?.resumed).toBeGreaterThan(0);
    await stage.pass(500, true);
    expect(stage.status()).toBe('playing');
    expect(stage.player.progress.get().stalls).toBe(1);
  });

  it('says that the stream is interrupted when the playlist stands still', async () => {
    const stage = await playing();
    await stage.pass(5_000);
    expect(stage.status()).toBe('interrupted');
    expect(stage.joins).toEqual([0]);
  });

  it('begins anew after a long outage, with the grant that it has', async () => {
    const stage = await playing();
    await stage.pass(60_000);
    expect(stage.status()).toBe('interrupted');
    stage.answer = { kind: 'playlist', text: 'later' };
    await stage.pass(2_000);
    expect(stage.engines).toHaveLength(2);
    expect(stage.engines[0]?.destroyed).toBe(true);
    expect(stage.joins).toEqual([0]);
    await stage.pass(500, true);
    expect(stage.status()).toBe('playing');
  });

  it('makes the engine anew when the stream is there and the picture will not move', async () => {
    const stage = await playing();
    for (let look = 0; look < 8; look += 1) {
      stage.answer = { kind: 'playlist', text: `part ${look}` };
      await stage.pass(1_500);
    }
    expect(stage.engines.length).toBeGreaterThan(1);
    expect(stage.status()).not.toBe('interrupted');
  });

  it('asks for another grant when its own is refused, and not in a storm', async () => {
    const stage = await playing();
    stage.engines[0]?.tell({ type: 'refused' });
    await stage.pass(250);
    expect(stage.joins).toEqual([0, 1]);
    expect(stage.engines[1]?.url).toContain('token=2');
    for (let refusal = 0; refusal < 20; refusal += 1) {
      stage.engines.at(-1)?.tell({ type: 'refused' });
      await stage.pass(250);
    }
    expect(stage.joins.length).toBeLessThan(7);
    await stage.pass(1_000, true);
    expect(stage.status()).toBe('playing');
  });

  it('stays with a refusal of the API and asks nothing more, until it is started again', async () => {
    const stage = setUp();
    stage.joinFails = new JoinRefused('watch_ejected');
    stage.player.start();
    await stage.pass(20_000);
    expect(stage.player.snapshot.get().status).toEqual({ name: 'refused', code: 'watch_ejected' });
    expect(stage.joins).toHaveLength(1);
    stage.joinFails = null;
    stage.player.start();
    await stage.pass(750, true);
    expect(stage.status()).toBe('playing');
  });

  it('keeps asking to join while there is no connection, and at once when the browser is back online', async () => {
    const stage = setUp();
    stage.joinFails = new TypeError('Failed to fetch');
    stage.player.start();
    await stage.pass(60_000);
    expect(stage.status()).toBe('offline');
    const asked = stage.joins.length;
    expect(asked).toBeGreaterThan(8);
    stage.joinFails = null;
    browser.dispatchEvent(new Event('online'));
    await stage.pass(750, true);
    expect(stage.joins.length).toBe(asked + 1);
    expect(stage.status()).toBe('playing');
  });

  it('plays without sound where the browser asks for it, and offers the sound', async () => {
    const stage = setUp();
    stage.screen.refuses = 'sound';
    stage.player.start();
    await stage.pass(750, true);
    expect(stage.screen.muted).toBe(true);
    expect(stage.player.snapshot.get().unmuteOffered).toBe(true);
    stage.player.sound.setMuted(false);
    expect(stage.screen.muted).toBe(false);
    expect(stage.player.snapshot.get().unmuteOffered).toBe(false);
  });

  it('waits for a tap where the browser plays nothing at all', async () => {
    const stage = setUp();
    stage.screen.refuses = 'all';
    stage.player.start();
    await stage.pass(5_000);
    expect(stage.player.snapshot.get().paused).toBe(true);
    expect(stage.status()).toBe('loading');
  });

  it('takes a pause of the viewer for no trouble, and a pause of the phone for no wish', async () => {
    const stage = await playing();
    stage.player.pause();
    await stage.pass(30_000);
    expect(stage.status()).toBe('playing');
    expect(stage.player.snapshot.get().paused).toBe(true);
    stage.player.play();
    await stage.pass(500, true);
    page.hidden = true;
    stage.screen.pause();
    expect(stage.player.snapshot.get().paused).toBe(false);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await stage.pass(250);
    expect(stage.screen.paused).toBe(false);
  });

  it('seeks only within what can be rewound, and back to live', async () => {
    const stage = await playing();
    stage.player.place.seekTo(-50);
    expect(stage.screen.currentTime, 'a little behind the beginning of the window').toBe(2);
    stage.player.place.seekTo(5_000);
    expect(stage.screen.currentTime).toBe(900);
    stage.player.place.seekTo(100);
    await stage.pass(500, true);
    expect(stage.player.progress.get().atLive).toBe(false);
    stage.player.goLive();
    await stage.pass(500, true);
    expect(stage.player.progress.get().atLive).toBe(true);
  });

  it('takes who follows the live back to it after an outage, and leaves who rewound where they are', async () => {
    const stage = await playing();
    stage.engines[0]!.liveS = 1_000;
    await stage.pass(500, true);
    expect(stage.screen.currentTime).toBeCloseTo(1_000, 0);
    stage.player.place.seekTo(700);
    await stage.pass(15_000, true);
    expect(stage.screen.currentTime).toBeCloseTo(715, 0);
  });

  it('does not take a busy device for one without a connection', async () => {
    const stage = await playing();
    stage.answer = { kind: 'unreachable' };
    for (let part = 0; part < 10; part += 1) {
      stage.engines[0]?.tell({ type: 'heard' });
      await stage.pass(500);
    }
    expect(stage.status()).toBe('buffering');
    await stage.pass(6_000);
    expect(stage.status()).toBe('offline');
  });

  it('ends when the playlist does', async () => {
    const stage = await playing();
    stage.engines[0]?.tell({ type: 'ended' });
    expect(stage.status()).toBe('ended');
    expect(stage.engines[0]?.destroyed).toBe(true);
  });

  it('leaves nothing behind', async () => {
    const stage = await playing();
    stage.player.destroy();
    expect(stage.engines[0]?.destroyed).toBe(true);
    expect(stage.screen.paused).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    browser.dispatchEvent(new Event('online'));
    stage.player.start();
    expect(stage.status()).toBe('idle');
    expect(stage.joins).toEqual([0]);
  });
});

describe('fewer bytes', () => {
  it('come by the sound alone where the stream offers it, and by the picture where it does not', async () => {
    const stage = setUp();
    stage.player.start();
    await stage.pass(500, true);
    stage.player.setAudioOnly(true);
    await stage.pass(250, true);
    expect(stage.engines.at(-1)?.url).toBe('/media/c1/index.m3u8?token=1');
    expect(stage.player.snapshot.get().audio).toBe('none');

    stage.audio = '/media/c1/audio/media.m3u8?token=1';
    stage.player.setAudioOnly(true);
    await stage.pass(250, true);
    expect(stage.engines.at(-1)?.url).toBe(stage.audio);
    expect(stage.player.snapshot.get().audio).toBe('on');
    stage.player.setAudioOnly(false);
    await stage.pass(250, true);
    expect(stage.engines.at(-1)?.url).toBe('/media/c1/index.m3u8?token=1');
  });

  it('come by the data saver, also from the next engine', async () => {
    const stage = setUp();
    stage.player.start();
    await stage.pass(500, true);
    stage.player.setDataSaver(true);
    expect(stage.engines.at(-1)?.saver).toBe(true);
    stage.player.setNative(true);
    await stage.pass(250, true);
    expect(stage.engines).toHaveLength(2);
    expect(stage.engines.at(-1)?.saver).toBe(true);
  });
});

describe('another engine', () => {
  it('goes on at the moment to which the viewer has rewound, and shows nothing of live before', async () => {
    const stage = setUp();
    stage.player.start();
    await stage.pass(500, true);
    const tells = () => 1_000_000 + stage.screen.currentTime * 1_000;
    for (const engine of stage.engines) engine.programTimeMs = tells;
    stage.player.place.seekTo(700);
    await stage.pass(500, true);

    stage.player.setNative(true);
    stage.screen.currentTime = 898;
    await vi.advanceTimersByTimeAsync(0);
    expect(stage.player.snapshot.get().started).toBe(false);
    const [, next] = stage.engines;
    if (next !== undefined) next.programTimeMs = tells;
    await stage.pass(500, true);
    expect(stage.screen.currentTime).toBeGreaterThan(699);
    expect(stage.screen.currentTime).toBeLessThan(703);
    expect(stage.player.snapshot.get().started).toBe(true);
    expect(stage.player.programTimeMs).toBeLessThan(1_000_000 + 703_000);
  });
});
