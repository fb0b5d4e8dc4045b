import type { Logger } from '@sangwian/node-kit/logger';
import type { Clock } from '../../../platform/time/clock.ts';
import type { EventSource } from './event-source.ts';
import { PAYMENT_LIMITS } from './payment-limits.ts';
import type { PaymentsStore } from './payments.store.ts';

export interface SweepDeps {
  readonly store: PaymentsStore;
  readonly sources: readonly EventSource[];
  readonly clock: Clock;
  readonly logger: Logger;
}

const before = (time: Date, ms: number): Date => new Date(time.getTime() - ms);
const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** Keeps the events of a list that nobody has told us of. Returns how many those were. */
async function keepUntold(
  { store, clock }: SweepDeps,
  source: EventSource,
  page: readonly unknown[],
): Promise<number> {
  let untold = 0;
  for (const item of page) {
    const event = source.read(item);
    if (event === null || event.weight !== 'news') continue;
    const isNew = await store.insert({
      provider: source.provider,
      receivedAt: clock(),
      address: '',
      headers: {},
      body: Buffer.from(JSON.stringify(item)),
      signature: 'listed',
      eventId: event.eventId,
      kind: event.kind,
    });
    if (isNew) untold += 1;
  }
  return untold;
}

/** Asks one provider, if it is its turn. Returns how many events nobody had told us of. */
async function sweep(deps: SweepDeps, source: EventSource): Promise<number> {
  const { store, clock } = deps;
  const now = clock();
  const seenUntil = await store.claimCursor(source.provider, {
    now,
    leaseUntil: after(now, PAYMENT_LIMITS.sweepLeaseMs),
    from: before(now, PAYMENT_LIMITS.firstSweepMs),
  });
  if (seenUntil === null) return 0;
  let untold = 0;
  const from = before(seenUntil, PAYMENT_LIMITS.sweepOverlapMs);
  for await (const page of source.listEvents({ from, to: now })) {
    untold += await keepUntold(deps, source, page);
  }
  const dueAt = after(now, PAYMENT_LIMITS.sweepMs);
  await store.moveCursor(source.provider, { seenUntil: now, dueAt });
  return untold;
}

/**
 * Asks each provider what happened since the last time, and keeps what no webhook told: refunds and chargebacks of
 * orders that wait for nothing any more are found here alone. One node at a time does it for each provider; where one
 * does not answer it is asked from the same time on again, and the others are asked all the same.
 *
 * @returns how many events nobody had told us of
 */
export async function sweepEvents(deps: SweepDeps): Promise<number> {
  let untold = 0;
  for (const source of deps.sources) {
    try {
      untold += await sweep(deps, source);
    } catch (err) {
      deps.logger.warn({ err, provider: source.provider }, 'what happened could not be asked for');
    }
  }
  return untold;
}
