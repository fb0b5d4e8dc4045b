import { hash, verify } from '@node-rs/argon2';
import { createWorkGate } from '../../work-gate.ts';

/** argon2id (the library's default kind), 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More would only wait for each other, and each holds 19 MiB. */
const RUNNING_MAX = 4;
const WAITING_MAX = 200;
const BUSY_RETRY_S = 2;

const inTurn = createWorkGate({
  runningMax: RUNNING_MAX,
  waitingMax: WAITING_MAX,
  retryAfterS: BUSY_RETRY_S,
});

/** The hash to store, in the PHC format. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, COST));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one behind the hash. Without a hash (unknown phone, no password set) it costs the same
 * and is never right, so that the time tells nothing.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const decoyHash = await decoy;
  return inTurn(async () => (await verify(stored ?? decoyHash, password)) && stored !== null);
}

/** Makes what the first verification would wait for. */
export async function warmUpPasswords(): Promise<void> {
  await verifyPassword(null, '');
}
