/** RFC 5545: the maximum length of a line in bytes, without the line break. */
const LINE_BYTES_MAX = 75;

export interface CalendarEvent {
  /** The same for all versions of the event. */
  readonly uid: string;
  /** Increases with every change of the event. */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly title: string;
  readonly place: string;
  readonly description: string;
  readonly url: string;
  readonly cancelled: boolean;
  readonly alarmMinutes: number;
}

export interface Calendar {
  readonly name: string;
  readonly language: 'TH' | 'EN';
  readonly events: readonly CalendarEvent[];
}

/** Formats a time in UTC, which needs no time zone definition: `20261121T113000Z`. */
const timeOf = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 5545 allows none of them in a text.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** Folds a long line without splitting a character of several bytes. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    // Continuation lines begin with a space, which takes one byte.
    const room = parts.length === 0 ? LINE_BYTES_MAX : LINE_BYTES_MAX - 1;
    if (bytes + size > room) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += letter;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${timeOf(event.changedAt)}`,
  `LAST-MODIFIED:${timeOf(event.changedAt)}`,
  `DTSTART:${timeOf(event.startsAt)}`,
  `DTEND:${timeOf(event.endsAt)}`,
  `SUMMARY:${escapeText(event.title)}`,
  `LOCATION:${escapeText(event.place)}`,
  `DESCRIPTION:${escapeText(event.description)}`,
  `URL:${event.url}`,
  `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  'TRANSP:TRANSPARENT',
  ...(event.cancelled
    ? []
    : [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `DESCRIPTION:${escapeText(event.title)}`,
        `TRIGGER:-PT${event.alarmMinutes}M`,
        'END:VALARM',
      ]),
  'END:VEVENT',
];

/** Writes an RFC 5545 calendar. The same events produce the same bytes. */
export function writeCalendar({ name, language, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Sangwian//Programme//${language}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'X-WR-TIMEZONE:Asia/Bangkok',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
