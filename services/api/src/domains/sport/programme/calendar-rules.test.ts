import { expect, test } from 'vitest';
import { type CalendarEvent, writeCalendar } from './calendar-rules.ts';

const event: CalendarEvent = {
  uid: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44@sangwian',
  sequence: 3,
  changedAt: new Date('2026-11-20T01:02:03.456Z'),
  startsAt: new Date('2026-11-21T11:30:00Z'),
  endsAt: new Date('2026-11-21T15:15:00Z'),
  title: 'ศึกเพชรสังเวียน 74; เพชรน้ำหนึ่ง พบ สิงห์ดำ, คู่เอก \\ ห้ายก',
  place: 'เวทีมวยท่าน้ำนิล, กรุงเทพมหานคร',
  description: 'คู่ 1\nคู่ 2\r\nคู่ 3\u0007',
  url: 'https://fan.example/program',
  cancelled: false,
  alarmMinutes: 30,
};
const write = (set: Partial<CalendarEvent> = {}) =>
  writeCalendar({ name: 'โปรแกรมมวย', language: 'TH', events: [{ ...event, ...set }] });
const unfold = (text: string): string[] => text.replace(/\r\n[ \t]/g, '').split('\r\n');

test('folds lines at 75 bytes with CRLF, without splitting a character', () => {
  const text = write();
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const lines = text.split('\r\n');
  expect(lines.some((line) => line.startsWith(' '))).toBe(true);
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(Buffer.from(line).toString()).toBe(line);
    expect(line).not.toMatch(/\ufffd/);
  }
});

test('escapes texts so that a reader can restore them', () => {
  const lines = unfold(write());
  const textOf = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .replace(/\\n/g, '\n')
      .replace(/\\([\\;,])/g, '$1');
  expect(textOf('SUMMARY')).toBe(event.title);
  expect(textOf('LOCATION')).toBe(event.place);
  expect(textOf('DESCRIPTION')).toBe('คู่ 1\nคู่ 2\nคู่ 3');
});

test('writes the id, the sequence and UTC times of an event', () => {
  expect(unfold(write())).toEqual(
    expect.arrayContaining([
      'UID:019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44@sangwian',
      'SEQUENCE:3',
      'DTSTAMP:20261120T010203Z',
      'DTSTART:20261121T113000Z',
      'DTEND:20261121T151500Z',
      'STATUS:CONFIRMED',
      'TRIGGER:-PT30M',
    ]),
  );
});

test('keeps a cancelled event, with the status and without an alarm', () => {
  const lines = unfold(write({ cancelled: true, sequence: 4 }));
  expect(lines).toContain('STATUS:CANCELLED');
  expect(lines).not.toContain('BEGIN:VALARM');
});

test('closes every component in the right order', () => {
  const open: string[] = [];
  for (const line of unfold(write())) {
    if (line.startsWith('BEGIN:')) open.push(line.slice(6));
    if (line.startsWith('END:')) expect(open.pop()).toBe(line.slice(4));
  }
  expect(open).toEqual([]);
});

test('writes the same bytes for the same events', () => {
  expect(write()).toBe(write());
});
