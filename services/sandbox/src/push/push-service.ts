import { randomBytes, randomUUID } from 'node:crypto';

export const PUSH_SERVICE_LIMITS = {
  browsersMax: 1_000,
  messagesMax: 100,
  /** Maximum size of a message. RFC 8030, 7.2 requires every push service to accept this size. */
  bodyBytesMax: 4_096,
} as const;

/** An accepted message, encrypted for the browser. */
export interface TakenMessage {
  readonly message_id: string;
  readonly topic: string | null;
  readonly ttl_s: number;
  readonly urgency: string;
  /** Encrypted, base64url. */
  readonly body: string;
  readonly taken_at: string;
}

/** A simulated failure: the response to the next `times` messages. The sandbox calls simulated failures weather. */
export interface Weather {
  readonly status: number;
  readonly retry_after_s: number | null;
  readonly times: number;
}

interface Browser {
  /** The sender's key of the subscription in base64url; `null`: any sender. */
  readonly key: string | null;
  readonly messages: TakenMessage[];
  gone: boolean;
}

/** Subscribed browsers and their pending messages. */
export class PushService {
  readonly #browsers = new Map<string, Browser>();
  readonly #now: () => Date;
  #weather: Weather = { status: 201, retry_after_s: null, times: 0 };

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Subscribes a browser. Returns its id, which is the secret part of its endpoint's URL. */
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

  /** Unsubscribes a browser. Later messages to its endpoint get 410. */
  unsubscribe(id: string): void {
    const browser = this.#browsers.get(id);
    if (browser !== undefined) browser.gone = true;
  }

  setWeather(weather: Weather): void {
    this.#weather = weather;
  }

  /** Returns the simulated failure of the next message, if any. */
  takeWeather(): Weather | null {
    if (this.#weather.times === 0) return null;
    this.#weather = { ...this.#weather, times: this.#weather.times - 1 };
    return this.#weather;
  }

  /** Accepts a message; it replaces the previous one of the same topic (RFC 8030, 5.4). */
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
