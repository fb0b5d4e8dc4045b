import { afterEach, beforeEach, vi } from 'vitest';
import type { EngineEvent, EngineMode, StreamEngine } from '../engine/stream-engine.ts';
import { LivePlayer } from '../state/live-player.ts';
import type { ProbeResult } from '../state/playlist-probe.ts';

/** The part of a video element that the player uses. The test moves `currentTime`. */
class Screen extends EventTarget {
  paused = true;
  muted = false;
  volume = 1;
  ended = false;
  seeking = false;
  currentTime = 898;
  seekable = { length: 1, start: () => 0, end: () => 1000 };
  /** Whether the browser refuses to play with sound, or refuses to play at all. */
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
  /** Whether the first frame arrives only when the test dispatches its event. */
  isSlow = false;
  destroyed = false;
  resumed = 0;
  readonly emit: (event: EngineEvent) => void;

  readonly realtime: boolean;

  constructor(emit: (event: EngineEvent) => void, mode: EngineMode) {
    this.realtime = mode === 'realtime';
    this.emit = emit;
  }

  liveS = 900;

  load(video: HTMLVideoElement, url: string): void {
    this.url = url;
    if (!this.isSlow) video.dispatchEvent(new Event('loadeddata'));
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
  answer: ProbeResult;
  joinFails: Error | null;
  whep: boolean;
  /** See `FakeEngine`. */
  isSlow: boolean;
  /** The audio-only URL. */
  audio: string | null;
  /** Advances the fake time by `ms`. If `moving`, the video's position advances too. */
  readonly pass: (ms: number, moving?: boolean) => Promise<void>;
  readonly status: () => string;
}

const open: LivePlayer[] = [];

/** Creates a player with a fake video element and fake engines. */
export const setUp = (): Stage => {
  const screen = new Screen();
  const engines: FakeEngine[] = [];
  const joins: number[] = [];
  const stage = {
    answer: { kind: 'playlist', text: 'a' } as ProbeResult,
    joinFails: null as Error | null,
    whep: false,
    isSlow: false,
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
    createEngine: async (_video, emit, mode) => {
      const engine = new FakeEngine(emit, mode);
      engine.isSlow = stage.isSlow;
      engines.push(engine);
      return engine;
    },
    probe: async () => stage.answer,
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

/** Fakes the timers, the document and the window for each test. */
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
