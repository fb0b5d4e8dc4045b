import { STAFF_TOPICS, type StaffTopic } from '@sangwian/contract/sockets/operator-namespace';

/**
 * Minimum time between two notifications of one topic. Without it, the gifts of a crowd would make every console read
 * continuously.
 */
const TOPIC_INTERVAL_MS = 500;

interface Pending {
  /** The id of the changed object; `null` if several changed. */
  id: string | null | undefined;
  isDue: boolean;
  readonly timer: NodeJS.Timeout;
}

/** Notifies of changes by topic. The first change is sent at once, and the following changes are coalesced. */
export class ChangeFeed {
  readonly #send: (topic: StaffTopic, id: string | undefined) => void;
  readonly #pending = new Map<StaffTopic, Pending>();

  constructor(send: (topic: StaffTopic, id: string | undefined) => void) {
    this.#send = send;
  }

  add(topic: StaffTopic, id?: string): void {
    const pending = this.#pending.get(topic);
    if (pending === undefined) {
      this.#send(topic, id);
      this.#wait(topic);
      return;
    }
    pending.id = pending.isDue && pending.id !== id ? null : (id ?? null);
    pending.isDue = true;
  }

  /** Notifies of every topic, after events may have been missed. */
  addAll(): void {
    for (const topic of STAFF_TOPICS) this.add(topic);
  }

  close(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
  }

  #wait(topic: StaffTopic): void {
    const timer = setTimeout(() => this.#flush(topic), TOPIC_INTERVAL_MS);
    timer.unref();
    this.#pending.set(topic, { id: undefined, isDue: false, timer });
  }

  #flush(topic: StaffTopic): void {
    const pending = this.#pending.get(topic);
    this.#pending.delete(topic);
    if (pending === undefined || !pending.isDue) return;
    this.#send(topic, pending.id ?? undefined);
    this.#wait(topic);
  }
}
