import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import type { ChatLine } from './chat-line.ts';
import { type ChatNews, newestSeq, newsSince } from './chat-news.ts';

/** A crowd would talk over everything, so what it says is told once in a while and in one sentence. */
const TELL_MS = 10_000;

interface ChatNewsReaderProps {
  readonly lines: readonly ChatLine[];
  readonly ownId: string | null;
}

/** For who hears the page: a lone line as it is, of more their number and the last. */
export function ChatNewsReader({ lines, ownId }: ChatNewsReaderProps) {
  const { t } = useLingui();
  const [news, setNews] = useState<ChatNews | null>(null);
  const latest = useRef({ lines, ownId });
  useEffect(() => {
    latest.current = { lines, ownId };
  });
  useEffect(() => {
    // What stood here before is history, not news.
    let toldSeq = newestSeq(latest.current.lines);
    const timer = setInterval(() => {
      const now = latest.current;
      const fresh = newsSince(now.lines, toldSeq, now.ownId);
      toldSeq = Math.max(toldSeq, newestSeq(now.lines));
      if (fresh !== null) setNews(fresh);
    }, TELL_MS);
    return () => clearInterval(timer);
  }, []);
  const said = news === null ? '' : `${news.last.name || t`deleted member`}: ${news.last.text}`;
  const count = news?.count ?? 0;
  return (
    <p role="status" className={visuallyHiddenClass}>
      {count > 1
        ? t`${plural(count, { one: '# new message', other: '# new messages' })}. The last: ${said}`
        : said}
    </p>
  );
}
