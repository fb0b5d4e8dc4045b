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

/** Stores the listed events that no webhook delivered. Returns the number of stored events. */
async function saveMissed(
  { store, clock }: SweepDeps,
  source: EventSource,
  page: readonly unknown[],
): Promise<number> {
  let missed = 0;
  for (const item of page) {
    const event = source.parse(item);
    if (event === null || event.relevance !== 'update') continue;
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
    if (isNew) missed += 1;
  }
  return missed;
}

/** Sweeps one provider if it is due. Returns the number of missed events. */
async function sweep(deps: SweepDeps, source: EventSource): Promise<number> {
  const { store, clock } = deps;
  const now = clock();
  const seenUntil = await store.claimCursor(source.provider, {
    now,
    leaseUntil: after(now, PAYMENT_LIMITS.sweepLeaseMs),
    from: before(now, PAYMENT_LIMITS.firstSweepMs),
  });
  if (seenUntil === null) return 0;
  let missed = 0;
  const from = before(seenUntil, PAYMENT_LIMITS.sweepOverlapMs);
  for await (const page of source.listEvents({ from, to: now })) {
    missed += await saveMissed(deps, source, page);
  }
  const dueAt = after(now, PAYMENT_LIMITS.sweepMs);
  await store.advanceCursor(source.provider, { seenUntil: now, dueAt });
  return missed;
}

/**
 * Lists each provider's events since the last sweep and stores the events that no webhook delivered. Only a
 * sweep finds missed refunds and chargebacks of closed orders. One node sweeps a provider at a time. A failed
 * sweep is repeated from the same time and does not affect the other providers.
 *
 * @returns the number of missed events
 */
export async function sweepEvents(deps: SweepDeps): Promise<number> {
  let missed = 0;
  for (const source of deps.sources) {
    try {
      missed += await sweep(deps, source);
    } catch (err) {
      deps.logger.warn({ err, provider: source.provider }, 'payment event sweep failed');
    }
  }
  return missed;
}
