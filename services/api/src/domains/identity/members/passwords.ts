import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createFairGate } from '../../../platform/limits/fair-gate.ts';

/** Parameters of argon2id, the library's defaults: 19 MiB of memory and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Limits of the hashing queue. */
export const HASH_QUEUE = {
  /**
   * Maximum number of concurrent hashes. Each uses 19 MiB and one core, and more hashes than cores would only delay the
   * event loop.
   */
  runningMax: Math.min(4, availableParallelism()),
  /** Maximum number of waiting requests, which take a few MB. */
  waitingMax: 4_000,
  /** Maximum per address: twice the 500 fans of an arena who sign in from one address. */
  waitingPerOwnerMax: 1_000,
  /** Maximum wait, below the web's request timeout of 30 s. */
  waitMsMax: 25_000,
  retryAfterS: 5,
} as const;

const inTurn = createFairGate(HASH_QUEUE);

/** Queue key of the server's own work. */
const OWN_WORK = 'server';

/**
 * Hashes a password; the result is in the PHC format.
 *
 * @param caller queue key: an IP address, or a known member or device
 * @throws {ApiError} `rate_limited`; `unavailable` if too many requests wait
 */
export const hashPassword = (password: string, caller = OWN_WORK): Promise<string> =>
  inTurn(caller, () => hash(password, COST));

/**
 * Refuses a request whose password could not be checked in time. Call this before the request's other work, so that a
 * rush of sign-ins costs little more than the sign-ins that the server can handle.
 *
 * @throws {ApiError} `unavailable`
 */
export const refuseIfBusy = (): void => inTurn.refuseIfLong();

let decoy: Promise<string> | undefined;

/**
 * Verifies a password. Without a hash (unknown phone, or no password) the check takes the same time and returns false,
 * so that its duration reveals nothing.
 *
 * @param caller queue key, see `hashPassword`
 * @throws {ApiError} `rate_limited`; `unavailable` if too many requests wait
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

/** Computes the decoy hash in advance, so that the first verification does not have to. */
export async function warmUpPasswords(): Promise<void> {
  await verifyPassword(null, '');
}
