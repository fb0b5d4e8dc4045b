import { randomUUID } from 'node:crypto';
import type { Logger } from '@sangwian/node-kit/logger';
import { z } from 'zod';
import type { Book, Shelf } from './book.ts';
import type { ProviderName } from './faults.ts';

export const WEBHOOK_LIMITS = {
  copiesMax: 200,
  delayMsMax: 3_600_000,
  gatherMsMax: 60_000,
  deliveriesKeptMax: 3_000,
  answerMsMax: 10_000,
} as const;

/** Pauses before retries of a webhook without a 2xx answer; after the last one it is dropped. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000] as const;

/** Simulated delivery failures. */
const WeatherFields = z.object({
  delay_ms: z.number().int().min(0).max(WEBHOOK_LIMITS.delayMsMax),
  copies: z.number().int().min(1).max(WEBHOOK_LIMITS.copiesMax),
  /** `wrong`: signed with another key; `none`: unsigned; `stale`: signed an hour ago. */
  signature: z.enum(['good', 'wrong', 'none', 'stale']),
  /** Replaces the amount, with a valid signature. */
  amount_satang: z.number().int().min(0).nullable(),
  /** Drops webhooks. */
  lose: z.boolean(),
  /** Collects webhooks for this time and sends them in reverse order; 0: sends them immediately. */
  reverse_within_ms: z.number().int().min(0).max(WEBHOOK_LIMITS.gatherMsMax),
});
export type Weather = z.infer<typeof WeatherFields>;
export type Signature = Weather['signature'];

/** Sends each webhook immediately, once, in order and with a valid signature. */
const FAIR: Weather = {
  delay_ms: 0,
  copies: 1,
  signature: 'good',
  amount_satang: null,
  lose: false,
  reverse_within_ms: 0,
};

/** Parses simulated delivery failures. @throws {z.ZodError} for invalid values */
export const readWeather = (input: unknown): Partial<Weather> =>
  WeatherFields.partial().parse(input) as Partial<Weather>;

/** An event of a provider to deliver to the site. */
export interface Webhook {
  readonly provider: ProviderName;
  /** Charge or order of the event. */
  readonly payment_id: string;
  readonly event_id: string;
  /** `charge.complete`, `PAYMENT.CAPTURE.COMPLETED`. */
  readonly key: string;
  readonly body: object;
}

/** The delivery of one copy of a webhook, with its tries. */
export interface Delivery {
  readonly delivery_id: string;
  readonly provider: ProviderName;
  readonly payment_id: string;
  readonly event_id: string;
  readonly key: string;
  readonly body: string;
  readonly signature: Signature;
  readonly state: 'waiting' | 'delivered' | 'lost' | 'given_up';
  readonly tries: number;
  /** HTTP status of the latest try; `null` before the first try and without an answer. */
  readonly status: number | null;
  readonly due_at: string;
  readonly made_at: string;
}

/** Address and signature of a provider's webhooks. */
export interface WebhookRoute {
  /** Webhook address of the site. */
  readonly url: string;
  /** Returns the provider's signature headers for a body. */
  sign(body: string, signature: Signature, delivery: Delivery): Record<string, string>;
  /** Returns the body with another amount. */
  withAmount(body: object, amountSatang: number): object;
}

interface OutboxOptions {
  readonly book: Book;
  /** Routes of the simulated providers. */
  readonly routes: Readonly<Partial<Record<ProviderName, WebhookRoute>>>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Pauses before retries; shorter in tests. */
  readonly retryMs?: readonly number[];
}

/**
 * Sends webhooks with the simulated failures. Waiting deliveries are stored, so that they are sent after a kill and a
 * restart.
 */
export class WebhookOutbox {
  readonly #options: OutboxOptions;
  readonly #retryMs: readonly number[];
  readonly #deliveries: Shelf<Delivery>;
  readonly #weather: Shelf<Weather>;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stopped = new AbortController();
  /** Latest delivery of each payment; the next one waits for it, to keep the order. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #gathered: { webhook: Webhook; weather: Weather }[] = [];

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#retryMs = options.retryMs ?? RETRY_MS;
    this.#deliveries = options.book.shelf('delivery', WEBHOOK_LIMITS.deliveriesKeptMax);
    this.#weather = options.book.shelf('weather', 1);
  }

  get weather(): Weather {
    return this.#weather.get('now') ?? FAIR;
  }

  get isFair(): boolean {
    return JSON.stringify(this.weather) === JSON.stringify(FAIR);
  }

  /** Replaces the simulated failures; omitted fields are reset. */
  changeWeather(to: Partial<Weather>): Weather {
    this.#weather.put('now', { ...FAIR, ...to });
    return this.weather;
  }

  /** Schedules the waiting deliveries of an earlier run. */
  resume(): void {
    for (const delivery of this.#deliveries.list()) {
      if (delivery.state === 'waiting') this.#schedule(delivery);
    }
  }

  /** Lists deliveries, the newest first. */
  list(paymentId?: string): Delivery[] {
    return this.#deliveries
      .list()
      .filter(({ payment_id }) => paymentId === undefined || payment_id === paymentId)
      .reverse();
  }

  /** Sends a webhook; `overrides` take precedence over the current failures. */
  send(webhook: Webhook, overrides: Partial<Weather> = {}): void {
    const weather = { ...this.weather, ...overrides };
    if (weather.reverse_within_ms === 0) {
      this.#dispatch(webhook, weather);
      return;
    }
    this.#gathered.push({ webhook, weather });
    if (this.#gathered.length > 1) return;
    this.#after(weather.reverse_within_ms, () => {
      const gathered = this.#gathered;
      this.#gathered = [];
      for (const each of gathered.reverse()) this.#dispatch(each.webhook, each.weather);
    });
  }

  /** Aborts pending deliveries; the next run sends them. */
  stop(): void {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #dispatch(webhook: Webhook, weather: Weather): void {
    const { provider, payment_id, event_id, key } = webhook;
    const route = this.#routeOf(provider);
    const body =
      weather.amount_satang === null
        ? webhook.body
        : route.withAmount(webhook.body, weather.amount_satang);
    const now = this.#options.now();
    const deliveries = Array.from({ length: weather.lose ? 1 : weather.copies }, () => ({
      delivery_id: randomUUID(),
      provider,
      payment_id,
      event_id,
      key,
      body: JSON.stringify(body),
      signature: weather.signature,
      state: weather.lose ? ('lost' as const) : ('waiting' as const),
      tries: 0,
      status: null,
      due_at: new Date(now.getTime() + weather.delay_ms).toISOString(),
      made_at: now.toISOString(),
    }));
    for (const delivery of deliveries) this.#deliveries.put(delivery.delivery_id, delivery);
    if (weather.lose) return;
    if (weather.delay_ms > 0) {
      for (const delivery of deliveries) this.#schedule(delivery);
      return;
    }
    const before = this.#turns.get(payment_id) ?? Promise.resolve();
    const turn = before.then(() => Promise.all(deliveries.map((each) => this.#attempt(each))));
    this.#turns.set(payment_id, turn);
    void turn.then(() => {
      if (this.#turns.get(payment_id) === turn) this.#turns.delete(payment_id);
    });
  }

  #routeOf(provider: ProviderName): WebhookRoute {
    const route = this.#options.routes[provider];
    if (route === undefined) throw new Error(`${provider} is not simulated`);
    return route;
  }

  #after(ms: number, action: () => void): void {
    if (this.#stopped.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, ms);
    this.#timers.add(timer);
  }

  #schedule(delivery: Delivery): void {
    const waitMs = new Date(delivery.due_at).getTime() - this.#options.now().getTime();
    this.#after(Math.max(0, waitMs), () => void this.#attempt(delivery));
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const status = await this.#post(delivery);
    if (this.#stopped.signal.aborted) return;
    const tries = delivery.tries + 1;
    const tried = { ...delivery, tries, status };
    if (status !== null && status >= 200 && status < 300) {
      this.#deliveries.put(delivery.delivery_id, { ...tried, state: 'delivered' });
      return;
    }
    const waitMs = this.#retryMs[delivery.tries];
    if (waitMs === undefined) {
      this.#deliveries.put(delivery.delivery_id, { ...tried, state: 'given_up' });
      return;
    }
    const due = new Date(this.#options.now().getTime() + waitMs);
    const again: Delivery = { ...tried, due_at: due.toISOString() };
    this.#deliveries.put(delivery.delivery_id, again);
    this.#schedule(again);
  }

  /** Returns the status of the site's answer; `null` without one. */
  async #post(delivery: Delivery): Promise<number | null> {
    const { provider, body, signature } = delivery;
    const route = this.#routeOf(provider);
    try {
      const response = await fetch(route.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...route.sign(body, signature, delivery),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([
          this.#stopped.signal,
          AbortSignal.timeout(WEBHOOK_LIMITS.answerMsMax),
        ]),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      if (!this.#stopped.signal.aborted) {
        this.#options.logger.info({ err: error, key: delivery.key }, 'webhook not answered');
      }
      return null;
    }
  }
}
