import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { ArrowDown } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import type { ChatLine } from './chat-line.ts';
import styles from './chat-list.module.css';
import { ChatRow } from './chat-row.tsx';
import { useShownLines } from './use-shown-lines.ts';

/** Closer to the end than this counts as being there. */
const STICK_PX = 48;
/** Room above the oldest line, where a pinned message may lie; `.rest` has the same. */
const HEAD_ROOM_PX = 96;

interface ChatListProps {
  /** Lines whose moment the picture has reached; the list shows the newest of them. */
  readonly due: readonly ChatLine[];
  readonly ownId: string | null;
  readonly ownName: string;
  readonly onRetry: (id: string) => void;
  readonly onDiscard: (id: string) => void;
  readonly onModerate: ((message: ChatMessage) => void) | null;
}

/**
 * Stays at the newest line, unless the reader scrolled up: then the place is kept, and a button leads back. The list is
 * scrolled itself: the virtualizer's own way to the end goes on for a while, and took back who scrolled up meanwhile.
 */
function useStickToEnd(lines: readonly ChatLine[]) {
  const list = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const stick = useRef(true);
  const top = useRef(0);
  const last = lines.at(-1);
  const lastId = last?.id;
  const lastOwn = last?.kind === 'own';

  const look = useCallback(() => {
    if (list.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = list.current;
    if (scrollHeight - clientHeight - scrollTop < STICK_PX) stick.current = true;
    // Only who goes up leaves the end: rows that grow do not.
    else if (scrollTop < top.current) stick.current = false;
    top.current = scrollTop;
    setAtEnd(stick.current);
  }, []);
  const toEnd = useCallback(() => {
    if (list.current === null) return;
    list.current.scrollTop = list.current.scrollHeight;
    top.current = list.current.scrollTop;
    stick.current = true;
    setAtEnd(true);
  }, []);
  const follow = useCallback(() => {
    // The reader may have gone up a moment ago, and the list is not told yet.
    look();
    if (stick.current) toEnd();
  }, [look, toEnd]);
  // Who writes wants to see it, wherever the list stood.
  useLayoutEffect(() => {
    if (lastId === undefined) return;
    if (lastOwn) toEnd();
    else follow();
  }, [lastId, lastOwn, toEnd, follow]);

  // Rows are measured after they are drawn, and the keyboard of a phone changes the room.
  return { list, atEnd, toEnd, onScroll: look, onResize: follow };
}

/**
 * The lines of the chat; only those in sight are in the page. It is a log that is not read out by itself, since a
 * crowd would talk over everything.
 */
export function ChatList({ due, ownId, ownName, onRetry, onDiscard, onModerate }: ChatListProps) {
  const { t } = useLingui();
  const { list, atEnd, toEnd, onScroll, onResize } = useStickToEnd(due);
  const { lines, isCut } = useShownLines(due, atEnd);

  return (
    <div className={styles.place} role="log" aria-live="off" aria-label={t`Chat messages`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard. */}
      <div ref={list} className={styles.list} tabIndex={0}>
        <div className={styles.rest} />
        <Virtualizer
          data={lines}
          shift={isCut}
          startMargin={HEAD_ROOM_PX}
          onScroll={onScroll}
          onResize={onResize}
        >
          {(line) => (
            <ChatRow
              key={line.id}
              line={line}
              ownId={ownId}
              ownName={ownName}
              onRetry={onRetry}
              onDiscard={onDiscard}
              onModerate={onModerate}
            />
          )}
        </Virtualizer>
      </div>
      {atEnd ? null : (
        <button type="button" className={styles.newest} onClick={toEnd}>
          <ArrowDown aria-hidden="true" size={16} />
          {t`New messages`}
        </button>
      )}
    </div>
  );
}
