import type { ResponseOf } from '@sangwian/contract/contract';
import type { MemberId } from '@sangwian/contract/ids';
import { isSitePath } from '@sangwian/contract/rules/site-path';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Sessions } from '../sessions/sessions.module.ts';
import {
  type AdmitDeps,
  admitPartnerMember,
  type PartnerCall,
  refuseBarred,
} from './admit-partner-member.ts';
import { openHandover, sealHandover } from './handover.ts';
import type { KeyRing } from './key-ring.ts';
import { PURCHASE_TOKEN_MINUTES, signPurchaseToken } from './purchase-token.ts';

export interface PartnerSessionDeps extends AdmitDeps {
  readonly sessions: Sessions;
  readonly handoverKeys: KeyRing;
  readonly purchaseKeys: KeyRing;
}

/** Where a sign-in comes from. */
export interface CallerOrigin {
  readonly ip: string;
  readonly userAgent: string;
}

interface Allowed {
  readonly memberId: MemberId;
  readonly mapSystemId: string | null;
  readonly maxSatang: number | null;
  readonly jti: string;
}

/**
 * The purchase token of what a partner allowed at `since`; `null` where it allowed nothing, or its 15 minutes are over.
 * It has the number of the partner's own word, so that one word never buys twice.
 */
async function purchaseTokenOf(
  { purchaseKeys, clock }: PartnerSessionDeps,
  { memberId, mapSystemId, maxSatang, jti }: Allowed,
  since: Date,
): Promise<string | null> {
  if (maxSatang === null || mapSystemId === null) return null;
  const expiresAt = new Date(since.getTime() + PURCHASE_TOKEN_MINUTES * 60_000);
  if (expiresAt <= clock()) return null;
  const grant = { memberId, mapSystemId, maxSatang, jti: `${mapSystemId}:${jti}`, expiresAt };
  return signPurchaseToken(grant, purchaseKeys);
}

/**
 * Starts a session. Whoever switches the partner off meanwhile ends those that it sees, and this one, which it may not
 * see, is ended here.
 *
 * @returns its token; `null` where the partner is switched off
 */
async function startSession(
  { sessions, store }: PartnerSessionDeps,
  { memberId, mapSystemId }: Pick<Allowed, 'memberId' | 'mapSystemId'>,
  origin: CallerOrigin,
): Promise<string | null> {
  const { token, sessionId } = await sessions.start({ memberId, ...origin });
  if (mapSystemId === null || (await store.isActive(mapSystemId))) return token;
  await sessions.revoke(memberId, [sessionId]);
  return null;
}

/** `POST /external/member/session`: a partner's server signs its member in. */
export async function startPartnerSession(
  deps: PartnerSessionDeps,
  call: PartnerCall,
  origin: CallerOrigin,
): Promise<ResponseOf<'POST /external/member/session'>['data']> {
  const admitted = await admitPartnerMember(deps, call);
  const { memberId } = admitted;
  const token = await startSession(deps, admitted, origin);
  if (token === null) throw new ApiError('partner_unknown');
  return {
    access_token: token,
    purchase_token: await purchaseTokenOf(deps, admitted, deps.clock()),
    member: await deps.members.present(memberId),
  };
}

/** `POST /external/member/handover`: a partner's server gets the sealed link that signs its member in. */
export async function makePartnerHandover(
  deps: PartnerSessionDeps,
  call: PartnerCall,
  target: string,
): Promise<ResponseOf<'POST /external/member/handover'>['data']> {
  if (!isSitePath(target)) throw new ApiError('target_invalid');
  const { memberId, mapSystemId, maxSatang } = await admitPartnerMember(deps, call);
  const handover = { memberId, mapSystemId, maxSatang, target };
  const { data, expiresAt } = await sealHandover(handover, deps.handoverKeys, deps.clock());
  return {
    data,
    url: `${deps.publicUrl}/redirect?data=${data}`,
    expires_at: expiresAt.toISOString(),
  };
}

/**
 * `POST /auth/member/handover`: the browser that followed a sealed link is signed in, once. A link of a partner that
 * was switched off since, or of a member who is not its member any more, is no link.
 *
 * @throws {ApiError} `handover_invalid`, `token_used`; `member_banned`, `member_suspended`, `member_closed`
 */
export async function takeHandover(
  deps: PartnerSessionDeps,
  data: string,
  origin: CallerOrigin,
): Promise<ResponseOf<'POST /auth/member/handover'>['data']> {
  const { db, clock, members, store } = deps;
  const handover = await openHandover(data, deps.handoverKeys, clock());
  const { memberId, mapSystemId, target, jti, issuedAt, expiresAt } = handover;
  const row = await members.find({ memberId });
  if (row === undefined || row.map_system_id !== mapSystemId) {
    throw new ApiError('handover_invalid');
  }
  if (mapSystemId !== null && !(await store.isActive(mapSystemId))) {
    throw new ApiError('handover_invalid');
  }
  refuseBarred(row);
  const taken = await store.takeToken(db, { issuer: 'handover', jti, expiresAt });
  if (!taken) throw new ApiError('token_used');
  const token = await startSession(deps, handover, origin);
  if (token === null) throw new ApiError('handover_invalid');
  return {
    access_token: token,
    member: await members.present(memberId),
    target,
    map_system_id: mapSystemId,
    purchase_token: await purchaseTokenOf(deps, handover, issuedAt),
  };
}
