import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { PastPhones } from '../past-phones/past-phones.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import type { AccountStore } from './account.store.ts';
import type {
  ForfeitingWallet,
  ForgetsMember,
  ForgettingChat,
  ForgettingNotices,
} from './account-ports.ts';
import { isPicture } from './picture-storage.ts';

export interface DeleteDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Pick<Members, 'lifecycle'>;
  readonly sessions: Pick<Sessions, 'revokeAll' | 'requireFresh'>;
  readonly proofs: Pick<Proofs, 'use'>;
  readonly wallet: Pick<ForfeitingWallet, 'forfeit'>;
  readonly chat: ForgettingChat;
  readonly clips: ForgetsMember;
  readonly accountStatus: ForgetsMember;
  readonly predict: ForgetsMember;
  readonly scorecards: ForgetsMember;
  readonly reminders: ForgetsMember;
  readonly replays: ForgetsMember;
  readonly spending: ForgetsMember;
  readonly push: ForgetsMember;
  readonly follows: ForgetsMember;
  readonly notices: ForgettingNotices;
  readonly store: AccountStore;
  /** Removes the links to LINE and Apple, and queues the revocation of our access there. */
  readonly endLinks: (trx: Transaction<Database>, memberId: MemberId) => Promise<void>;
  /** Cancels unpaid orders. @throws {ApiError} `order_open` if a payment may be in progress */
  readonly closeOrdersOf: (trx: Transaction<Database>, memberId: MemberId) => Promise<void>;
  /** Erases the bodies of payment webhooks, which contain the payer's name. */
  readonly forgetPayments: (trx: Transaction<Database>, memberId: MemberId) => Promise<void>;
  /** Deletes the stored responses of idempotent requests. */
  readonly forgetAnswers: (trx: Transaction<Database>, memberId: MemberId) => Promise<void>;
  readonly pastPhones: Pick<PastPhones, 'remember'>;
  /** @throws {ApiError} `password_incorrect`; `rate_limited` after too many guesses */
  readonly verifyOwnPassword: (bearer: Bearer, password: string) => Promise<void>;
}

export interface DeletionRequest {
  readonly password?: string | undefined;
  readonly otp_token?: string | undefined;
  readonly pin_token?: string | undefined;
  readonly expected_coins: number;
}

interface DeletionProof {
  readonly token: string;
  readonly refusal: ErrorCode;
}

/**
 * Returns the token of the proof that the deletion must use up; `null` if the session already has a fresh proof.
 *
 * @throws {ApiError} `password_incorrect`, `rate_limited`, `proof_needed`
 */
async function readProof(
  { sessions, verifyOwnPassword }: DeleteDeps,
  bearer: Bearer,
  { password, otp_token: otpToken, pin_token: pinToken }: DeletionRequest,
): Promise<DeletionProof | null> {
  if (otpToken !== undefined) return { token: otpToken, refusal: 'otp_token_invalid' };
  if (pinToken !== undefined) return { token: pinToken, refusal: 'pin_token_invalid' };
  if (password !== undefined) {
    await verifyOwnPassword(bearer, password);
    return null;
  }
  await sessions.requireFresh(bearer);
  return null;
}

interface Erasure {
  readonly memberId: MemberId;
  readonly expectedCoins: number;
  /**
   * Returns the error for a barred member. A barred member must not escape the sanction by deleting the account and
   * registering again.
   */
  readonly barredCode: ErrorCode;
  readonly proof: DeletionProof | null;
}

/** Erases an account in one transaction, and then publishes the revocation of its sessions. */
async function eraseAccount(deps: DeleteDeps, erasure: Erasure): Promise<void> {
  const { db, clock, members, proofs, wallet, chat, sessions, store } = deps;
  const { memberId, proof, expectedCoins, barredCode } = erasure;
  const publishRevoked = await db.transaction().execute(async (trx) => {
    const now = clock();
    const { status, phone, avatar } = await members.lifecycle.lock(trx, memberId);
    if (status !== 'active') throw new ApiError(barredCode);
    if (proof !== null) {
      const { token, refusal } = proof;
      await proofs.use(trx, token, { purpose: 'delete', memberId, refusal });
    }
    await deps.closeOrdersOf(trx, memberId);
    await deps.forgetPayments(trx, memberId);
    await deps.forgetAnswers(trx, memberId);
    await wallet.forfeit(trx, { memberId, expectedCoins });
    const publish = await sessions.revokeAll(trx, memberId);
    await store.addDeleted(trx, { memberId, deletedAt: now });
    if (phone !== null) await deps.pastPhones.remember(trx, memberId, phone);
    if (avatar !== null && isPicture(avatar)) await store.addDroppedPicture(trx, avatar);
    await chat.anonymizeSender(trx, memberId);
    await deps.clips.forgetMember(trx, memberId);
    await deps.accountStatus.forgetMember(trx, memberId);
    await deps.predict.forgetMember(trx, memberId);
    await deps.scorecards.forgetMember(trx, memberId);
    await deps.reminders.forgetMember(trx, memberId);
    await deps.replays.forgetMember(trx, memberId);
    await deps.spending.forgetMember(trx, memberId);
    await deps.push.forgetMember(trx, memberId);
    // Last, because locks on their rows keep the events of notices from adding one after this statement.
    await deps.follows.forgetMember(trx, memberId);
    await deps.notices.forgetMember(trx, memberId);
    await deps.endLinks(trx, memberId);
    await members.lifecycle.anonymise(trx, memberId, now);
    return publish;
  });
  publishRevoked();
}

/**
 * Deletes an account: forfeits its coins, anonymises personal data, frees the phone number and the links, and revokes
 * all sessions. The ledger stays. Traffic data is kept as long as the law requires.
 *
 * @throws {ApiError} `proof_needed`, `password_incorrect`, `otp_token_invalid`, `pin_token_invalid`, `rate_limited`;
 *   `order_open`; `price_changed` with the current balance; `token_invalid` if the member was deleted or barred
 *   meanwhile
 */
export async function deleteAccount(
  deps: DeleteDeps,
  bearer: Bearer,
  request: DeletionRequest,
): Promise<void> {
  const proof = await readProof(deps, bearer, request);
  const { memberId } = bearer;
  const { expected_coins: expectedCoins } = request;
  await eraseAccount(deps, { memberId, expectedCoins, barredCode: 'token_invalid', proof });
}

/**
 * Deletes an account for staff whom the owner has asked. Staff have verified the owner's identity.
 *
 * @throws {ApiError} `member_not_found`, `member_barred`, `order_open`, `price_changed` with the current balance
 */
export const deleteOnRequest = (
  deps: DeleteDeps,
  { memberId, expectedCoins }: Pick<Erasure, 'memberId' | 'expectedCoins'>,
): Promise<void> =>
  eraseAccount(deps, { memberId, expectedCoins, barredCode: 'member_barred', proof: null });
