import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createFairGate } from '../../../platform/limits/fair-gate.ts';

/** Parameters of argon2id (the library's default): 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Limits of the hashing queue. */
export const HASH_QUEUE = {
  /** Concurrent hashes; each uses 19 MiB and a core. More than the cores would only delay the event loop. */
  runningMax: Math.min(4, availableParallelism()),
  /** Waiting requests: a few MB. */
  waitingMax: 4_000,
  /** Twice the 500 fans of an arena who sign in from one address. */
  waitingPerOwnerMax: 1_000,
  /** Below the web's timeout of 30 s. */
  waitMsMax: 25_000,
  retryAfterS: 5,
} as const;

const inTurn = createFairGate(HASH_QUEUE);

/** Queue key of the server's own work. */
const OWN_WORK = 'server';

/**
 * Hashes a password, in the PHC format.
 *
 * @param caller queue key: an address, or a known member or device
 * @throws {ApiError} `rate_limited`, `unavailable` if too many callers wait
 */
export const hashPassword = (password: string, caller = OWN_WORK): Promise<string> =>
  inTurn(caller, () => hash(password, COST));

/**
 * Refuses a call whose password could not be checked in time. Asked before the call's other work, so that a rush of
 * sign-ins costs little more than the server can answer.
 *
 * @throws {ApiError} `unavailable`
 */
export const refuseIfBusy = (): void => inTurn.refuseIfLong();

let decoy: Promise<string> | undefined;

/**
 * Verifies a password. Without a hash (unknown phone, no password) it takes the same time and returns false, so that the
 * timing reveals nothing.
 *
 * @param caller queue key, as above
 * @throws {ApiError} `rate_limited`, `unavailable` if too many callers wait
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

/** Prepares the decoy hash before the first verification. */
export async function warmUpPasswords(): Promise<void> {
  await verifyPassword(null, '');
}
