import { callApi } from '../../shared/api/call-api.ts';
import { enterExternalMode } from '../../shared/session/session.ts';
import { readStored } from '../../shared/storage/local-storage.ts';
import { takeFromAddress } from '../handover/take-from-address.ts';
import type { HandedOver } from '../handover/take-over.ts';

/**
 * The parameters of `/liveExternal`. A partner's page opens this URL after the partner's server has created a session
 * for the member.
 */
export interface PartnerArrival {
  readonly member_id: string;
  readonly map_system_id: string;
  readonly access_token: string;
  readonly purchase_token: string | null;
}

const SYSTEM_ID = /^[\w.-]{1,64}$/;

/**
 * Removes the partner's parameters from the URL: `?map_system_id=&member_id=#access_token=&purchase_token=`. With
 * `map_system_id` alone, the visitor enters external mode and signs in later; a signed-in member stays signed in.
 *
 * @returns `null` without a member to sign in
 */
export function takeArrival(): PartnerArrival | null {
  const { map_system_id, member_id, access_token, purchase_token } = takeFromAddress({
    query: ['map_system_id', 'member_id'],
    fragment: ['access_token', 'purchase_token'],
  });
  if (map_system_id === undefined || !SYSTEM_ID.test(map_system_id)) return null;
  if (!readStored('access_token')) enterExternalMode(map_system_id);
  if (member_id === undefined || access_token === undefined) return null;
  return { member_id, map_system_id, access_token, purchase_token: purchase_token ?? null };
}

/**
 * Opens the session that the partner's server has created. Rejects as `callApi` does if the token belongs to another
 * member.
 */
export async function openArrival(arrival: PartnerArrival): Promise<HandedOver> {
  const { member_id, map_system_id, access_token, purchase_token } = arrival;
  const { data: member } = await callApi(
    'GET /external/member/profile',
    { query: { member_id, map_system_id } },
    { bearer: access_token },
  );
  return { access_token, member, map_system_id, purchase_token };
}
