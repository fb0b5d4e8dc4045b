import { z } from 'zod';
import { endpoints, requestTime } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';
import { SWITCH_PERMISSIONS } from '../../permissions.ts';
import { NoticeLevel, SwitchName } from '../site.ts';

/** Version of the row that the operator saw; a change of a newer row is refused. */
const version = z.number().int().positive();

const ReasonText = z.string().trim().min(1).max(LIMITS.switchReasonCharsMax);
const NoticeText = z.string().trim().min(1).max(LIMITS.noticeCharsMax);

/** A reason in both languages, since fans read either. */
const Reason = z.strictObject({ th: ReasonText, en: ReasonText });

/** A switch as operators see it. */
export const OperatorSwitch = z.object({
  name: SwitchName,
  on: z.boolean(),
  /** Shown to fans; `null` while it is on. */
  reason: z.object({ th: z.string(), en: z.string() }).nullable(),
  version: z.number().int(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type OperatorSwitch = z.infer<typeof OperatorSwitch>;

export const OperatorNotice = z.object({
  /** `null`: there is no notice. */
  text: z.object({ th: z.string(), en: z.string() }).nullable(),
  level: NoticeLevel,
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  version: z.number().int(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type OperatorNotice = z.infer<typeof OperatorNotice>;

const count = z.number().int().nonnegative();

/** What switching a part off would stop now, in numbers. */
export const SwitchEffects = z.object({
  /** Orders that wait for a payment, and payments that a provider is processing. They can still be paid. */
  orders_waiting: count,
  payments_pending: count,
  gifts_last_minute: count,
  registrations_last_hour: count,
  chat_lines_last_minute: count,
  /** Confirmed sheets of the programmes that are open for predictions. */
  sheets_open: count,
});
export type SwitchEffects = z.infer<typeof SwitchEffects>;

const change = z.strictObject({
  on: z.boolean(),
  /** Required to switch off. */
  reason: Reason.optional(),
  version,
});
export type SwitchChange = z.output<typeof change>;

const switchRow = { tag: 'Operator', caller: 'operator', identity: 'staff' } as const;

export const operatorSwitchEndpoints = endpoints({
  'GET /operator/switches': {
    summary: 'The switches that the caller may use, the notice, and what a switch would stop now',
    ...switchRow,
    permission: 'see_show',
    data: z.object({
      switches: z.array(OperatorSwitch),
      /** `null` for roles that may not set it. */
      notice: OperatorNotice.nullable(),
      effects: SwitchEffects,
    }),
    errors: [],
  },
  'PUT /operator/switches/payments': {
    summary: 'Switch ordering and paying on or off; payments that have begun are completed',
    ...switchRow,
    permission: SWITCH_PERMISSIONS.payments,
    body: change,
    data: OperatorSwitch,
    errors: ['edit_stale'],
  },
  'PUT /operator/switches/gifts': {
    summary: 'Switch sending of gifts on or off; sent gifts are settled',
    ...switchRow,
    permission: SWITCH_PERMISSIONS.gifts,
    body: change,
    data: OperatorSwitch,
    errors: ['edit_stale'],
  },
  'PUT /operator/switches/chat': {
    summary: 'Switch sending of chat messages on or off',
    ...switchRow,
    permission: SWITCH_PERMISSIONS.chat,
    body: change,
    data: OperatorSwitch,
    errors: ['edit_stale'],
  },
  'PUT /operator/switches/registration': {
    summary: 'Switch registration of new members on or off',
    ...switchRow,
    permission: SWITCH_PERMISSIONS.registration,
    body: change,
    data: OperatorSwitch,
    errors: ['edit_stale'],
  },
  'PUT /operator/switches/predictions': {
    summary: 'Switch confirmation of prediction sheets on or off; scoring continues',
    ...switchRow,
    permission: SWITCH_PERMISSIONS.predictions,
    body: change,
    data: OperatorSwitch,
    errors: ['edit_stale'],
  },
  'PUT /operator/notice': {
    summary: 'Set or remove the notice above every page',
    ...switchRow,
    permission: 'switch_site',
    body: z.strictObject({
      /** `null` removes the notice. */
      text: z.strictObject({ th: NoticeText, en: NoticeText }).nullable(),
      level: NoticeLevel,
      from: requestTime.nullable(),
      until: requestTime.nullable(),
      version,
    }),
    data: OperatorNotice,
    errors: ['edit_stale'],
  },
});
