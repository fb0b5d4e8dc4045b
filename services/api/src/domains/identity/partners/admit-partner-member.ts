import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { MemberRow, Members } from '../members/members.module.ts';
import { refusalOf, standingOf } from '../sessions/sessions.module.ts';
import type { PartnersStore } from './partners.store.ts';
import { type PartnerStatement, readPartnerToken } from './read-partner-token.ts';

export interface AdmitDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Members;
  readonly store: PartnersStore;
  /** This site's address, without a slash at its end: the audience of partners' tokens. */
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
  /** Of the partner's token: no other call will have it. */
  readonly jti: string;
}

/** Throws where a member may not use the site. */
export function refuseBarred(row: MemberRow): void {
  const refusal = refusalOf(standingOf(row));
  if (refusal !== null) throw refusal;
}

/** Two first calls at once run into the unique pair of system and the partner's own id. */
const isMadeByAnother = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'constraint') === 'member_map_key';

/** The member of a statement; made on first sight. */
async function findOrMakeMember(
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
    if (!isMadeByAnother(error)) throw error;
  }
  const made = await members.find({ mapSystemId, mapMemberId });
  if (made === undefined) throw new Error('a member is gone that was there a moment ago');
  return made;
}

/**
 * Believes what a partner's server says of one of its members, once, and knows that member from now on.
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
  if (!(await store.takeToken(db, used))) throw new ApiError('token_used');
  const row = await findOrMakeMember(deps, mapSystemId, statement);
  refuseBarred(row);
  return { memberId: row.member_id as MemberId, mapSystemId, maxSatang, jti };
}
