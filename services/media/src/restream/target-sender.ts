import type { RestreamFailure } from '@sangwian/contract/endpoints/operator/restream';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import type { AudioUnit, VideoUnit } from '../stream/access-unit.ts';
import { FlvInput, type StreamHeaders } from './flv-input.ts';
import { resolveTarget } from './resolve-target.ts';
import type { TargetState, WantedTarget } from './restream-calls.ts';
import { countFailure, faultOf, pauseAfter } from './restream-rules.ts';
import { RestreamRun } from './restream-run.ts';

const BITS_PER_BYTE = 8;

export interface SenderOptions {
  /** `null`: nothing can be sent. */
  readonly ffmpeg: Ffmpeg | null;
  readonly privateHosts: readonly string[];
  /** Elapsed time. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** Sends a channel's stream to one target: starts ffmpeg, watches it, and starts it again after growing pauses. */
export class TargetSender {
  readonly #options: SenderOptions;
  readonly #target: WantedTarget;
  readonly #runs = new Set<RestreamRun>();
  #headers: StreamHeaders | null = null;
  #run: RestreamRun | null = null;
  #input: FlvInput | null = null;
  /** An attempt whose process has not been started yet. */
  #starting: Promise<void> | null = null;
  #isStopped = false;
  #failures = 0;
  #retryAtMs = 0;
  #failure: RestreamFailure | null = null;
  #state: TargetState['state'] = 'connecting';
  #stateSinceMs: number;
  #taken = { bytes: 0, atMs: 0 };
  #bitrateBps = 0;

  constructor(target: WantedTarget, options: SenderOptions) {
    this.#target = target;
    this.#options = options;
    this.#stateSinceMs = options.now();
    if (options.ffmpeg === null) this.#setState('retrying', 'no_ffmpeg');
  }

  get state(): TargetState {
    return {
      targetId: this.#target.targetId,
      state: this.#state,
      forMs: Math.max(0, Math.round(this.#options.now() - this.#stateSinceMs)),
      failure: this.#failure,
      bitrateBps: this.#state === 'sending' ? this.#bitrateBps : 0,
    };
  }

  /** Sets the codecs of the stream. A target that is sent to gets other codecs over a new connection. */
  setHeaders(headers: StreamHeaders): void {
    this.#headers = headers;
    this.#endRun('finish');
  }

  /** The stream continues from another source with the same codecs. */
  rebase(): void {
    this.#input?.rebase();
  }

  video(unit: VideoUnit): void {
    const bytes = this.#input?.video(unit);
    if (bytes != null) this.#run?.push(bytes);
  }

  audio(unit: AudioUnit): void {
    const bytes = this.#input?.audio(unit);
    if (bytes != null) this.#run?.push(bytes);
  }

  /** The stream has ended: the target gets what there is, and its connection ends. */
  streamEnded(): void {
    this.#headers = null;
    this.#endRun('finish');
    this.#failures = 0;
    this.#retryAtMs = 0;
  }

  /** Watches the connection, and starts one if it is time; called about once a second. */
  check(): void {
    const run = this.#run;
    if (run !== null) this.#watch(run);
    else if (this.#isDue) {
      this.#starting = this.#start().finally(() => {
        this.#starting = null;
      });
    }
  }

  /** Ends every process at once and forever; resolves when they have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endRun('kill');
    await this.#starting;
    for (const run of this.#runs) run.kill();
    await Promise.all(Array.from(this.#runs, ({ ended }) => ended));
  }

  /** Whether it is time for an attempt. An earlier process has to end first, because it still holds the stream key. */
  get #isDue(): boolean {
    const isIdle = this.#starting === null && this.#runs.size === 0 && !this.#isStopped;
    return isIdle && this.#headers !== null && this.#options.now() >= this.#retryAtMs;
  }

  #watch(run: RestreamRun): void {
    run.measure();
    const nowMs = this.#options.now();
    const fault = run.isFull ? 'too_slow' : faultOf(run.progress, nowMs);
    if (fault !== null) {
      this.#endRun('kill');
      this.#fail(fault, run, '');
      return;
    }
    const { bytes, atMs } = this.#taken;
    const seconds = (nowMs - atMs) / 1_000;
    this.#bitrateBps = Math.round(
      ((run.sentBytes - bytes) * BITS_PER_BYTE) / Math.max(seconds, 0.1),
    );
    this.#taken = { bytes: run.sentBytes, atMs: nowMs };
    if (run.progress.sendingSinceMs !== null) this.#setState('sending', null);
  }

  async #start(): Promise<void> {
    const { ffmpeg, privateHosts, now, logger } = this.#options;
    const headers = this.#headers;
    if (ffmpeg === null || headers === null) return;
    const { targetId, url, streamKey } = this.#target;
    try {
      const target = await resolveTarget(url, { privateHosts, attempt: this.#failures });
      if (typeof target === 'string') {
        this.#fail(target, null, '');
        return;
      }
      const run = await RestreamRun.start({ ffmpeg, target, url, streamKey, now });
      this.#runs.add(run);
      void run.ended.then(() => this.#runs.delete(run));
      // The stream may have ended or changed meanwhile.
      if (this.#isStopped || this.#headers !== headers) {
        run.kill();
        return;
      }
      this.#run = run;
      this.#input = new FlvInput(headers);
      this.#taken = { bytes: 0, atMs: now() };
      if (this.#failures === 0) this.#setState('connecting', null);
      logger.info({ target: targetId }, 'restream started');
      void run.ended.then((end) => {
        if (this.#run !== run) return;
        this.#endRun('kill');
        const ended = end.wasSending ? 'ended' : 'refused';
        this.#fail(end.isUnreachable ? 'unreachable' : ended, run, end.complaint);
      });
    } catch (error) {
      logger.error({ err: error, target: targetId }, 'restream could not start');
      this.#fail('refused', null, '');
    }
  }

  #fail(failure: RestreamFailure, run: RestreamRun | null, complaint: string): void {
    if (this.#isStopped) return;
    const { now, logger } = this.#options;
    const since = run?.progress.sendingSinceMs ?? null;
    this.#failures = countFailure(this.#failures, since === null ? 0 : now() - since);
    const pauseMs = pauseAfter(this.#failures);
    this.#retryAtMs = now() + pauseMs;
    this.#setState('retrying', failure);
    const { targetId } = this.#target;
    logger.warn({ target: targetId, failure, complaint, pauseMs }, 'restream ended, it is retried');
  }

  #endRun(how: 'finish' | 'kill'): void {
    const run = this.#run;
    this.#run = null;
    this.#input = null;
    if (how === 'finish') run?.finish();
    else run?.kill();
  }

  #setState(state: TargetState['state'], failure: RestreamFailure | null): void {
    this.#failure = failure;
    if (state === this.#state) return;
    this.#state = state;
    this.#stateSinceMs = this.#options.now();
  }
}
