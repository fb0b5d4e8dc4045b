import { z } from 'zod';
import { StaffPresence } from '../endpoints/operator/show.ts';

/** The namespace of the operator console. The handshake carries the staff session's cookie. */
export const OPERATOR_NAMESPACE = '/operator';

/** The first part of the key of every query that a change invalidates. */
export const STAFF_TOPICS = [
  'show',
  'chat',
  'clips',
  'orders',
  'members',
  'programme',
  'switches',
  'staff',
  'game',
  'catalogue',
  'health',
] as const;
export type StaffTopic = (typeof STAFF_TOPICS)[number];

const PLACE_CHARS_MAX = 40;
const EDITING_CHARS_MAX = 80;

/** The page that a person has open; sent by the console after each navigation. */
export const StaffWhereabouts = z.strictObject({
  place: z.string().max(PLACE_CHARS_MAX),
  editing: z.string().max(EDITING_CHARS_MAX).nullable(),
});
export type StaffWhereabouts = z.infer<typeof StaffWhereabouts>;

export const OPERATOR_EVENTS_IN = { whereabouts: StaffWhereabouts } as const;

export const OPERATOR_EVENTS_OUT = {
  /** Data of this topic has changed: the row with this id or, without an id, any row. */
  changed: z.object({ topic: z.enum(STAFF_TOPICS), id: z.string().optional() }),
  /** Problems of the system that are open now, sent on connecting and after each change. */
  health: z.object({ problems: z.number().int().nonnegative() }),
  /** Everybody at the console. */
  presence: z.object({ people: z.array(StaffPresence) }),
} as const;
