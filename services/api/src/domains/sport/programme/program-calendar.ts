import type { CalendarEvent } from './calendar-rules.ts';
import type { ProgramBoutRow, ProgramRow } from './program-rows.ts';
import { isCancelled } from './program-rules.ts';

type Language = 'TH' | 'EN';

/** The maximum duration of the last bout: five rounds and the rests between them. */
const LAST_BOUT_MS = 25 * 60_000;
const ALARM_MINUTES = 30;

const WORDS = {
  TH: {
    calendar: 'โปรแกรมมวย สังเวียน',
    bout: (order: number) => `คู่ที่ ${order}`,
    main: 'คู่เอก',
    versus: 'พบ',
    pounds: 'ปอนด์',
    cancelled: 'ยกเลิก',
  },
  EN: {
    calendar: 'Sangwian fight programme',
    bout: (order: number) => `Bout ${order}`,
    main: 'Main event',
    versus: 'vs',
    pounds: 'lb',
    cancelled: 'Cancelled',
  },
} as const;

/** Returns the name of the calendar of one promotion, or of all promotions (`null`). */
export function calendarName(
  promotion: { readonly name_th: string; readonly name_en: string } | null,
  language: Language,
): string {
  const { calendar } = WORDS[language];
  if (promotion === null) return calendar;
  return `${language === 'TH' ? promotion.name_th : promotion.name_en} · ${calendar}`;
}

function lineOf(bout: ProgramBoutRow, language: Language): string {
  const words = WORDS[language];
  const [red, blue] = language === 'TH' ? [bout.red_th, bout.blue_th] : [bout.red_en, bout.blue_en];
  const place = bout.main_event ? words.main : words.bout(bout.card_order);
  return `${place}: ${red} ${words.versus} ${blue} (${bout.weight_pounds} ${words.pounds})`;
}

/** Returns a card as a calendar event. The event contains no results, to avoid spoilers. */
export function eventOf(
  program: ProgramRow,
  bouts: readonly ProgramBoutRow[],
  { language, publicUrl }: { readonly language: Language; readonly publicUrl: string },
): CalendarEvent {
  const thai = language === 'TH';
  const words = WORDS[language];
  const cancelled = isCancelled(program, bouts);
  const lastMs = Math.max(program.starts_at.getTime(), ...bouts.map((b) => b.starts_at.getTime()));
  const title = thai ? program.title_th : program.title_en;
  const stadium = thai ? program.stadium_th : program.stadium_en;
  const province = thai ? program.province_th : program.province_en;
  const path = program.program_live_id === null ? '/program' : `/live/${program.program_live_id}`;
  return {
    uid: `program-${program.program_id}@sangwian`,
    sequence: program.revision,
    changedAt: program.revised_at,
    startsAt: program.starts_at,
    endsAt: new Date(lastMs + LAST_BOUT_MS),
    title: cancelled ? `${title} (${words.cancelled})` : title,
    place: `${stadium}, ${province}`,
    description: bouts.map((bout) => lineOf(bout, language)).join('\n'),
    url: `${publicUrl}${path}`,
    cancelled,
    alarmMinutes: ALARM_MINUTES,
  };
}
