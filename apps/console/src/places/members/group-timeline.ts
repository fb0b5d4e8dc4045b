import type { TimelineEntry } from '@sangwian/contract/endpoints/operator/member-timeline';

/** One row of the timeline: a single event, or several similar consecutive events. */
export interface TimelineGroup {
  /** Latest first, at least one. */
  readonly entries: readonly TimelineEntry[];
  /** The sum of the entries' coins; `null` if no entry moves coins. */
  readonly coins: number | null;
}

/** Returns the key by which consecutive entries are grouped; `null` if the entry is never grouped. */
function keyOf({ kind, what, subject_id, subject_en }: TimelineEntry): string | null {
  if (kind === 'gift') return `gift ${what} ${subject_id}`;
  if (kind === 'sign_in') return `sign-in ${subject_en}`;
  return null;
}

const dayOf = (at: string): string =>
  new Date(at).toLocaleDateString('sv', { timeZone: 'Asia/Bangkok' });

/** Groups similar consecutive events, such as gifts to one corner, within one day in Bangkok. */
export function groupTimeline(entries: readonly TimelineEntry[]): TimelineGroup[] {
  const groups: TimelineEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const head = last?.[0];
    const key = keyOf(entry);
    const isSimilar =
      head !== undefined &&
      key !== null &&
      keyOf(head) === key &&
      dayOf(head.at) === dayOf(entry.at);
    if (isSimilar) last?.push(entry);
    else groups.push([entry]);
  }
  return groups.map((members) => ({
    entries: members,
    coins: members.every(({ coins }) => coins === null)
      ? null
      : members.reduce((sum, { coins }) => sum + (coins ?? 0), 0),
  }));
}

/** Groups the rows by day and keeps their order. */
export function groupByDay(
  groups: readonly TimelineGroup[],
): { readonly day: string; readonly groups: TimelineGroup[] }[] {
  const days: { day: string; groups: TimelineGroup[] }[] = [];
  for (const group of groups) {
    const day = dayOf(group.entries[0]?.at ?? '');
    const last = days.at(-1);
    if (last?.day === day) last.groups.push(group);
    else days.push({ day, groups: [group] });
  }
  return days;
}
