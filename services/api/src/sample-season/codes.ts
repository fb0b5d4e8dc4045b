import type { Kysely } from 'kysely';
import { ensureCodes } from '../domains/money/redeem/redeem.module.ts';
import type { Database } from '../schema/database.ts';
import { TONIGHT_PREMIUM_LIVE_ID } from './season-plan.ts';

const BY = 'sample season';

/** Codes for every member: coins once, and access to tonight's premium live. */
const CODES: Parameters<typeof ensureCodes>[1] = [
  {
    code: 'SAWASDEE',
    kind: 'coin',
    coins: 100,
    per_member: 'once',
    note: '100 coins, once for every member',
    by: BY,
  },
  {
    code: 'RINGSIDE',
    kind: 'live',
    program_live_id: TONIGHT_PREMIUM_LIVE_ID,
    per_member: 'once',
    note: 'Opens the premium live of tonight',
    by: BY,
  },
];

/** The codes in `run.json`. */
export const SAMPLE_CODES: readonly string[] = CODES.flatMap(({ code }) => code ?? []);

/** Adds the sample's missing codes. */
export const addSampleCodes = (db: Kysely<Database>, now: Date): Promise<void> =>
  ensureCodes(db, CODES, now);
