import type { Language } from '@sangwian/i18n/language';

/** Returns the address of the calendar of a card, a promotion, or everything that is coming. */
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
