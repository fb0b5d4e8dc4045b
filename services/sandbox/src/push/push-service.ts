import { randomBytes, randomUUID } from 'node:crypto';

export const PUSH_SERVICE_LIMITS = {
  browsersMax: 1_000,
  messagesMax: 100,
  /** RFC 8030, 7.2: what every service takes. */
  bodyBytesMax: 4_096,
} as const;

/** A message that the service has taken and cannot read. */
export interface TakenMessage {
  readonly message_id: string;
  readonly topic: string | null;
  readonly ttl_s: number;
  readonly urgency: string;
  /** Sealed, base64url. */
  readonly body: string;
  readonly taken_at: string;
}

/** How the service answers from now on, for so many messages. */
export interface Weather {
  readonly status: number;
  readonly retry_after_s: number | null;
  readonly times: number;
}

interface Browser {
  /** The key that it subscribed with, base64url; `null`: it takes messages of anybody. */
  readonly key: string | null;
  readonly messages: TakenMessage[];
  gone: boolean;
}

/** Browsers that subscribed, and what waits for them, as a push service keeps it. */
export class PushService {
  readonly #browsers = new Map<string, Browser>();
  readonly #now: () => Date;
  #weather: Weather = { status: 201, retry_after_s: null, times: 0 };

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Stands for what a browser does: the id is the secret part of its endpoint. */
  subscribe(key: string | null): string {
    const oldest = this.#browsers.keys().next();
    if (this.#browsers.size >= PUSH_SERVICE_LIMITS.browsersMax && oldest.done === false) {
      this.#browsers.delete(oldest.value);
    }
    const id = randomBytes(24).toString('base64url');
    this.#browsers.set(id, { key, messages: [], gone: false });
    return id;
  }

  find(id: string): Readonly<Browser> | undefined {
    return this.#browsers.get(id);
  }

  /** The browser has unsubscribed: its endpoint is gone. */
  unsubscribe(id: string): void {
    const browser = this.#browsers.get(id);
    if (browser !== undefined) browser.gone = true;
  }

  setWeather(weather: Weather): void {
    this.#weather = weather;
  }

  /** What goes wrong with the next message, if anything does. */
  takeWeather(): Weather | null {
    if (this.#weather.times === 0) return null;
    this.#weather = { ...this.#weather, times: this.#weather.times - 1 };
    return this.#weather;
  }

  /** A message of a topic takes the place of the one before it (RFC 8030, 5.4). */
  take(
    id: string,
    message: Pick<TakenMessage, 'topic' | 'ttl_s' | 'urgency' | 'body'>,
  ): TakenMessage {
    const messages = this.#browsers.get(id)?.messages ?? [];
    const taken = { message_id: randomUUID(), ...message, taken_at: this.#now().toISOString() };
    const before = messages.findIndex(({ topic }) => topic !== null && topic === message.topic);
    if (before >= 0) messages.splice(before, 1);
    messages.push(taken);
    if (messages.length > PUSH_SERVICE_LIMITS.messagesMax) messages.shift();
    return taken;
  }
}
