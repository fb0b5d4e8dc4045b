import type { ResponseOf } from '@sangwian/contract/contract';
import type { MemberId } from '@sangwian/contract/ids';
import { isSitePath } from '@sangwian/contract/rules/site-path';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { AccountStatusModule } from '../account-status/account-status.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { type AdmitDeps, admitPartnerMember, type PartnerCall } from './admit-partner-member.ts';
import { openHandover, sealHandover } from './handover.ts';
import type { KeyRing } from './key-ring.ts';
import { PURCHASE_TOKEN_MINUTES, signPurchaseToken } from './purchase-token.ts';

export interface PartnerSessionDeps extends AdmitDeps {
  readonly sessions: Sessions;
  readonly accountStatus: Pick<AccountStatusModule, 'barredErrorOf'>;
  readonly handoverKeys: KeyRing;
  readonly purchaseKeys: KeyRing;
}

export interface CallerOrigin {
  readonly ip: string;
  readonly userAgent: string;
}

interface PurchaseAllowance {
  readonly memberId: MemberId;
  readonly mapSystemId: string | null;
  readonly maxSatang: number | null;
  readonly jti: string;
}

/**
 * Signs a purchase token if the partner allowed a purchase. Returns `null` if the partner allowed none, or if more than
 * 15 minutes have passed since `since`. The purchase token carries the id of the partner's token, so that one partner
 * token allows one purchase.
 */
async function purchaseTokenOf(
  { purchaseKeys, clock }: PartnerSessionDeps,
  { memberId, mapSystemId, maxSatang, jti }: PurchaseAllowance,
  since: Date,
): Promise<string | null> {
  if (maxSatang === null || mapSystemId === null) return null;
  const expiresAt = new Date(since.getTime() + PURCHASE_TOKEN_MINUTES * 60_000);
  if (expiresAt <= clock()) return null;
  const grant = { memberId, mapSystemId, maxSatang, jti: `${mapSystemId}:${jti}`, expiresAt };
  return signPurchaseToken(grant, purchaseKeys);
}

/**
 * Starts a session. If the partner was disabled concurrently, its revocation may have missed this session, so the
 * session is revoked here.
 *
 * @returns the session's token; `null` if the partner is disabled
 */
async function startSession(
  { sessions, store }: PartnerSessionDeps,
  { memberId, mapSystemId }: Pick<PurchaseAllowance, 'memberId' | 'mapSystemId'>,
  origin: CallerOrigin,
): Promise<string | null> {
  const { token, sessionId } = await sessions.start({ memberId, ...origin });
  if (mapSystemId === null || (await store.isActive(mapSystemId))) return token;
  await sessions.revoke(memberId, [sessionId]);
  return null;
}

/** `POST /external/member/session`: signs a partner's member in. */
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

/** `POST /external/member/handover`: returns an encrypted link that signs a partner's member in. */
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
 * `POST /auth/member/handover`: signs a browser in by an encrypted link, which works once. Links of a disabled partner
 * are invalid, and so are links of a member who no longer belongs to the partner.
 *
 * @throws {ApiError} `handover_invalid`, `token_used`; `member_banned`, `member_suspended`, `member_closed`
 */
export async function useHandover(
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
  const barredError = await deps.accountStatus.barredErrorOf(row);
  if (barredError !== null) throw barredError;
  const isUnused = await store.useToken(db, { issuer: 'handover', jti, expiresAt });
  if (!isUnused) throw new ApiError('token_used');
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
