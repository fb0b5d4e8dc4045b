import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

const time = z.iso.datetime();

/** Length of a token of 32 bytes in base64url; longer ones are refused before they are hashed. */
const TOKEN_CHARS_MAX = 64;

export const AccountAppealState = z.enum(['open', 'upheld', 'lifted', 'shortened']);
export type AccountAppealState = z.infer<typeof AccountAppealState>;

/** A suspension, ban or closing, as the member reads it. */
export const OwnSanction = z.object({
  status: z.enum(['suspend', 'ban', 'closed']),
  reason: z.string(),
  since: time,
  /** End of a suspension. */
  until: time.nullable(),
  appeal: z
    .object({
      text: z.string(),
      state: AccountAppealState,
      created_at: time,
      /** The reason of staff. */
      reason: z.string().nullable(),
      decided_at: time.nullable(),
    })
    .nullable(),
});
export type OwnSanction = z.infer<typeof OwnSanction>;

export const accountAppealEndpoints = endpoints({
  'POST /auth/member/appeal': {
    summary:
      'Appeal once against a suspension, a ban or a closing, with the token of the refused sign-in',
    tag: 'Account',
    caller: 'browser',
    identity: 'visitor',
    body: z.strictObject({
      appeal_token: z.string().min(1).max(TOKEN_CHARS_MAX),
      text: z.string().trim().min(1).max(LIMITS.accountAppealCharsMax),
    }),
    data: z.object({}),
    errors: ['appeal_token_invalid', 'appeal_unneeded', 'appeal_exists'],
  },
  'GET /auth/member/sanctions': {
    summary:
      'The bearer’s suspensions, bans and closings of the last year with the appeals, the latest first',
    tag: 'Account',
    caller: 'browser',
    identity: 'member',
    data: z.array(OwnSanction).max(LIMITS.ownSanctionsShownMax),
    errors: [],
  },
});
