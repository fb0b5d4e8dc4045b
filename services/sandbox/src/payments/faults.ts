import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Book, Shelf } from './book.ts';

export const FAULT_LIMITS = {
  faultsMax: 100,
  timesMax: 1_000,
  /** Longer than any client's timeout. */
  silenceMsMax: 120_000,
} as const;

export const PROVIDERS = ['omise', 'paypal'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** A simulated failure of a provider's next calls. */
export const FaultOrder = z.object({
  provider: z.enum(PROVIDERS),
  /** Name of the call as in the README (`charge.create`); `*`: any. */
  call: z.string().min(1).max(40).default('*'),
  /** Whether the provider performs the call before the answer fails. */
  accepts: z.boolean().default(false),
  /**
   * `error`: an answer with that status; `cut`: the connection is closed; `silence`: no answer until the caller's
   * timeout; `late`: the correct answer after `delay_ms`.
   */
  answer: z.enum(['error', 'cut', 'silence', 'late']).default('error'),
  status: z.number().int().min(400).max(599).default(500),
  delay_ms: z.number().int().min(0).max(FAULT_LIMITS.silenceMsMax).default(0),
  times: z.number().int().min(1).max(FAULT_LIMITS.timesMax).default(1),
});
export type FaultOrder = z.infer<typeof FaultOrder>;

export type Fault = FaultOrder & { readonly fault_id: string };

/** Pending faults, the oldest first. */
export class Faults {
  readonly #faults: Shelf<Fault>;

  constructor(book: Book) {
    this.#faults = book.shelf('fault', FAULT_LIMITS.faultsMax);
  }

  add(order: FaultOrder): Fault {
    const fault = { fault_id: randomUUID(), ...order };
    this.#faults.put(fault.fault_id, fault);
    return fault;
  }

  list(): readonly Fault[] {
    return this.#faults.list();
  }

  clear(): void {
    for (const { fault_id } of this.#faults.list()) this.#faults.remove(fault_id);
  }

  /** Returns and consumes the fault of a call. */
  take(provider: ProviderName, call: string): Fault | null {
    const fault = this.#faults
      .list()
      .find((each) => each.provider === provider && (each.call === '*' || each.call === call));
    if (fault === undefined) return null;
    const times = fault.times - 1;
    if (times === 0) this.#faults.remove(fault.fault_id);
    else this.#faults.put(fault.fault_id, { ...fault, times });
    return fault;
  }
}

/** Waits until the time has passed, the caller has disconnected or the server stops. */
export function waitForCaller(reply: FastifyReply, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    timer.unref();
    function done(): void {
      clearTimeout(timer);
      reply.raw.off('close', done);
      resolve();
    }
    reply.raw.once('close', done);
  });
}

/** Closes the connection of a call, at once or after the fault's delay. */
export async function leaveUnanswered(reply: FastifyReply, fault: Fault): Promise<void> {
  reply.hijack();
  if (fault.answer === 'silence') await waitForCaller(reply, FAULT_LIMITS.silenceMsMax);
  reply.raw.destroy();
}
