import type { Logger } from '@sangwian/node-kit/logger';
import type { Publisher, StreamSink, UnitSink } from './access-unit.ts';
import { linesOf } from './rendition-name.ts';
import { SignalInput } from './signal-input.ts';
import {
  isHealthy,
  otherSignal,
  type SignalFacts,
  type SignalName,
  SignalRule,
  type Signals,
} from './signal-rule.ts';

/** One signal in a report. */
export interface SignalReport {
  readonly protocol: Publisher['protocol'];
  readonly healthy: boolean;
  readonly bitrate_bps: number;
  /** Frames per second; `null` before enough have arrived. */
  readonly frame_rate: number | null;
  /** Milliseconds since its newest frame; `null` before the first. */
  readonly picture_age_ms: number | null;
}

/** Both signals of a channel in a report. `null`: not connected. */
export interface SignalsReport {
  readonly shown: SignalName | null;
  /** Milliseconds since the shown signal began to be shown; `null` without one. */
  readonly shown_for_ms: number | null;
  readonly primary: SignalReport | null;
  readonly backup: SignalReport | null;
  /** Milliseconds until the primary is shown again if it stays healthy; `null` otherwise. */
  readonly primary_returns_in_ms: number | null;
  /** Number of changes of the shown signal since the channel was created. */
  readonly takeovers: number;
}

export interface SignalSelectorOptions {
  readonly channelId: string;
  /** Makes a publisher the source of its rendition; it replaces another publisher of that rendition. */
  readonly attach: (publisher: Publisher, onFailed: () => void) => UnitSink;
  readonly detach: (publisher: Publisher) => void;
  /** Called after the shown signal has changed. */
  readonly onChange: () => void;
  /** Elapsed time. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** Manages the publishers of a channel's two signals, and selects the signal to show (decision 105). */
export class SignalSelector {
  readonly #options: SignalSelectorOptions;
  readonly #rule = new SignalRule();
  #inputs: SignalInput[] = [];
  #shown: SignalName | null = null;
  #shownSinceMs = 0;
  /** The signal to show from its next key frame on. */
  #next: SignalName | null = null;
  #takeovers = 0;

  constructor(options: SignalSelectorOptions) {
    this.#options = options;
  }

  /** All connected publishers of both signals. */
  get inputs(): readonly SignalInput[] {
    return this.#inputs;
  }

  get shown(): SignalName | null {
    return this.#shown;
  }

  /** Adds a publisher. Its signal is shown at once if the other signal is not connected. */
  open(publisher: Publisher, onEnd: () => void): StreamSink {
    const end = (): void => {
      if (this.#inputs.includes(input)) {
        this.remove(publisher);
        onEnd();
      }
    };
    const input: SignalInput = new SignalInput({
      publisher,
      now: this.#options.now,
      onKeyFrame: () => this.#takeKeyFrame(input),
      onEnd: end,
    });
    this.#inputs.push(input);
    if (this.#shown === null) {
      this.#shown = input.signal;
      this.#shownSinceMs = this.#options.now();
    }
    if (this.#shown === input.signal) this.#show(input, 0);
    this.#keepGroups();
    return input;
  }

  /**
   * Removes a publisher that has ended. If it was the last publisher of the shown signal, the other signal takes over.
   */
  remove(publisher: Publisher): void {
    const input = this.#inputs.find((one) => one.publisher === publisher);
    if (input === undefined) return;
    this.#inputs = this.#inputs.filter((one) => one !== input);
    const { signal } = input;
    const isLastShown = signal === this.#shown && !this.#has(signal);
    if (isLastShown && this.#has(otherSignal(signal))) {
      this.#switchTo(otherSignal(signal), input);
    } else if (input.isShown) {
      input.hide();
      this.#options.detach(publisher);
    }
    if (this.#inputs.length === 0) this.#shown = null;
    if (!this.#has(this.#next)) this.#next = null;
    this.#keepGroups();
  }

  /** Applies the rule; called about ten times a second. */
  check(): void {
    const shown = this.#shown;
    if (shown === null || !this.#has(otherSignal(shown))) return;
    const choice = this.#rule.choose(shown, this.#facts(), this.#options.now());
    this.#next = choice?.isUrgent === false ? choice.signal : null;
    if (choice?.isUrgent === true) this.#switchTo(choice.signal);
  }

  /** Shows the primary signal from its next key frame on. @returns `false` if it is unhealthy or shown already */
  requestReturn(): boolean {
    if (this.#shown !== 'backup') return false;
    const isAccepted = this.#rule.requestReturn(this.#facts(), this.#options.now());
    if (isAccepted) this.check();
    return isAccepted;
  }

  /** Returns the state of both signals, with their rates since the last call. */
  takeReport(): SignalsReport {
    const nowMs = this.#options.now();
    const returnsAtMs = this.#rule.returnsAtMs;
    return {
      shown: this.#shown,
      shown_for_ms: this.#shown === null ? null : Math.round(nowMs - this.#shownSinceMs),
      primary: this.#reportOf('primary', nowMs),
      backup: this.#reportOf('backup', nowMs),
      primary_returns_in_ms: returnsAtMs === null ? null : Math.max(0, returnsAtMs - nowMs),
      takeovers: this.#takeovers,
    };
  }

  #takeKeyFrame(input: SignalInput): void {
    if (input.signal === this.#next && input === this.#lead(input.signal)) {
      this.#switchTo(input.signal);
    }
  }

  #has(signal: SignalName | null): boolean {
    return this.#inputs.some((input) => input.signal === signal);
  }

  /** Returns the best rendition of a signal, which represents the health of the signal. */
  #lead(signal: SignalName): SignalInput | null {
    const own = this.#inputs.filter((input) => input.signal === signal);
    return own.sort((a, b) => linesOf(b.rendition) - linesOf(a.rendition))[0] ?? null;
  }

  #facts(): Signals {
    const of = (signal: SignalName): SignalFacts | null => this.#lead(signal)?.facts ?? null;
    return { primary: of('primary'), backup: of('backup') };
  }

  /** @param ended the last publisher of the shown signal, if it has been removed already */
  #switchTo(signal: SignalName, ended?: SignalInput): void {
    const { detach, onChange, now, logger, channelId } = this.#options;
    const before = this.#inputs.filter(({ isShown }) => isShown);
    if (ended !== undefined) before.push(ended);
    const newestMs = Math.max(...before.map(({ facts }) => facts.lastPictureMs ?? now()));
    const silenceMs = Math.max(0, Math.round(now() - newestMs));
    const after = this.#inputs.filter((input) => input.signal === signal);
    this.#shown = signal;
    this.#shownSinceMs = now();
    this.#next = null;
    this.#takeovers += 1;
    for (const input of before) {
      input.hide();
      // A rendition that both signals have is not ended at the switch. Its consumers only get a discontinuity.
      if (!after.some(({ rendition }) => rendition === input.rendition)) detach(input.publisher);
    }
    for (const input of after) this.#show(input, silenceMs);
    logger.warn({ channel: channelId, signal, silenceMs }, 'signal switched');
    onChange();
  }

  #show(input: SignalInput, silenceMs: number): void {
    const sink = this.#options.attach(input.publisher, () => input.end());
    input.show(sink, silenceMs);
  }

  /** Groups are kept only while there are two signals, because they take memory. */
  #keepGroups(): void {
    const isDouble = this.#has('primary') && this.#has('backup');
    for (const input of this.#inputs) input.keep(isDouble);
  }

  #reportOf(signal: SignalName, nowMs: number): SignalReport | null {
    const own = this.#inputs.filter((input) => input.signal === signal);
    const lead = this.#lead(signal);
    if (lead === null) return null;
    const { facts } = lead;
    let bitrate = 0;
    let frameRate: number | null = null;
    for (const input of own) {
      const rates = input.takeRates();
      bitrate += rates.videoBps + rates.audioBps;
      if (input === lead) frameRate = rates.frameRate;
    }
    const { lastPictureMs } = facts;
    return {
      protocol: lead.publisher.protocol,
      healthy: isHealthy(facts, nowMs),
      bitrate_bps: bitrate,
      frame_rate: frameRate,
      picture_age_ms: lastPictureMs === null ? null : Math.round(nowMs - lastPictureMs),
    };
  }
}
