import { createHash, randomBytes } from 'node:crypto';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';

const TOKEN_BYTES = 32;

/** The purpose of a proof. The proof is invalid for any other purpose. */
export type ProofPurpose = 'register' | 'reset' | 'link' | 'delete' | 'registration' | 'appeal';

export interface NewProof {
  readonly purpose: ProofPurpose;
  /** The proven phone, E.164. */
  readonly phone?: string;
  /** The member who gave the proof. */
  readonly memberId?: string;
  readonly payload?: Record<string, unknown>;
  readonly minutes?: number;
}

export interface Proof {
  readonly phone: string | null;
  readonly memberId: string | null;
  readonly payload: Record<string, unknown> | null;
}

export interface ExpectedProof {
  readonly purpose: ProofPurpose;
  readonly phone?: string;
  readonly memberId?: string;
  /** The error for an invalid token; `otp_token_invalid` by default. */
  readonly refusal?: ErrorCode;
}

/** Selects a member's tokens of one purpose: those issued for the member's phone and those issued for the member. */
export interface ProofFilter {
  readonly purpose: ProofPurpose;
  readonly memberId: string;
  readonly phone: string | null;
}

/** Single-use tokens that prove a phone or an identity. */
export interface Proofs {
  /** Issues a token. The database stores only its hash. */
  issue(db: Kysely<Database>, proof: NewProof): Promise<{ token: string; expiresAt: Date }>;
  /**
   * Marks a token as used in the caller's transaction; a rollback makes the token usable again. Of two concurrent
   * calls, one succeeds.
   *
   * @throws {ApiError} `refusal`: unknown, used, expired, or for another purpose, phone or member
   */
  use(trx: Transaction<Database>, token: string, expected: ExpectedProof): Promise<Proof>;
  /**
   * Checks a token without using it up, before expensive work or to find the member to lock.
   *
   * @throws {ApiError} `refusal`
   */
  check(token: string, expected: ExpectedProof): Promise<Proof>;
  /** Voids unused tokens that are no longer needed. Lock the member first, as before `use`, to avoid deadlocks. */
  voidAll(trx: Transaction<Database>, whose: ProofFilter): Promise<void>;
  /** Deletes expired tokens. */
  deleteExpired(): Promise<void>;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const presentProof = (row: {
  readonly phone: string | null;
  readonly member_id: string | null;
  readonly payload: Proof['payload'];
}): Proof => ({ phone: row.phone, memberId: row.member_id, payload: row.payload });

/** The conditions for a valid token: known, unused, not expired, and with the expected purpose, phone and member. */
const validProofConditions = (
  row: ExpressionBuilder<Database, 'proof'>,
  token: string,
  { purpose, phone, memberId }: ExpectedProof,
  now: Date,
) => [
  row('token_hash', '=', hashOf(token)),
  row('purpose', '=', purpose),
  row('used_at', 'is', null),
  row('expires_at', '>', now),
  ...(phone === undefined ? [] : [row('phone', '=', phone)]),
  ...(memberId === undefined ? [] : [row('member_id', '=', memberId)]),
];

export function createProofs(db: Kysely<Database>, clock: Clock): Proofs {
  return {
    issue: async (on, { purpose, phone, memberId, payload, minutes }) => {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const expiresAt = new Date(clock().getTime() + (minutes ?? LIMITS.otpTokenMinutes) * 60_000);
      await on
        .insertInto('proof')
        .values({
          token_hash: hashOf(token),
          purpose,
          phone: phone ?? null,
          member_id: memberId ?? null,
          payload: payload === undefined ? null : JSON.stringify(payload),
          expires_at: expiresAt,
          used_at: null,
        })
        .execute();
      return { token, expiresAt };
    },
    use: async (trx, token, expected) => {
      const now = clock();
      const row = await trx
        .updateTable('proof')
        .set({ used_at: now })
        .where((row) => row.and(validProofConditions(row, token, expected, now)))
        .returning(['phone', 'member_id', 'payload'])
        .executeTakeFirst();
      if (row === undefined) throw new ApiError(expected.refusal ?? 'otp_token_invalid');
      return presentProof(row);
    },
    check: async (token, expected) => {
      const row = await db
        .selectFrom('proof')
        .select(['phone', 'member_id', 'payload'])
        .where((row) => row.and(validProofConditions(row, token, expected, clock())))
        .executeTakeFirst();
      if (row === undefined) throw new ApiError(expected.refusal ?? 'otp_token_invalid');
      return presentProof(row);
    },
    voidAll: async (trx, { purpose, memberId, phone }) => {
      await trx
        .updateTable('proof')
        .set({ used_at: clock() })
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where((row) => row.or([row('member_id', '=', memberId), row('phone', '=', phone)]))
        .execute();
    },
    deleteExpired: async () => {
      await db.deleteFrom('proof').where('expires_at', '<', clock()).execute();
    },
  };
}
