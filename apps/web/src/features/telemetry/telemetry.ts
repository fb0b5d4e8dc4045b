import type {
  PageFault,
  PlaybackWindow,
  TelemetryBatch,
} from '@sangwian/contract/endpoints/telemetry';
import { TELEMETRY_LIMITS } from '@sangwian/contract/rules/telemetry';
import { faultClassOf, ownPlaceOf, pageKindOf } from './telemetry-rules.ts';

const URL_OF_REPORTS = '/api/v1/telemetry';
const BUILD_CHARS_MAX = 60;
const RETRY_S_DEFAULT = 60;

/** A window with the time at which it ended. */
interface Ended {
  readonly window: Omit<PlaybackWindow, 'age_ms'>;
  readonly atMs: number;
}

/** Returns what a player observed since the last call; `null` if there is nothing to report. */
export type ReadWindow = () => Ended['window'] | null;

/** A report, with its windows in case it does not arrive. */
interface Taken {
  readonly body: TelemetryBatch;
  readonly windows: readonly Ended[];
}

interface TelemetryOptions {
  /** One of so many browsers reports what went well; 0: none reports anything. */
  readonly every: number;
  readonly now?: () => number;
  readonly random?: () => number;
}

/**
 * Returns a random UUID. `crypto.randomUUID` exists only on secure pages, and `uuidV7` belongs to the live page: sharing it
 * would cost that page another chunk.
 */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the browser asks not to be tracked. */
const asksForSilence = (): boolean => {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    readonly globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
};

/** The name of the script with which the page began. It differs between builds. */
function readBuild(): string {
  const source = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
  const name =
    source
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? '';
  return /^[\w.-]+$/.test(name) ? name.slice(0, BUILD_CHARS_MAX) : 'development';
}

/**
 * Collects what players and scripts of this page report, and sends it in batches. Holds a bounded number of windows and
 * errors while the site does not answer. Nothing of it is shown or needed by the page.
 */
export class Telemetry {
  /** Whether this browser reports what went well. */
  readonly isSampled: boolean;
  readonly isOff: boolean;
  readonly #now: () => number;
  readonly #players = new Set<ReadWindow>();
  #windows: Ended[] = [];
  #faults = new Map<string, PageFault>();
  #silentUntilMs = 0;
  #isSending = false;

  constructor({ every, now = () => performance.now(), random = Math.random }: TelemetryOptions) {
    this.#now = now;
    this.isOff = every === 0 || asksForSilence();
    this.isSampled = !this.isOff && random() * every < 1;
  }

  /** Reads a player before each report. Returns a function that reads it for the last time. */
  addPlayer(read: ReadWindow): () => void {
    this.#players.add(read);
    return () => {
      if (this.#players.delete(read)) this.#keep(read());
    };
  }

  /** Counts an error of our own scripts. Errors of other scripts are ignored. */
  addError(error: unknown): void {
    if (this.isOff || !(error instanceof Error)) return;
    const at = ownPlaceOf(error.stack, location.origin);
    if (at === null) return;
    const name = faultClassOf(error);
    const key = `${name} ${at}`;
    const known = this.#faults.get(key);
    if (known === undefined && this.#faults.size >= TELEMETRY_LIMITS.faultsMax) return;
    const count = Math.min((known?.count ?? 0) + 1, TELEMETRY_LIMITS.faultCountMax);
    this.#faults.set(key, { class: name, at, count });
  }

  /** Sends what was collected. Keeps it for the next report if the site cannot be reached. */
  async report(): Promise<void> {
    for (const read of this.#players) this.#keep(read());
    if (this.#isSending || !navigator.onLine || this.#now() < this.#silentUntilMs) return;
    const batch = this.#take();
    if (batch === null) return;
    this.#isSending = true;
    try {
      const response = await fetch(URL_OF_REPORTS, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(batch.body),
        keepalive: true,
      });
      if (response.status === 429 || response.status === 503) {
        const pauseS = Number(response.headers.get('retry-after')) || RETRY_S_DEFAULT;
        this.#silentUntilMs = this.#now() + pauseS * 1_000;
        this.#restore(batch);
      }
    } catch {
      this.#restore(batch);
    } finally {
      this.#isSending = false;
    }
  }

  /** Sends what was collected while the page closes, without waiting for an answer. */
  close(): void {
    for (const read of this.#players) this.#keep(read());
    if (!navigator.onLine || this.#now() < this.#silentUntilMs) return;
    const batch = this.#take();
    if (batch === null) return;
    const body = new Blob([JSON.stringify(batch.body)], { type: 'application/json' });
    if (!navigator.sendBeacon(URL_OF_REPORTS, body)) this.#restore(batch);
  }

  #keep(window: Ended['window'] | null): void {
    if (window === null || this.isOff) return;
    this.#windows.push({ window, atMs: this.#now() });
    this.#windows = this.#windows.slice(-TELEMETRY_LIMITS.windowsMax);
  }

  #take(): Taken | null {
    const nowMs = this.#now();
    const windows = this.#windows.filter(({ atMs }) => nowMs - atMs <= TELEMETRY_LIMITS.ageMsMax);
    const faults = [...this.#faults.values()];
    this.#windows = [];
    this.#faults = new Map();
    if (windows.length === 0 && faults.length === 0) return null;
    const body: TelemetryBatch = {
      batch_id: randomId(),
      page: pageKindOf(location.pathname),
      build: readBuild(),
      playback: windows.map(({ window, atMs }) => ({
        ...window,
        age_ms: Math.max(0, Math.round(nowMs - atMs)),
      })),
      faults,
    };
    return { body, windows };
  }

  /** Keeps a batch that did not arrive. Errors of the same place that happened since are added. */
  #restore({ body, windows }: Taken): void {
    this.#windows = [...windows, ...this.#windows].slice(-TELEMETRY_LIMITS.windowsMax);
    for (const fault of body.faults) {
      const key = `${fault.class} ${fault.at}`;
      const since = this.#faults.get(key)?.count ?? 0;
      const count = Math.min(fault.count + since, TELEMETRY_LIMITS.faultCountMax);
      this.#faults.set(key, { ...fault, count });
    }
  }
}

let page: Telemetry | null = null;
let onReady: (telemetry: Telemetry) => void = () => {};
const ready = new Promise<Telemetry>((resolve) => {
  onReady = resolve;
});

/** Returns the reports of this page, once the page has started them. */
export const pageTelemetry = (): Promise<Telemetry> => ready;

/** Starts the reports of this page. `listen` passes errors. */
export function startTelemetry(
  every: number,
  listen: (onError: (error: unknown) => void) => void,
): void {
  if (page !== null) return;
  page = new Telemetry({ every });
  const telemetry = page;
  onReady(telemetry);
  if (telemetry.isOff) return;
  listen((error) => telemetry.addError(error));
  setInterval(() => void telemetry.report(), TELEMETRY_LIMITS.reportMs);
  window.addEventListener('pagehide', () => telemetry.close());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) telemetry.close();
  });
}
