import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';

const HOUR_MS = 3_600_000;
const LEAD_MS: Readonly<Record<ReminderLead, number>> = {
  day: 24 * HOUR_MS,
  hour: HOUR_MS,
  start: 0,
};
export const LEADS: readonly ReminderLead[] = ['day', 'hour', 'start'];

/** Returns whether a lead time is still in the future. The start is always offered, because a live can begin late. */
export const isInFuture = (lead: ReminderLead, startsAt: string, now_ms: number): boolean =>
  lead === 'start' || now_ms < Date.parse(startsAt) - LEAD_MS[lead];

/** Returns the preselected lead times: those in the future except one day before. */
export const leadsAtFirst = (startsAt: string, now_ms: number): ReminderLead[] =>
  LEADS.filter((lead) => lead !== 'day' && isInFuture(lead, startsAt, now_ms));
