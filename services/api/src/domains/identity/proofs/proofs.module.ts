import { createHash, randomBytes } from 'node:crypto';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';

const TOKEN_BYTES = 32;

/** What a proof is good for; one for another purpose is none. */
export type ProofPurpose = 'register' | 'reset' | 'link' | 'delete' | 'registration';

export interface NewProof {
  readonly purpose: ProofPurpose;
  /** E.164: whose phone was proven. */
  readonly phone?: string;
  /** Who proved it. */
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
  /** What the caller is told where it is none; `otp_token_invalid` unless told otherwise. */
  readonly refusal?: ErrorCode;
}

/** Tokens for one purpose of a member, by whichever way it proved itself. */
export interface ProofsOf {
  readonly purpose: ProofPurpose;
  readonly memberId: string;
  readonly phone: string | null;
}

/** Single-use tokens of what somebody has shown to be theirs. */
export interface Proofs {
  /** The token, which is told this once. */
  issue(db: Kysely<Database>, proof: NewProof): Promise<{ token: string; expiresAt: Date }>;
  /**
   * Uses a token up, in the transaction of what it is used for: rolled back, it is good again; of two at once, one
   * gets it.
   *
   * @throws {ApiError} `refusal`: unknown, used, expired, for another purpose, phone or member
   */
  take(trx: Transaction<Database>, token: string, expected: ExpectedProof): Promise<Proof>;
  /**
   * The same without using it up: before work that only a good token is worth, or to know whom to lock before it is
   * taken.
   *
   * @throws {ApiError} `refusal`
   */
  check(token: string, expected: ExpectedProof): Promise<Proof>;
  /**
   * Makes tokens worthless that are still about: what they were for was done, or undone. Whoever calls it has locked the
   * member first, and so has whoever takes one of these tokens: or two of them wait for each other.
   */
  voidAll(trx: Transaction<Database>, whose: ProofsOf): Promise<void>;
  /** Forgets what is over. */
  deleteExpired(): Promise<void>;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const presentProof = (row: {
  readonly phone: string | null;
  readonly member_id: string | null;
  readonly payload: Proof['payload'];
}): Proof => ({ phone: row.phone, memberId: row.member_id, payload: row.payload });

/** The token is known, not used, not over, and what is expected. */
const goodProof = (
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
    take: async (trx, token, expected) => {
      const now = clock();
      const row = await trx
        .updateTable('proof')
        .set({ used_at: now })
        .where((row) => row.and(goodProof(row, token, expected, now)))
        .returning(['phone', 'member_id', 'payload'])
        .executeTakeFirst();
      if (row === undefined) throw new ApiError(expected.refusal ?? 'otp_token_invalid');
      return presentProof(row);
    },
    check: async (token, expected) => {
      const row = await db
        .selectFrom('proof')
        .select(['phone', 'member_id', 'payload'])
        .where((row) => row.and(goodProof(row, token, expected, clock())))
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
