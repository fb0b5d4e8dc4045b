import type { Reminder, ReminderLead } from '@sangwian/contract/endpoints/reminders';
import type { MatchId, ProgramId } from '@sangwian/contract/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keepWritten, memberQuery } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { useMemberId } from '../../shared/session/session.ts';

/** The target of a reminder: a card, or one bout of the card. */
export interface ReminderTarget {
  readonly program_id: ProgramId;
  readonly match_id: MatchId | null;
}

const isOf =
  ({ program_id, match_id }: ReminderTarget) =>
  (reminder: Reminder): boolean =>
    reminder.program_id === program_id && reminder.match_id === match_id;

/** Returns the query of the member's reminders, which every bell of the page shares. */
const remindersOf = (memberId: string | null) => memberQuery(memberId, 'GET /program/reminder', {});

/** Loads the member's reminders, once per page. */
export function useReadReminders(): void {
  useQuery(remindersOf(useMemberId()));
}

/** Returns the lead times of a card or bout. Empty if they cannot be loaded; a new reminder can still be set. */
export function useLeads(target: ReminderTarget): readonly ReminderLead[] {
  const { data } = useQuery({ ...remindersOf(useMemberId()), enabled: false });
  return data?.find(isOf(target))?.leads ?? [];
}

/** Returns a function that sets the lead times of a card or bout. An empty list removes the reminder. */
export function useSetLeads() {
  const memberId = useMemberId();
  const queryClient = useQueryClient();
  return async (target: ReminderTarget, leads: readonly ReminderLead[]): Promise<void> => {
    const { program_id, match_id } = target;
    const { data } = await callApi('PUT /program/{program_id}/reminder', {
      params: { program_id },
      body: { match_id, leads: [...leads] },
    });
    const { queryKey } = remindersOf(memberId);
    keepWritten<readonly Reminder[]>(queryClient, queryKey, (before = []) => {
      const others = before.filter((reminder) => !isOf(target)(reminder));
      return data === null ? others : [...others, data];
    });
  };
}
