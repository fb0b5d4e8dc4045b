import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import type { ChatLine } from './chat-line.ts';
import { type NewLines, newestSeq, newLinesSince } from './new-lines.ts';

/**
 * Interval between announcements. Announcing every line of a busy chat would make the page unusable with a screen
 * reader.
 */
const ANNOUNCE_INTERVAL_MS = 10_000;

interface ChatAnnouncerProps {
  readonly lines: readonly ChatLine[];
  readonly ownId: string | null;
}

/**
 * Announces new messages to screen readers. A single message is announced in full. Of several messages, the number and
 * the latest message are announced.
 */
export function ChatAnnouncer({ lines, ownId }: ChatAnnouncerProps) {
  const { t } = useLingui();
  const [announced, setAnnounced] = useState<NewLines | null>(null);
  const latest = useRef({ lines, ownId });
  useEffect(() => {
    latest.current = { lines, ownId };
  });
  useEffect(() => {
    // Lines from before the mount are not announced.
    let announcedSeq = newestSeq(latest.current.lines);
    const timer = setInterval(() => {
      const now = latest.current;
      const fresh = newLinesSince(now.lines, announcedSeq, now.ownId);
      announcedSeq = Math.max(announcedSeq, newestSeq(now.lines));
      if (fresh !== null) setAnnounced(fresh);
    }, ANNOUNCE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  const said =
    announced === null ? '' : `${announced.last.name || t`deleted member`}: ${announced.last.text}`;
  const count = announced?.count ?? 0;
  return (
    <p role="status" className={visuallyHiddenClass}>
      {count > 1
        ? t`${plural(count, { one: '# new message', other: '# new messages' })}. Latest: ${said}`
        : said}
    </p>
  );
}
