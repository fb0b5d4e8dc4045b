import type { MemberSession } from '@sangwian/contract/endpoints/account';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ApiModule, Bearer, Handlers } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import { refuseOtherMember } from '../../../platform/http/refuse-other-member.ts';
import { StreamedData } from '../../../platform/http/streamed-json.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { PastPhones } from '../past-phones/past-phones.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { AccountStore } from './account.store.ts';
import type { ForfeitingWallet, ForgettingChat, PublicTextRules } from './account-ports.ts';
import { clearDroppedPictures, removeAvatar, setAvatar } from './change-avatar.ts';
import { changeNickname, readNickname } from './change-nickname.ts';
import { type CleanUpDeps, cleanUpDeletedAccounts } from './clean-up-deleted-accounts.ts';
import { type DeleteDeps, deleteAccount, deleteOnRequest } from './delete-account.ts';
import { PictureStorage } from './picture-storage.ts';
import { servePictures } from './serve-pictures.ts';
import { updateProfile } from './update-profile.ts';

/** Rate limits of expensive requests: decoding an uploaded image, building an export, and choosing a nickname. */
const PER_MEMBER = {
  pictures: { points: 20, seconds: 600 },
  exports: { points: 10, seconds: 600 },
  // Limits how many nicknames a member can probe.
  nicknames: { points: 20, seconds: 600 },
} as const;

/** Returns one module's data of a member, by field name of the export. */
export type Exporter = (memberId: MemberId) => Promise<Record<string, unknown>>;

export interface AccountDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly wallet: ForfeitingWallet;
  readonly chat: ForgettingChat & PublicTextRules;
  readonly clips: DeleteDeps['clips'];
  readonly accountStatus: DeleteDeps['accountStatus'];
  /** Storage of the uploaded profile pictures. */
  readonly objects: ObjectStore;
  readonly pastPhones: PastPhones;
  readonly predict: DeleteDeps['predict'];
  readonly scorecards: DeleteDeps['scorecards'];
  readonly reminders: DeleteDeps['reminders'];
  readonly replays: DeleteDeps['replays'];
  readonly spending: DeleteDeps['spending'];
  readonly push: DeleteDeps['push'];
  readonly follows: DeleteDeps['follows'];
  readonly notices: DeleteDeps['notices'];
  readonly endLinks: DeleteDeps['endLinks'];
  readonly closeOrdersOf: DeleteDeps['closeOrdersOf'];
  readonly forgetPayments: DeleteDeps['forgetPayments'];
  readonly forgetAnswers: DeleteDeps['forgetAnswers'];
  readonly verifyOwnPassword: DeleteDeps['verifyOwnPassword'];
  /** The exporters of all modules that store data of members. */
  readonly exporters: readonly Exporter[];
}

async function listSessions(sessions: Sessions, bearer: Bearer): Promise<MemberSession[]> {
  const open = await sessions.list(bearer.memberId);
  return open.map((row) => ({
    member_session_id: row.member_session_id,
    user_agent: row.user_agent,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: row.member_session_id === bearer.sessionId,
  }));
}

/**
 * Signs one of the bearer's devices out: revokes the session and forgets the device.
 *
 * @throws {ApiError} `session_not_found`
 */
async function signDeviceOut(sessions: Sessions, bearer: Bearer, sessionId: string): Promise<void> {
  const open = z.uuid().safeParse(sessionId).success ? await sessions.list(bearer.memberId) : [];
  const id = sessionId.toLowerCase();
  if (!open.some((row) => row.member_session_id === id)) {
    throw new ApiError('session_not_found');
  }
  await sessions.revokeDevice(bearer.memberId, id);
}

/** Returns all stored data of a member. */
async function exportMember(
  { exporters, clock }: Pick<AccountDeps, 'exporters' | 'clock'>,
  memberId: MemberId,
): Promise<StreamedData> {
  const data: Record<string, unknown> = { exported_at: clock().toISOString() };
  // The exporters run one after the other, so that an export uses one database connection.
  for (const exportOf of exporters) Object.assign(data, await exportOf(memberId));
  return new StreamedData(data);
}

function createHandlers(deps: AccountDeps, rest: CleanUpDeps & DeleteDeps): Handlers {
  const { members, sessions } = deps;
  const limitOf = ({ points, seconds }: { points: number; seconds: number }) =>
    createLimit(points, seconds);
  const pictures = limitOf(PER_MEMBER.pictures);
  const exports = limitOf(PER_MEMBER.exports);
  const nicknames = limitOf(PER_MEMBER.nicknames);
  // The upload or removal itself succeeded, so a file that cannot be deleted now is left to the cleanup job.
  const clearPictures = () =>
    clearDroppedPictures(rest).catch((err: unknown) =>
      deps.logger.warn({ err }, 'pictures not removed'),
    );
  return {
    'GET /member/findOne': async ({ query, bearer }) => {
      refuseOtherMember(bearer, query.member_id);
      return { data: await members.present(bearer.memberId) };
    },
    'PUT /auth/member/profile/update/{member_id}': async ({ params, body, bearer }) => {
      refuseOtherMember(bearer, params.member_id);
      await updateProfile(deps, bearer.memberId, body);
      return { data: await members.present(bearer.memberId) };
    },
    'PUT /auth/member/profile/update/{member_id}/avatar': async ({ params, upload, bearer }) => {
      refuseOtherMember(bearer, params.member_id);
      await pictures.take(bearer.memberId);
      await setAvatar(rest, bearer.memberId, upload.bytes);
      await clearPictures();
      return { data: await members.present(bearer.memberId) };
    },
    'DELETE /auth/member/profile/update/{member_id}/avatar': async ({ params, bearer }) => {
      refuseOtherMember(bearer, params.member_id);
      await removeAvatar(rest, bearer.memberId);
      await clearPictures();
      return { data: await members.present(bearer.memberId) };
    },
    'GET /auth/member/nickname': async ({ bearer }) => ({
      data: await readNickname(deps, bearer.memberId),
    }),
    'PUT /auth/member/nickname': async ({ body, bearer }) => {
      await nicknames.take(bearer.memberId);
      return { data: await changeNickname(deps, bearer.memberId, body.nickname) };
    },
    'GET /auth/member/sessions': async ({ bearer }) => ({
      data: await listSessions(sessions, bearer),
    }),
    'DELETE /auth/member/sessions': async ({ bearer: { memberId, sessionId } }) => {
      const publishRevoked = await deps.db.transaction().execute(async (trx) => {
        await members.store.lock(trx, memberId);
        return sessions.revokeAll(trx, memberId, sessionId);
      });
      publishRevoked();
      return { data: {} };
    },
    'DELETE /auth/member/sessions/{member_session_id}': async ({ params, bearer }) => {
      await signDeviceOut(sessions, bearer, params.member_session_id);
      return { data: {} };
    },
    'GET /auth/member/export': async ({ bearer }) => {
      // Requires a fresh proof of ownership: with the export, a thief would have everything that the account contains.
      await sessions.requireFresh(bearer);
      await exports.take(bearer.memberId);
      return { data: await exportMember(deps, bearer.memberId) };
    },
    'DELETE /auth/member/{member_id}': async ({ params, body, bearer }) => {
      refuseOtherMember(bearer, params.member_id);
      await deleteAccount(rest, bearer, body);
      await clearPictures();
      return { data: {} };
    },
  };
}

export interface AccountModule extends ApiModule {
  /** Returns all stored data of a member. */
  exportMember(memberId: MemberId): Promise<StreamedData>;
  /**
   * Deletes an account for staff whom the owner has asked.
   *
   * @throws {ApiError} `member_not_found`, `member_barred`, `order_open`, `price_changed` with the current balance
   */
  deleteOnRequest(request: {
    readonly memberId: MemberId;
    readonly expectedCoins: number;
  }): Promise<void>;
}

/** Creates the module with which members manage their account: profile, avatar, devices, export and deletion. */
export function createAccountModule(deps: AccountDeps): AccountModule {
  const rest = {
    ...deps,
    store: new AccountStore(deps.db),
    storage: new PictureStorage(deps.objects),
  };
  return {
    exportMember: (memberId) => exportMember(deps, memberId),
    deleteOnRequest: (request) => deleteOnRequest(rest, request),
    handlers: createHandlers(deps, rest),
    register: (app) => servePictures(app, rest.storage),
    tasks: [
      {
        name: 'deleted_account_cleanup',
        crontab: '* * * * *',
        run: () => cleanUpDeletedAccounts(rest),
      },
    ],
  };
}
