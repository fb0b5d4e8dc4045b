import type { Language } from '@sangwian/contract/endpoints/member';
import type { ReminderKind } from './reminder-rules.ts';

const BANGKOK = 'Asia/Bangkok';

interface Times {
  /** `21/11 18:30`, in Bangkok. */
  readonly when: string;
}

const TITLES: Readonly<Record<Language, Readonly<Record<ReminderKind, (name: string) => string>>>> =
  {
    TH: {
      day: (name) => `อีก 1 วัน: ${name}`,
      hour: (name) => `อีก 1 ชั่วโมง: ${name}`,
      start: (name) => `เริ่มแล้ว: ${name}`,
      moved: (name) => `เปลี่ยนเวลา: ${name}`,
      cancelled: (name) => `ยกเลิกการแข่งขัน: ${name}`,
      restored: (name) => `กลับมาแข่งตามกำหนด: ${name}`,
    },
    EN: {
      day: (name) => `Tomorrow: ${name}`,
      hour: (name) => `In an hour: ${name}`,
      start: (name) => `Starting now: ${name}`,
      moved: (name) => `New time: ${name}`,
      cancelled: (name) => `Called off: ${name}`,
      restored: (name) => `On after all: ${name}`,
    },
  };

const BODIES: Readonly<
  Record<Language, (kind: ReminderKind, place: string, times: Times) => string>
> = {
  TH: (kind, place, { when }) => {
    if (kind === 'cancelled') return place;
    if (kind === 'start') return `${place} · แตะเพื่อดูสด`;
    return kind === 'moved' ? `เวลาใหม่ ${when} น. · ${place}` : `${when} น. · ${place}`;
  },
  EN: (kind, place, { when }) => {
    if (kind === 'cancelled') return place;
    if (kind === 'start') return `${place} · Tap to watch`;
    return kind === 'moved' ? `Now at ${when} · ${place}` : `${when} · ${place}`;
  },
};

/** Formats a time in Bangkok as `21/11 18:30`, in the order that the specification requires. */
function timeOf(at: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: BANGKOK,
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')}/${part('month')} ${part('hour')}:${part('minute')}`;
}

/** Returns the text of a reminder. @param name the title of the card, or the fighters of the bout */
export function reminderText(
  kind: ReminderKind,
  language: Language,
  {
    name,
    place,
    startsAt,
  }: { readonly name: string; readonly place: string; readonly startsAt: Date },
): { title: string; body: string } {
  return {
    title: TITLES[language][kind](name),
    body: BODIES[language](kind, place, { when: timeOf(startsAt) }),
  };
}
