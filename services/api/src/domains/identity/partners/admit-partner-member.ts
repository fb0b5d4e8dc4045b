import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { MemberRow, Members } from '../members/members.module.ts';
import { accountErrorOf, accountStateOf } from '../sessions/sessions.module.ts';
import type { PartnersStore } from './partners.store.ts';
import { type PartnerStatement, readPartnerToken } from './read-partner-token.ts';

export interface AdmitDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Members;
  readonly store: PartnersStore;
  /** URL of this site without a trailing slash. Partners' tokens must name this URL as their audience. */
  readonly publicUrl: string;
}

export interface PartnerCall {
  readonly map_system_id: string;
  readonly token: string;
}

export interface AdmittedMember {
  readonly memberId: MemberId;
  readonly mapSystemId: string;
  readonly maxSatang: number | null;
  /** The id of the partner's token, unique for each token. */
  readonly jti: string;
}

/** Requires that the member is not barred. @throws {ApiError} `member_banned`, `member_suspended`, `member_closed` */
function requireActiveMember(row: MemberRow): void {
  const error = accountErrorOf(accountStateOf(row));
  if (error !== null) throw error;
}

/** Concurrent first requests violate the unique pair of the partner and the partner's id of the member. */
const isCreatedByAnotherCall = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'constraint') === 'member_map_key';

/** Finds the member that a partner's token describes, or creates the member on the first request. */
async function findOrCreateMember(
  { db, members }: AdmitDeps,
  mapSystemId: string,
  { mapMemberId, name, language }: PartnerStatement,
): Promise<MemberRow> {
  const known = await members.find({ mapSystemId, mapMemberId });
  if (known !== undefined) return known;
  try {
    await db.transaction().execute((trx) =>
      members.createMember(trx, {
        ...name,
        language,
        phone: null,
        password: null,
        mapSystemId,
        mapMemberId,
      }),
    );
  } catch (error) {
    if (!isCreatedByAnotherCall(error)) throw error;
  }
  const created = await members.find({ mapSystemId, mapMemberId });
  if (created === undefined) throw new Error('the member was deleted during the call');
  return created;
}

/**
 * Verifies a partner's token about one of its members, marks the token as used, and creates the member on the first
 * request.
 *
 * @throws {ApiError} `partner_unknown`, `partner_token_invalid`, `token_used`; `member_banned`, `member_suspended`,
 *   `member_closed`
 */
export async function admitPartnerMember(
  deps: AdmitDeps,
  { map_system_id: mapSystemId, token }: PartnerCall,
): Promise<AdmittedMember> {
  const { db, clock, store, publicUrl } = deps;
  const keys = await store.findKeys(mapSystemId);
  if (keys === null) throw new ApiError('partner_unknown');
  const statement = await readPartnerToken({
    token,
    mapSystemId,
    keys,
    audience: publicUrl,
    now: clock(),
  });
  const { jti, goodUntil, maxSatang } = statement;
  const used = { issuer: `partner:${mapSystemId}`, jti, expiresAt: goodUntil };
  if (!(await store.useToken(db, used))) throw new ApiError('token_used');
  const row = await findOrCreateMember(deps, mapSystemId, statement);
  requireActiveMember(row);
  return { memberId: row.member_id as MemberId, mapSystemId, maxSatang, jti };
}
