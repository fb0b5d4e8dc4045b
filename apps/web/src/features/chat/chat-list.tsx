import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { ArrowDown } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ChatLine } from './chat-line.ts';
import styles from './chat-list.module.css';
import { ChatRow } from './chat-row.tsx';

/** Closer to the end than this counts as being there. */
const STICK_PX = 48;

interface ChatListProps {
  readonly lines: readonly ChatLine[];
  readonly ownId: string | null;
  readonly ownName: string;
  readonly onRetry: (id: string) => void;
  readonly onDiscard: (id: string) => void;
  readonly onModerate: ((message: ChatMessage) => void) | null;
}

/** Stays at the newest line, unless the reader scrolled up: then the place is kept, and a button leads back. */
function useStickToEnd(lines: readonly ChatLine[]) {
  const list = useRef<VirtualizerHandle>(null);
  const [atEnd, setAtEnd] = useState(true);
  const stick = useRef(true);
  const last = lines.at(-1);
  const lastId = last?.id;
  const lastOwn = last?.kind === 'own';

  const toEnd = useCallback(() => {
    stick.current = true;
    setAtEnd(true);
    list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: 'end' });
  }, []);
  // Who writes wants to see it, wherever the list stood.
  useLayoutEffect(() => {
    if (lastId === undefined) return;
    if (lastOwn) stick.current = true;
    if (stick.current) list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: 'end' });
  }, [lastId, lastOwn]);

  const onScroll = () => {
    const handle = list.current;
    if (handle === null) return;
    const rest = handle.scrollSize - handle.viewportSize - handle.scrollOffset;
    stick.current = rest < STICK_PX;
    setAtEnd(stick.current);
  };
  /** Rows are measured after they are drawn, and the keyboard of a phone changes the room. */
  const onResize = () => {
    if (stick.current) list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: 'end' });
  };
  return { list, atEnd, toEnd, onScroll, onResize };
}

/**
 * The lines of the chat; only those in sight are in the page. It is a log that is not read out by itself, since a
 * crowd would talk over everything.
 */
export function ChatList({ lines, ownId, ownName, onRetry, onDiscard, onModerate }: ChatListProps) {
  const { t } = useLingui();
  const { list, atEnd, toEnd, onScroll, onResize } = useStickToEnd(lines);
  const firstId = lines[0]?.id;
  const [shownFirst, setShownFirst] = useState(firstId);
  // Old lines that fall off the list's head must not move the reader's place.
  const trimmed = shownFirst !== undefined && firstId !== shownFirst && !atEnd;
  useLayoutEffect(() => setShownFirst(firstId), [firstId]);

  return (
    <div className={styles.place} role="log" aria-live="off" aria-label={t`Chat messages`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard. */}
      <div className={styles.list} tabIndex={0}>
        <div className={styles.rest} />
        <Virtualizer
          ref={list}
          data={lines}
          shift={trimmed}
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
