import { z } from 'zod';

const time = z.iso.datetime();

/** The subject of a line of the timeline. */
export const TimelineKind = z.enum(['sign_in', 'order', 'gift', 'chat', 'sanction', 'coins']);
export type TimelineKind = z.infer<typeof TimelineKind>;

/** An action by a member, or on a member. */
export const TimelineEntry = z.object({
  entry_id: z.uuid(),
  kind: TimelineKind,
  at: time,
  /** The action within the kind, such as the status of an order or the moderation of a line. */
  what: z.string(),
  /** The device of a sign-in, the number of an order, the subject of a gift. */
  subject_th: z.string(),
  subject_en: z.string(),
  /** The page of the console about it: an order. */
  subject_id: z.string().nullable(),
  coins: z.number().int().nullable(),
  satang: z.number().int().nullable(),
  until: time.nullable(),
  reason: z.string().nullable(),
  evidence: z.string().nullable(),
  /** The staff member or moderator who did it; `null` for the member itself. */
  by: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
