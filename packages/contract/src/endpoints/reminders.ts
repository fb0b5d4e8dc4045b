import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { MatchId, ProgramId } from '../ids.ts';
import { LIMITS } from '../limits.ts';

/** When to remind: a day before, an hour before, or at the start. */
const ReminderLead = z.enum(['day', 'hour', 'start']);
export type ReminderLead = z.infer<typeof ReminderLead>;

const Leads = z.array(ReminderLead).max(3);

/** A reminder of a card or of one of its bouts. */
const Reminder = z.object({
  program_id: ProgramId,
  /** `null`: the whole card. */
  match_id: MatchId.nullable(),
  leads: Leads.min(1),
});
export type Reminder = z.infer<typeof Reminder>;

/** URL of the subscription at the browser's push service. Accepts any string: the push rules check the URL. */
const endpoint = z.string().min(1).max(LIMITS.pushEndpointCharsMax);
const key = z.string().max(LIMITS.pushKeyCharsMax);

export const reminderEndpoints = endpoints({
  'GET /push/key': {
    summary: 'The VAPID key for push subscriptions (base64url); null: no push messages',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'visitor',
    data: z.object({ public_key: z.string().nullable() }),
    errors: [],
    cache: { maxAgeS: 60, staleS: 3_600 },
  },
  'PUT /push/subscription': {
    summary: 'Subscribe this browser to reminders while the bearer is signed in on it',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ endpoint, p256dh: key, auth: key }),
    data: z.object({}),
    errors: ['push_unavailable', 'push_subscription_invalid'],
  },
  'DELETE /push/subscription': {
    summary: 'Unsubscribe this browser from reminders; succeeds without a subscription',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ endpoint }),
    data: z.object({}),
    errors: [],
  },
  'GET /program/reminder': {
    summary: 'The bearer’s reminders',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'member',
    data: z.array(Reminder).max(LIMITS.remindersMax),
    compress: true,
    errors: [],
  },
  'PUT /program/{program_id}/reminder': {
    summary: 'Set a reminder of a card or one of its bouts; no leads removes it',
    tag: 'Reminders',
    caller: 'browser',
    identity: 'member',
    params: z.object({ program_id: ProgramId }),
    body: z.strictObject({ match_id: MatchId.nullable(), leads: Leads }),
    /** The reminder now in effect; `null`: none. */
    data: Reminder.nullable(),
    errors: ['match_not_found', 'reminder_too_late', 'reminder_limit_reached'],
  },
});
