import { hash, verify } from '@node-rs/argon2';
import { createFairGate } from '../../../platform/limits/fair-gate.ts';

/** argon2id (the library's default kind), 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Who waits for a hash, and for how long. */
export const HASH_QUEUE = {
  /** More would only wait for each other, and each holds 19 MiB. */
  runningMax: 4,
  /** A few MB of requests. */
  waitingMax: 4_000,
  /** Twice the 500 fans of an arena who sign in behind one address when the doors open. */
  waitingPerOwnerMax: 1_000,
  /** The web gives up after 30 s: an answer has to come before that. */
  waitMsMax: 25_000,
  retryAfterS: 5,
} as const;

const inTurn = createFairGate(HASH_QUEUE);

/** Callers that are no address and no member: this server itself. */
const OWN_WORK = 'server';

/**
 * The hash to store, in the PHC format.
 *
 * @param caller whose turn it takes: an address, or a member or device that is known
 * @throws {ApiError} `rate_limited`, `unavailable`, where too many wait
 */
export const hashPassword = (password: string, caller = OWN_WORK): Promise<string> =>
  inTurn(caller, () => hash(password, COST));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one behind the hash. Without a hash (unknown phone, no password set) it costs the same
 * and is never right, so that the time tells nothing.
 *
 * @param caller as above
 * @throws {ApiError} `rate_limited`, `unavailable`, where too many wait
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  caller = OWN_WORK,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const decoyHash = await decoy;
  return inTurn(
    caller,
    async () => (await verify(stored ?? decoyHash, password)) && stored !== null,
  );
}

/** Makes what the first verification would wait for. */
export async function warmUpPasswords(): Promise<void> {
  await verifyPassword(null, '');
}
