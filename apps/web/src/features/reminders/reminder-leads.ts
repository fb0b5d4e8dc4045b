import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';

const HOUR_MS = 3_600_000;
const LEAD_MS: Readonly<Record<ReminderLead, number>> = {
  day: 24 * HOUR_MS,
  hour: HOUR_MS,
  start: 0,
};
export const LEADS: readonly ReminderLead[] = ['day', 'hour', 'start'];

/** Whether there is still time for it. What is late may still begin. */
export const isSpoiler = (lead: ReminderLead, startsAt: string, now_ms: number): boolean =>
  lead === 'start' || now_ms < Date.parse(startsAt) - LEAD_MS[lead];

/** What is ticked when nothing was chosen yet: all that is still ahead, but a day before only where that is far off. */
export const leadsAtFirst = (startsAt: string, now_ms: number): ReminderLead[] =>
  LEADS.filter((lead) => lead !== 'day' && isSpoiler(lead, startsAt, now_ms));
