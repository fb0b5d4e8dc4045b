import type { Language } from '@sangwian/i18n/language';

/** Returns the path of the calendar file of a card, of a promotion, or of all upcoming cards. */
export function calendarPath({
  programId = null,
  promotionId = null,
  language,
}: {
  readonly programId?: string | null;
  readonly promotionId?: string | null;
  readonly language: Language;
}): string {
  const query = new URLSearchParams({
    ...(programId === null ? {} : { program_id: programId }),
    ...(promotionId === null ? {} : { promotion_id: promotionId }),
    lang: language,
  });
  return `/api/v1/program/calendar.ics?${query}`;
}
