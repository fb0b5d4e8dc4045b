import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';

/** What concerns all members at once. */
export const operatorEveryoneEndpoints = endpoints({
  'POST /operator/sessions/end': {
    summary: 'Sign every member out, some thousand sessions with each call',
    tag: 'Operator: members',
    caller: 'operator',
    identity: 'staff',
    permission: 'manage_members',
    sensitive: true,
    body: z.strictObject({ reason: z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax) }),
    data: z.object({
      ended_sessions: z.number().int(),
      /** Whether open sessions remain, so that the request must be repeated. */
      has_more: z.boolean(),
    }),
    errors: [],
  },
});
