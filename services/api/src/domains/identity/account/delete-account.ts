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
import type { ForfeitingWallet, ForgetsMember, ForgettingChat } from './account-ports.ts';
import { isPicture } from './picture-shelf.ts';

export interface DeleteDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Pick<Members, 'ends'>;
  readonly sessions: Pick<Sessions, 'endAll' | 'requireFresh'>;
  readonly proofs: Pick<Proofs, 'take'>;
  readonly wallet: Pick<ForfeitingWallet, 'forfeit'>;
  readonly chat: ForgettingChat;
  readonly predict: ForgetsMember;
  readonly reminders: ForgetsMember;
  readonly push: ForgetsMember;
  readonly store: AccountStore;
  /** Ends the links to LINE and Apple, which are told later. */
  readonly endLinks: (trx: Transaction<Database>, memberId: MemberId) => Promise<void>;
  /** Cancels orders that nobody has begun to pay. Throws `order_open` where baht may be on their way. */
  readonly closeOrdersOf: (trx: Transaction<Database>, memberId: MemberId) => Promise<void>;
  /** Forgets what payment providers told, which names who paid. */
  readonly forgetPayments: (trx: Transaction<Database>, memberId: MemberId) => Promise<void>;
  /** Deletes the kept answers of calls that moved money. */
  readonly forgetAnswers: (trx: Transaction<Database>, memberId: MemberId) => Promise<void>;
  readonly pastPhones: Pick<PastPhones, 'remember'>;
  /** Throws `password_incorrect`, and `rate_limited` after too many guesses. */
  readonly verifyOwnPassword: (bearer: Bearer, password: string) => Promise<void>;
}

export interface AskedDeletion {
  readonly password?: string | undefined;
  readonly otp_token?: string | undefined;
  readonly pin_token?: string | undefined;
  readonly expected_coins: number;
}

interface Shown {
  readonly token: string;
  readonly refusal: ErrorCode;
}

/**
 * What shows that the owner asks: a proof to be taken with the deletion, or `null` where it is shown already.
 *
 * @throws {ApiError} `password_incorrect`, `rate_limited`, `proof_needed`
 */
async function proofOf(
  { sessions, verifyOwnPassword }: DeleteDeps,
  bearer: Bearer,
  { password, otp_token: otpToken, pin_token: pinToken }: AskedDeletion,
): Promise<Shown | null> {
  if (otpToken !== undefined) return { token: otpToken, refusal: 'otp_token_invalid' };
  if (pinToken !== undefined) return { token: pinToken, refusal: 'pin_token_invalid' };
  if (password !== undefined) {
    await verifyOwnPassword(bearer, password);
    return null;
  }
  await sessions.requireFresh(bearer);
  return null;
}

/**
 * Deletes an account: its coins are forfeited, its personal data is anonymised, its phone and links are free again, and
 * it is signed out everywhere. The ledger stays; from where it signed in is kept as long as the law asks for.
 *
 * @throws {ApiError} `proof_needed`, `password_incorrect`, `otp_token_invalid`, `pin_token_invalid`, `rate_limited`; `order_open`; `price_changed` with the
 *   coins that would be lost now; `token_invalid` where it was deleted or barred meanwhile
 */
export async function deleteAccount(
  deps: DeleteDeps,
  bearer: Bearer,
  asked: AskedDeletion,
): Promise<void> {
  const { db, clock, members, proofs, wallet, chat, sessions, store } = deps;
  const { memberId } = bearer;
  const proof = await proofOf(deps, bearer, asked);
  const tellSessions = await db.transaction().execute(async (trx) => {
    const now = clock();
    const { status, phone, avatar } = await members.ends.lock(trx, memberId);
    // Whoever is barred by now may not slip away and come back as somebody new.
    if (status !== 'active') throw new ApiError('token_invalid');
    if (proof !== null) {
      const { token, refusal } = proof;
      await proofs.take(trx, token, { purpose: 'delete', memberId, refusal });
    }
    await deps.closeOrdersOf(trx, memberId);
    await deps.forgetPayments(trx, memberId);
    await deps.forgetAnswers(trx, memberId);
    await wallet.forfeit(trx, { memberId, expectedCoins: asked.expected_coins });
    const tell = await sessions.endAll(trx, memberId);
    await store.rememberDeleted(trx, { memberId, deletedAt: now });
    if (phone !== null) await deps.pastPhones.remember(trx, memberId, phone);
    if (avatar !== null && isPicture(avatar)) await store.dropPicture(trx, avatar);
    await chat.anonymizeSender(trx, memberId);
    await deps.predict.forgetMember(trx, memberId);
    await deps.reminders.forgetMember(trx, memberId);
    await deps.push.forgetMember(trx, memberId);
    await deps.endLinks(trx, memberId);
    await members.ends.anonymise(trx, memberId, now);
    return tell;
  });
  tellSessions();
}
