import { randomUUID } from 'node:crypto';
import { makePurchaseToken } from '../../../domains/identity/partners/testing/sample-partner.ts';
import { type Row, type Subject, SYSTEM, type World } from './caller-rows.ts';

const statement = async ({ mapMemberId }: Subject, { partner }: World) => ({
  map_system_id: SYSTEM,
  token: await partner.sign({ sub: mapMemberId ?? randomUUID() }),
});

/** Rows of partners, their members and the sign-in hand-over. */
export const PARTNER_ROWS = {
  'POST /external/member/session': {
    call: async (subject, world) => ({ body: await statement(subject, world) }),
    due: 201,
    but: { external_ban: '403 member_banned' },
  },
  'GET /external/member/profile': {
    call: ({ memberId }) => ({ query: { member_id: memberId, map_system_id: SYSTEM } }),
    due: '404 member_not_found',
    but: { external: 200 },
  },
  'POST /external/member/handover': {
    call: async (subject, world) => ({
      body: { ...(await statement(subject, world)), target: '/live' },
    }),
    due: 201,
    but: { external_ban: '403 member_banned' },
  },
  'POST /external/member/purchase': {
    call: async ({ memberId }) => {
      const token = await makePurchaseToken({
        memberId,
        mapSystemId: SYSTEM,
        maxSatang: 5_000,
        jti: randomUUID(),
        expiresAt: new Date(Date.now() + 60_000),
      });
      return {
        headers: { authorization: `Bearer ${token}` },
        body: { package_id: 10, expected_satang: 3_900 },
      };
    },
    // A token without a member of that partner.
    due: '401 purchase_token_invalid',
    but: { external: 201, external_ban: '403 member_banned' },
  },
  'POST /auth/member/handover': {
    call: () => ({ body: { data: 'no.seal.of.ours.here' } }),
    due: '410 handover_invalid',
  },
} satisfies Record<string, Row>;
