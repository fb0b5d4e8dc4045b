import type { Reminder, ReminderLead } from '@sangwian/contract/endpoints/reminders';
import type { MatchId, ProgramId } from '@sangwian/contract/ids';
import { useEffect } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { useSession } from '../../shared/session/session.ts';
import { createStore, useStore } from '../../shared/store.ts';

/** A card, or (with a match) a bout of it. */
export interface ReminderTarget {
  readonly program_id: ProgramId;
  readonly match_id: MatchId | null;
}

const NONE: readonly Reminder[] = [];
/** The member's own, for every bell of the page. */
const reminders = createStore<readonly Reminder[]>(NONE);

const isOf =
  ({ program_id, match_id }: ReminderTarget) =>
  (reminder: Reminder): boolean =>
    reminder.program_id === program_id && reminder.match_id === match_id;

/** Reads the member's own once the page is there, and again for another member. */
export function useReadReminders(): void {
  const { status, member } = useSession();
  const memberId = member?.member_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reading itself does not name the member, whose change has to begin it anew.
  useEffect(() => {
    reminders.set(NONE);
    if (status !== 'signed_in') return;
    const controller = new AbortController();
    const { signal } = controller;
    callApi('GET /program/reminder', {}, { signal })
      .then(({ data }) => reminders.set(data))
      // The bells are drawn as if none were set; what is set then is set all the same.
      .catch(() => {});
    return () => controller.abort();
  }, [status, memberId]);
}

/** What a card or bout is reminded of; nothing: none. */
export function useLeads(target: ReminderTarget): readonly ReminderLead[] {
  const all = useStore(reminders, NONE);
  return all.find(isOf(target))?.leads ?? [];
}

/** Sets a reminder, or with none of them takes it back. */
export async function setLeads(
  target: ReminderTarget,
  leads: readonly ReminderLead[],
): Promise<void> {
  const { program_id, match_id } = target;
  const { data } = await callApi('PUT /program/{program_id}/reminder', {
    params: { program_id },
    body: { match_id, leads: [...leads] },
  });
  const others = reminders.get().filter((reminder) => !isOf(target)(reminder));
  reminders.set(data === null ? others : [...others, data]);
}
