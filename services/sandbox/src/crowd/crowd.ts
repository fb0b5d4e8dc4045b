import { setTimeout as wait } from 'node:timers/promises';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Logger } from '@sangwian/node-kit/logger';
import {
  cheerPauseMs,
  chooseCheer,
  idlePauseMs,
  LineChooser,
  type Random,
  reactionDelayMs,
} from './crowd-rhythm.ts';
import { COINS_TO_SPEND, Fan } from './fan.ts';
import { type Moment, momentsBetween } from './moments.ts';
import type { Site } from './site.ts';

const TICK_MS = 200;
const RETRY_MS = { min: 1_000, max: 20_000 } as const;
/** How often the crowd polls for the current live. */
const LIVE_CHECK_MS = 30_000;
/** Pause between arrivals: password hashing is expensive, and people do not arrive all at once. */
const ARRIVAL_MS = 350;
/** Fans of the crowd who send gifts; the other wallets are kept for people who sign in as these fans. */
const CHEERERS = 4;

export interface CrowdOptions {
  readonly site: Site;
  readonly accounts: readonly { readonly phone: string; readonly password: string }[];
  readonly moments: readonly Moment[];
  /** Loop time of the broadcast; `null` while off air. */
  readonly loopTimeMs: () => number | null;
  readonly random: Random;
  readonly logger: Logger;
}

interface PlannedLine {
  readonly atMs: number;
  /** The moment that the line reacts to; without it the line is unprompted. */
  readonly moment?: Moment;
}

/** Sample fans that chat about the demo bout, only through the public API and sockets. */
export class Crowd {
  readonly #options: CrowdOptions;
  readonly #stop = new AbortController();
  readonly #lines: LineChooser;
  #fans: Fan[] = [];
  #linesSent = 0;
  #giftsSent = 0;
  #running: Promise<void> | null = null;

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#lines = new LineChooser(options.random);
  }

  get size(): { readonly fans: number; readonly lines: number; readonly gifts: number } {
    return { fans: this.#fans.length, lines: this.#linesSent, gifts: this.#giftsSent };
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let retryMs: number = RETRY_MS.min;
    while (!this.#stop.signal.aborted) {
      try {
        const live = await this.#options.site.liveNow();
        if (live !== null) {
          await this.#arrive(live);
          retryMs = RETRY_MS.min;
          await this.#chat(live);
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#options.logger.warn({ reason }, 'demo crowd join failed');
      }
      this.#leave();
      await this.#pause(retryMs);
      retryMs = Math.min(retryMs * 2, RETRY_MS.max);
    }
  }

  async #arrive(live: ProgramLiveId): Promise<void> {
    for (const { phone, password } of this.#options.accounts) {
      if (this.#stop.signal.aborted) return;
      const signedIn = await this.#options.site.signIn(phone, password);
      this.#fans.push(new Fan(this.#options.site, signedIn, live));
      await this.#pause(ARRIVAL_MS);
    }
  }

  /** Chats until the live changes or no fan can send messages any more, for example with revoked sessions. */
  async #chat(live: ProgramLiveId): Promise<void> {
    const { random, loopTimeMs, moments } = this.#options;
    const planned: PlannedLine[] = [];
    let nextIdleMs = performance.now() + idlePauseMs(random);
    let nextCheerMs = performance.now() + cheerPauseMs(random, this.#coinsLeft());
    let nextCheckMs = performance.now() + LIVE_CHECK_MS;
    let lastLoopMs = loopTimeMs();
    let linesSentBefore = this.#linesSent;
    while (!this.#stop.signal.aborted) {
      const nowMs = performance.now();
      const loopMs = loopTimeMs();
      if (loopMs !== null && lastLoopMs !== null) {
        for (const moment of momentsBetween(moments, lastLoopMs, loopMs)) {
          const delayMs = reactionDelayMs(random);
          if (delayMs === null) continue;
          planned.push({ atMs: nowMs + delayMs, moment });
        }
      }
      lastLoopMs = loopMs;
      if (loopMs !== null && nowMs >= nextIdleMs) {
        planned.push({ atMs: nowMs });
        nextIdleMs = nowMs + idlePauseMs(random);
      }
      if (loopMs !== null && nowMs >= nextCheerMs) {
        nextCheerMs = nowMs + cheerPauseMs(random, this.#coinsLeft());
        void this.#sendGift(live);
      }
      for (const line of planned.filter(({ atMs }) => atMs <= nowMs)) {
        planned.splice(planned.indexOf(line), 1);
        void this.#sendLine(line.moment, nowMs);
      }
      if (nowMs >= nextCheckMs) {
        if ((await this.#options.site.liveNow()) !== live) return;
        if (loopMs !== null && this.#linesSent === linesSentBefore) return;
        linesSentBefore = this.#linesSent;
        nextCheckMs = nowMs + LIVE_CHECK_MS;
      }
      await this.#pause(TICK_MS);
    }
  }

  /** Sends a line from a random fan who may send messages; does nothing if there is none. */
  async #sendLine(moment: Moment | undefined, nowMs: number): Promise<void> {
    const able = this.#fans.filter((fan) => fan.canSpeak(nowMs));
    const fan = able[Math.floor(this.#options.random() * able.length)];
    if (fan === undefined) return;
    const text =
      moment === undefined
        ? this.#lines.idle(fan.language)
        : this.#lines.reaction(moment, fan.language);
    if (await fan.say(text, nowMs)) this.#linesSent += 1;
  }

  /** Sends a gift from a random fan with coins to a corner of the current bout. */
  async #sendGift(live: ProgramLiveId): Promise<void> {
    const { random, site, logger } = this.#options;
    const able = this.#fans.slice(-CHEERERS).filter((fan) => fan.canCheer);
    const fan = able[Math.floor(random() * able.length)];
    if (fan === undefined) return;
    try {
      const [matchLiveId, gifts] = await Promise.all([site.boutNow(live), site.gifts()]);
      const chosen = chooseCheer(random, gifts);
      if (matchLiveId === null || chosen === null) return;
      if (await fan.cheer({ ...chosen, matchLiveId })) this.#giftsSent += 1;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ reason }, 'demo crowd gift failed');
    }
  }

  /** Returns the share of the coins that the cheering fans may spend. */
  #coinsLeft(): number {
    const left = this.#fans.slice(-CHEERERS).reduce((sum, fan) => sum + fan.coinsToSpend, 0);
    return left / (CHEERERS * COINS_TO_SPEND);
  }

  #leave(): void {
    for (const fan of this.#fans) fan.leave();
    this.#fans = [];
  }

  async #pause(milliseconds: number): Promise<void> {
    await wait(milliseconds, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }
}
