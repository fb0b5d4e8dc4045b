import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { SharedCounters } from './shared-counters.ts';

/** Changes within this time are sent by one script call, so that a reconnecting crowd costs Redis only a few calls. */
const SEND_AFTER_MS = 50;
const KEYS_PER_SCRIPT_MAX = 500;
/** Interval at which a node renews its counts, and the lease after which the counts of a killed node expire. */
const RENEW_MS = 2_500;
const LEASE_MS = 8_000;
/** A full key is refused without a call of Redis for this long. */
const FULL_MS = 1_000;

/**
 * Writes the counts of this node, and returns how many slots of each key the node may keep: at most what the other
 * nodes leave free, but never fewer than before its newest slots. Each node has one hash, which expires as a whole.
 * KEYS: the set of nodes, the hash of this node. ARGV: node id, lease in ms, limit, 1 to delete the earlier counts of
 * this node, then for each key: key, count, number of newest slots.
 */
const SCRIPT = `
if ARGV[4] == '1' then redis.call('DEL', KEYS[2]) end
local was_missing = redis.call('EXISTS', KEYS[2]) == 0
local others = {}
for _, node in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local hash = KEYS[1] .. ':' .. node
  if node ~= ARGV[1] then
    if redis.call('EXISTS', hash) == 1 then
      table.insert(others, hash)
    else
      redis.call('SREM', KEYS[1], node)
    end
  end
end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], '', 0)
local kept = { was_missing and 1 or 0 }
for at = 5, #ARGV, 3 do
  local key, count, newest = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local elsewhere = 0
  for _, hash in ipairs(others) do
    elsewhere = elsewhere + tonumber(redis.call('HGET', hash, key) or '0')
  end
  local keep = math.max(count - newest, math.min(count, tonumber(ARGV[3]) - elsewhere))
  if keep > 0 then
    redis.call('HSET', KEYS[2], key, keep)
  else
    redis.call('HDEL', KEYS[2], key)
  end
  table.insert(kept, keep)
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return kept
`;

export interface SharedHoldsOptions {
  readonly counters: SharedCounters;
  readonly logger: Logger;
  readonly nodeId: string;
  /** Name of the limit in Redis. */
  readonly name: string;
  /** Limit of one key on all nodes together. */
  readonly max: number;
  /** Number of slots that this node holds now, by key. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Sums in Redis the slots that all nodes hold per key, and evicts the newest slots of this node above the limit. No
 * caller waits for Redis: slots that were admitted without Redis stay, limited by the node's own count (decision 97).
 */
export class SharedHolds {
  readonly #options: SharedHoldsOptions;
  /** Keys whose count in Redis may be stale. */
  #changed = new Set<string>();
  /** Eviction functions of the slots that Redis has not confirmed, oldest first. */
  readonly #newest = new Map<string, Set<() => void>>();
  readonly #fullUntilMs = new Map<string, number>();
  readonly #renewal: RepeatedTask;
  /** Whether the counts of this node in Redis may be stale, because Redis did not respond. */
  #isStale = false;
  #timer: NodeJS.Timeout | null = null;
  #isSending = false;
  #isStopped = false;

  constructor(options: SharedHoldsOptions) {
    this.#options = options;
    this.#renewal = every(RENEW_MS, () => this.#renew(), {
      name: `shared_${options.name}`,
      logger: options.logger,
    });
  }

  start(): void {
    this.#renewal.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#renewal.stop();
  }

  isFull(key: string): boolean {
    return (this.#fullUntilMs.get(key) ?? 0) > performance.now();
  }

  /** Records a new slot. Call it after the count of the key was increased. */
  add(key: string, evict: () => void): void {
    const newest = this.#newest.get(key) ?? new Set();
    this.#newest.set(key, newest.add(evict));
    this.#change(key);
  }

  /** Records a released slot. Call it after the count of the key was decreased. */
  remove(key: string, evict: () => void): void {
    this.#forget(key, [evict]);
    this.#change(key);
  }

  #forget(key: string, evictions: readonly (() => void)[]): void {
    const newest = this.#newest.get(key);
    for (const evict of evictions) newest?.delete(evict);
    if (newest?.size === 0) this.#newest.delete(key);
  }

  #change(key: string): void {
    this.#changed.add(key);
    if (this.#isStopped || this.#isSending) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#sendChanges();
    }, SEND_AFTER_MS);
  }

  /** Renews the lease, and sends the changes that Redis has not confirmed. */
  async #renew(): Promise<void> {
    const nowMs = performance.now();
    for (const [key, untilMs] of this.#fullUntilMs) {
      if (untilMs <= nowMs) this.#fullUntilMs.delete(key);
    }
    if (!this.#options.counters.isReady) {
      // Slots that are admitted without Redis are not evicted later. All counts are written again once Redis responds.
      this.#newest.clear();
      this.#changed.clear();
      this.#isStale = true;
      return;
    }
    if (!this.#isSending) await this.#sendChanges();
  }

  async #sendChanges(): Promise<void> {
    this.#isSending = true;
    try {
      do {
        if (!this.#options.counters.isReady) return;
        const keys = [...this.#changed].slice(0, KEYS_PER_SCRIPT_MAX);
        for (const key of keys) this.#changed.delete(key);
        await this.#send(keys);
      } while (this.#changed.size > 0 && !this.#isStopped);
    } finally {
      this.#isSending = false;
    }
  }

  async #send(keys: readonly string[]): Promise<void> {
    const { counters, name, nodeId, max, counts } = this.#options;
    const set = `sangwian:held:${name}`;
    const sent = keys.map((key) => ({
      key,
      count: counts.get(key) ?? 0,
      newest: [...(this.#newest.get(key) ?? [])],
    }));
    const rows = sent.flatMap(({ key, count, newest }) => [key, `${count}`, `${newest.length}`]);
    let answer: readonly number[];
    try {
      answer = (await counters.eval(SCRIPT, {
        keys: [set, `${set}:${nodeId}`],
        arguments: [nodeId, `${LEASE_MS}`, `${max}`, this.#isStale ? '1' : '0', ...rows],
      })) as readonly number[];
    } catch {
      // `counters` has logged the error. The renewal sends the changes again.
      for (const key of keys) this.#changed.add(key);
      return;
    }
    this.#isStale = false;
    const [wasMissing = 0, ...kept] = answer;
    // The hash is new, or it expired while this node could not reach Redis.
    if (wasMissing === 1) this.#changed = new Set([...this.#changed, ...counts.keys()]);
    for (const [index, { key, count, newest }] of sent.entries()) {
      this.#forget(key, newest);
      const surplus = count - (kept[index] ?? count);
      if (surplus <= 0) continue;
      this.#fullUntilMs.set(key, performance.now() + FULL_MS);
      for (const evict of newest.slice(-surplus)) evict();
    }
  }
}
