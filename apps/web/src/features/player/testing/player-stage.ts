import { afterEach, beforeEach, vi } from 'vitest';
import type { EngineEvent, EngineWish, StreamEngine } from '../engine/stream-engine.ts';
import { LivePlayer } from '../state/live-player.ts';
import type { ProbeAnswer } from '../state/playlist-probe.ts';

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

/** The page that the player stands on. */
export const page = new EventTarget() as EventTarget & {
  hidden: boolean;
  pictureInPictureElement: null;
};
export const browser = new EventTarget();

export interface Stage {
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

/** A player before a screen and engines that do what the test says. */
export const setUp = (): Stage => {
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
    join: async () => {
      joins.push(joins.length);
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

export const playing = async (): Promise<Stage> => {
  const stage = setUp();
  stage.player.start();
  await stage.pass(1000, true);
  return stage;
};

/** Time, page and browser are the test's. */
export function prepareStage(): void {
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
}
