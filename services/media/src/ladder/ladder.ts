import type { Logger } from '@sangwian/node-kit/logger';
import type { CutPart, PackagedPeriod } from '../packager/packaged-part.ts';
import type { TimedPicture } from '../packager/timed-picture.ts';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import { CLOCK_HZ } from '../stream/access-unit.ts';
import { FedPictures } from './fed-pictures.ts';
import { type LadderEncoder, type RungSetting, rungsBelow } from './ladder-setting.ts';
import { Rung, type RungOutput } from './rung.ts';
import { Transcoder } from './transcoder.ts';

/** An encoder that lags its source by more than this is overloaded … */
const BEHIND_TICKS_MAX = CLOCK_HZ;
/** … if it still does after this long. */
const OVERLOAD_MS_MAX = 1_000;
/** The lag of a run is not evaluated before this time, because frames queue up while ffmpeg starts. */
const START_MS_MAX = 5_000;
/** Delay before the first restart; it doubles with each consecutive failure. */
const RESTART_MS = 250;
const RESTART_MS_MAX = 30_000;
/** A run that lasts this long resets the count of failures. */
const STABLE_RUN_MS = 60_000;

/** What all ladders of a process share. */
export interface LadderOptions {
  readonly ffmpeg: Ffmpeg;
  readonly encoder: LadderEncoder;
  /** The renditions, the most important first. */
  readonly rungs: readonly RungSetting[];
}

export interface LadderState {
  /** Names of the renditions that the running encoder makes. */
  readonly rungs: readonly string[];
  /** Names of the renditions that were dropped because the machine was too slow. */
  readonly dropped: readonly string[];
  readonly restarts: number;
  /** CPU time of the encoder processes so far. */
  readonly cpuSeconds: number;
  /** Lag of the slowest rendition behind the source; `null` without a rendition. */
  readonly behindMs: number | null;
}

export interface ChannelLadderOptions extends LadderOptions {
  readonly channelId: string;
  /** Returns the sink for the segments of a rendition. */
  readonly outputOf: (name: string) => RungOutput;
  /** Frames per second as measured; `null`: unknown. */
  readonly frameRate: () => number | null;
  /** Elapsed time. */
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * Makes the smaller renditions of one channel's source: supervises the encoder process, and passes each encoded frame
 * to its rung.
 */
export class ChannelLadder {
  readonly #options: ChannelLadderOptions;
  readonly #fed = new FedPictures();
  #period: PackagedPeriod | null = null;
  #rungs: readonly Rung[] = [];
  #run: Transcoder | null = null;
  #runningMs = 0;
  #record: Buffer | null = null;
  #dropped: readonly string[] = [];
  #restart: NodeJS.Timeout | undefined;
  #failures = 0;
  #restarts = 0;
  #overloadedSinceMs: number | null = null;
  #cpuSecondsBefore = 0;
  /** CPU time and elapsed time at the last `takeCpuCores`. */
  #cpuTaken: { readonly seconds: number; readonly atMs: number } | null = null;
  /** Whether the source's own encoder sends other renditions. */
  #paused = false;
  #stopped = false;
  /** Encoder processes that have not exited. */
  readonly #processes = new Set<Transcoder>();

  constructor(options: ChannelLadderOptions) {
    this.#options = options;
  }

  get state(): LadderState {
    return {
      rungs: this.#run === null ? [] : this.#rungs.map(({ setting }) => setting.name),
      dropped: this.#dropped,
      restarts: this.#restarts,
      cpuSeconds: this.#cpuSecondsBefore + (this.#run?.cpuSeconds ?? 0),
      behindMs: this.#run === null ? null : (this.#behindTicks() * 1000) / CLOCK_HZ,
    };
  }

  /**
   * Returns the average number of CPU cores that the encoders have used since the last call; `null` at the first call.
   */
  takeCpuCores(): number | null {
    const before = this.#cpuTaken;
    const taken = { seconds: this.state.cpuSeconds, atMs: this.#options.now() };
    this.#cpuTaken = taken;
    if (before === null || taken.atMs <= before.atMs) return null;
    const cores = (taken.seconds - before.seconds) / ((taken.atMs - before.atMs) / 1_000);
    return Math.round(Math.max(0, cores) * 100) / 100;
  }

  /** Called when the source begins a period. */
  period(period: PackagedPeriod): void {
    this.#period = period;
    const { record } = period.tracks.video;
    if (this.#run === null || this.#record?.equals(record) !== true) {
      this.#endRun('finish');
      this.#record = record;
      this.#dropped = [];
      this.#failures = 0;
      this.#start();
    }
    for (const rung of this.#rungs) rung.expect();
  }

  picture(picture: TimedPicture): void {
    const run = this.#run;
    if (run === null) return;
    run.push(picture);
    if (!run.begun) return;
    this.#fed.add(picture.dts, picture.pts);
    this.#checkLoad();
  }

  /** Called when the playlist of the source has a new part. */
  part(part: CutPart, mediaSequence: number): void {
    const period = this.#period;
    if (this.#record === null || period === null || this.#paused) return;
    for (const rung of this.#rungs) rung.cut({ part, period, mediaSequence });
  }

  /** Called when the source has ended. The encoder finishes the frames that it has, and exits. */
  sourceEnded(): void {
    this.#endRun('finish');
    this.#record = null;
    this.#period = null;
  }

  /** Pauses the ladder while the source's own encoder sends other renditions. */
  pause(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) this.#endRun('kill');
    else if (this.#record !== null) this.#start();
  }

  /** Calls `task` when the encoder of an ended source has finished all frames. */
  afterDrain(task: () => void): void {
    const { logger, channelId } = this.#options;
    this.#drained()
      .then(task)
      .catch((error: unknown) => logger.error({ err: error, channel: channelId }, 'drain failed'));
  }

  /** Kills every encoder process permanently. Resolves when all have exited. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endRun('kill');
    this.#record = null;
    for (const run of this.#processes) run.kill();
    await this.#drained();
  }

  async #drained(): Promise<void> {
    await Promise.all(Array.from(this.#processes, ({ ended }) => ended));
  }

  #start(): void {
    const { rungs, outputOf, now } = this.#options;
    const video = this.#period?.tracks.video;
    if (video === undefined || this.#paused || this.#stopped) return;
    const { description } = video;
    const wanted = rungsBelow(rungs, description).filter(
      ({ name }) => !this.#dropped.includes(name),
    );
    const names = wanted.map(({ name }) => name).join();
    if (names !== this.#rungs.map(({ setting }) => setting.name).join()) {
      this.#interrupt();
      this.#rungs = wanted.map((rung) => new Rung(rung, this.#fed, outputOf(rung.name)));
    }
    if (wanted.length === 0) return;
    this.#runningMs = now();
    this.#overloadedSinceMs = null;
    this.#run = this.#spawn(wanted, { ...description, record: video.record });
  }

  #spawn(
    rungs: readonly RungSetting[],
    source: { record: Buffer; width: number; height: number; frameRate: number | null },
  ): Transcoder {
    const { ffmpeg, encoder, frameRate, logger, channelId } = this.#options;
    const made = this.#rungs;
    const run: Transcoder = new Transcoder({
      ...{ ffmpeg, encoder, rungs, logger },
      source: { ...source, frameRate: source.frameRate ?? frameRate() },
      onConfig: (index, record) => made[index]?.config(record),
      onPicture: (index, picture) => made[index]?.picture(picture),
      onFailed: (complaint) => {
        if (this.#run === run) this.#failed(complaint);
      },
    });
    this.#processes.add(run);
    run.ended.then(() => this.#processes.delete(run)).catch(() => {});
    const names = rungs.map(({ name }) => name);
    logger.info({ channel: channelId, rungs: names, encoder }, 'ladder started');
    return run;
  }

  /** Ends the encoder; with `finish`, it first encodes the frames that it has. */
  #endRun(how: 'finish' | 'kill'): void {
    clearTimeout(this.#restart);
    const run = this.#run;
    this.#run = null;
    if (run !== null) {
      this.#cpuSecondsBefore += run.cpuSeconds ?? 0;
      if (how === 'finish') run.finish();
      else run.kill();
    }
    if (how === 'kill') this.#interrupt();
  }

  #interrupt(): void {
    for (const rung of this.#rungs) rung.interrupt();
    this.#fed.clear();
  }

  #failed(complaint: string): void {
    const { now, logger, channelId } = this.#options;
    this.#endRun('kill');
    this.#failures = now() - this.#runningMs > STABLE_RUN_MS ? 1 : this.#failures + 1;
    this.#restarts += 1;
    const delayMs = Math.min(RESTART_MS_MAX, RESTART_MS * 2 ** (this.#failures - 1));
    logger.warn(
      { channel: channelId, complaint, failures: this.#failures, delayMs },
      'ladder encoder ended, it is restarted',
    );
    this.#restart = setTimeout(() => this.#start(), delayMs);
  }

  /** Lag of the slowest rendition behind the source. */
  #behindTicks(): number {
    const newest = this.#fed.newestPts;
    if (newest === null || this.#rungs.length === 0) return 0;
    const slowest = Math.min(...this.#rungs.map(({ newestPts }) => newestPts));
    return newest - Math.max(slowest, this.#fed.firstFrom(Number.NEGATIVE_INFINITY) ?? newest);
  }

  /** Drops the least important rendition when the machine cannot keep up. */
  #checkLoad(): void {
    const { now, logger, channelId } = this.#options;
    const nowMs = now();
    if (nowMs - this.#runningMs < START_MS_MAX) return;
    const behind = this.#behindTicks();
    if (behind <= BEHIND_TICKS_MAX) {
      this.#overloadedSinceMs = null;
      return;
    }
    this.#overloadedSinceMs ??= nowMs;
    if (nowMs - this.#overloadedSinceMs < OVERLOAD_MS_MAX) return;
    const last = this.#rungs.at(-1)?.setting.name;
    if (last === undefined) return;
    this.#dropped = [...this.#dropped, last];
    const behindMs = Math.round((behind * 1000) / CLOCK_HZ);
    logger.warn(
      { channel: channelId, rung: last, behindMs },
      'the machine is too slow for the ladder: its last rendition is dropped',
    );
    this.#endRun('kill');
    this.#start();
  }
}
