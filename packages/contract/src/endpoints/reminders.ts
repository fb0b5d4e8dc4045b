import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { MatchId, ProgramId } from '../ids.ts';
import { LIMITS } from '../limits.ts';

/** How long before it begins: a day, an hour, or as it begins. */
const ReminderLead = z.enum(['day', 'hour', 'start']);
export type ReminderLead = z.infer<typeof ReminderLead>;

const Leads = z.array(ReminderLead).max(3);

/** What a member wants to be reminded of: a card, or one bout of it. */
const Reminder = z.object({
  program_id: ProgramId,
  /** `null`: the card as a whole. */
  match_id: MatchId.nullable(),
  leads: Leads.min(1),
});
export type Reminder = z.infer<typeof Reminder>;

/** Where a browser's push service takes messages for it. Any string is let through to the rules. */
const endpoint = z.string().min(1).max(LIMITS.pushEndpointCharsMax);
const key = z.string().max(LIMITS.pushKeyCharsMax);

export const reminderEndpoints = endpoints({
  'GET /push/key': {
    summary: 'The key that browsers subscribe with (VAPID, base64url); null: no reminders by push',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'visitor',
    data: z.object({ public_key: z.string().nullable() }),
    errors: [],
    cache: { maxAgeS: 60, staleS: 3_600 },
  },
  'PUT /push/subscription': {
    summary: 'Reminders come to this browser, for as long as the bearer is signed in on it',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ endpoint, p256dh: key, auth: key }),
    data: z.object({}),
    errors: ['push_unavailable', 'push_subscription_invalid'],
  },
  'DELETE /push/subscription': {
    summary: 'No reminders to this browser any more; fine where there were none',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ endpoint }),
    data: z.object({}),
    errors: [],
  },
  'GET /program/reminder': {
    summary: 'What the bearer is reminded of',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'member',
    data: z.array(Reminder).max(LIMITS.remindersMax),
    compress: true,
    errors: [],
  },
  'PUT /program/{program_id}/reminder': {
    summary: 'Be reminded of a card or of one bout of it, or (no leads) not any more',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'member',
    params: z.object({ program_id: ProgramId }),
    body: z.strictObject({ match_id: MatchId.nullable(), leads: Leads }),
    /** What holds now; `null`: nothing. */
    data: Reminder.nullable(),
    errors: ['match_not_found', 'reminder_too_late', 'reminder_limit_reached'],
  },
});
