import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { Member } from './member.ts';
import { SignedIn } from './registration.ts';

const systemId = z.string().min(1).max(64);
/** A compact JWT or JWE. */
const compact = z.string().min(1).max(8_192);

export const partnerEndpoints = endpoints({
  'POST /external/member/session': {
    summary: "Sign in a partner's member, called by the partner's server",
    tag: 'Partners',
    caller: 'partner',
    identity: 'visitor',
    body: z.object({
      map_system_id: systemId,
      /**
       * A JWT (EdDSA or RS256) signed with a key registered for the system: `iss` the system, `aud` this site, `sub`
       * the partner's ID of the member, `exp` at most 5 minutes ahead, a unique `jti`; `first_name`, `last_name`,
       * `max_satang`.
       */
      token: compact,
    }),
    data: z.object({
      access_token: z.string(),
      /** Allows one purchase up to `max_satang` within 15 minutes; `null` if the token has no `max_satang`. */
      purchase_token: z.string().nullable(),
      member: Member,
    }),
    status: 201,
    errors: [
      'partner_unknown',
      'partner_token_invalid',
      'token_used',
      'member_banned',
      'member_suspended',
      'member_closed',
    ],
  },
  'GET /external/member/profile': {
    summary: 'The profile of an external member',
    tag: 'Partners',
    caller: 'browser',
    identity: 'member',
    query: z.object({ member_id: z.string().min(1).max(64), map_system_id: systemId }),
    data: Member,
    errors: ['member_not_found'],
  },
  'POST /external/member/handover': {
    summary: 'Create the sealed hand-over of a partner’s member for `/redirect?data=`',
    tag: 'Partners',
    caller: 'partner',
    identity: 'visitor',
    body: z.object({
      map_system_id: systemId,
      /** A token as for `POST /external/member/session`. */
      token: compact,
      /** A path of this site. */
      target: z.string().min(1).max(500),
    }),
    data: z.object({
      /** Compact JWE (`dir`, A256GCM). */
      data: z.string(),
      url: z.string(),
      expires_at: z.iso.datetime(),
    }),
    status: 201,
    errors: [
      'partner_unknown',
      'partner_token_invalid',
      'token_used',
      'target_invalid',
      'member_banned',
      'member_suspended',
      'member_closed',
    ],
  },
  'POST /auth/member/handover': {
    summary: 'Open a sealed hand-over, once',
    tag: 'Member',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({ data: compact }),
    data: SignedIn.extend({
      /** A path of this site. */
      target: z.string(),
      map_system_id: z.string().nullable(),
      purchase_token: z.string().nullable(),
    }),
    errors: [
      'handover_invalid',
      'token_used',
      'member_banned',
      'member_suspended',
      'member_closed',
    ],
  },
});
