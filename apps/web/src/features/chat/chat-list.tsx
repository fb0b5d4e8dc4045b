import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { ArrowDown } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import type { ChatLine } from './chat-line.ts';
import styles from './chat-list.module.css';
import { ChatRow } from './chat-row.tsx';
import { useShownLines } from './use-shown-lines.ts';

/** A reader who is closer than this to the end of the list counts as being at the end. */
const STICK_PX = 48;
/** Space for a pinned message above the oldest line, equal to the padding of `.rest`. */
const HEAD_ROOM_PX = 96;

interface ChatListProps {
  /** The lines that the video has reached. The list shows the newest ones. */
  readonly due: readonly ChatLine[];
  readonly ownId: string | null;
  readonly ownName: string;
  readonly hidden: ReadonlySet<string>;
  readonly onRetry: (id: string) => void;
  readonly onDiscard: (id: string) => void;
  readonly onAppeal: (id: string) => void;
  readonly canModerate: boolean;
  readonly onMenu: (message: ChatMessage) => void;
}

/**
 * Keeps the list at the newest line unless the reader has scrolled up. Sets `scrollTop` directly, because the
 * virtualizer's scroll to the end takes several frames and would override a reader who scrolls up meanwhile.
 */
function useStickToEnd(lines: readonly ChatLine[]) {
  const list = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const stick = useRef(true);
  const top = useRef(0);
  const last = lines.at(-1);
  const lastId = last?.id;
  const lastOwn = last?.kind === 'own';

  const updateStick = useCallback(() => {
    if (list.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = list.current;
    if (scrollHeight - clientHeight - scrollTop < STICK_PX) stick.current = true;
    // Only a scroll up leaves the end. A row that grows must not.
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
    // Checked first, because the scroll event of a reader who has just scrolled up may still be pending.
    updateStick();
    if (stick.current) toEnd();
  }, [updateStick, toEnd]);
  // A new message of the reader always scrolls to the end.
  useLayoutEffect(() => {
    if (lastId === undefined) return;
    if (lastOwn) toEnd();
    else follow();
  }, [lastId, lastOwn, toEnd, follow]);

  return { list, atEnd, toEnd, onScroll: updateStick, onResize: follow };
}

/**
 * The virtualized chat lines. Not a live region: `ChatAnnouncer` reads out a summary instead of every line.
 */
export function ChatList({ due, ...row }: ChatListProps) {
  const { t } = useLingui();
  const { list, atEnd, toEnd, onScroll, onResize } = useStickToEnd(due);
  const { lines, isCut } = useShownLines(due, atEnd);

  return (
    <div className={styles.place} role="log" aria-live="off" aria-label={t`Chat messages`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
      <div ref={list} className={styles.list} tabIndex={0}>
        <div className={styles.rest} />
        <Virtualizer
          data={lines}
          shift={isCut}
          startMargin={HEAD_ROOM_PX}
          onScroll={onScroll}
          onResize={onResize}
        >
          {(line) => <ChatRow key={line.id} line={line} {...row} />}
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
