import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import { useDayWord } from './use-day-word.ts';
import { YourTime } from './your-time.tsx';

interface ShowTimeProps {
  readonly at: string;
  /** The time of the render, so that hydration starts with the same words; 0 for a show of the past. */
  readonly nowMs: number;
}

/** When a show starts: `Tonight · 29/11/2026 20:00`, abroad followed by the local time. */
export function ShowTime({ at, nowMs }: ShowTimeProps) {
  const word = useDayWord(nowMs)(at);
  return (
    <>
      <time dateTime={at}>
        {word === null ? null : `${word} · `}
        {formatDate(at)} {formatClock(at)}
      </time>
      <YourTime at={at} />
    </>
  );
}
