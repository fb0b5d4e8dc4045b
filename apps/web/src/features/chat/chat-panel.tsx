import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { lazy, type ReactNode, Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { emptyUrl } from '../../shared/art-url.ts';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import { useSession } from '../../shared/session/session.ts';
import { createStore, useStore } from '../../shared/store.ts';
import type { RoomSnapshot } from '../live/room/live-room.ts';
import { useRoom } from '../live/room/use-room.ts';
import type { Chat } from './chat.ts';
import { ChatComposer } from './chat-composer.tsx';
import { momentOf } from './chat-line.ts';
import { ChatList } from './chat-list.tsx';
import { ChatNewsReader } from './chat-news-reader.tsx';
import styles from './chat-panel.module.css';
import { type ChatSnapshot, NO_CHAT } from './chat-snapshot.ts';

const EMPTY = createStore(NO_CHAT);

const useChatSnapshot = (chat: Chat | null): ChatSnapshot =>
  useStore(chat?.snapshot ?? EMPTY, NO_CHAT);

/**
 * Those of `items` whose moment the picture has reached. Re-renders only when an item becomes due or expires.
 *
 * @param momentOf when it happened, in milliseconds; `null` for what never waits
 */
function useDue<Item>(
  clock: PictureClock,
  items: readonly Item[],
  momentOf: (item: Item) => number | null,
): readonly Item[] {
  const isDue = (item: Item): boolean => (momentOf(item) ?? 0) <= clock.reachedMs.get();
  const count = () => items.reduce((due, item) => due + (isDue(item) ? 1 : 0), 0);
  const due = useSyncExternalStore(clock.reachedMs.subscribe, count, () => items.length);
  return due === items.length ? items : items.filter(isDue);
}

/** Most lives have none. */
const PinnedLine = lazy(async () => ({ default: (await import('./pinned-line.tsx')).PinnedLine }));
/** Few have use for it. */
const ModerateLine = lazy(async () => ({
  default: (await import('./moderate-line.tsx')).ModerateLine,
}));

interface ChatPanelProps {
  readonly chat: Chat | null;
  /** Lines are shown when the picture has reached their moment. */
  readonly clock: PictureClock;
  /** The live is over: what was said stays, and nothing more is said. */
  readonly closed: boolean;
  /** Beside the box, before the button that sends. */
  readonly action?: ReactNode;
}

/** As many as fill a phone's chat. */
const WAITING_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

function Waiting() {
  return (
    <div className={styles.waiting}>
      {WAITING_ROWS.map((row) => (
        <div key={row} className={styles.waitingRow}>
          <Skeleton shape="circle" className={styles.waitingFace} />
          <Skeleton />
        </div>
      ))}
    </div>
  );
}

interface LinesProps extends Omit<ChatPanelProps, 'action'> {
  readonly snapshot: ChatSnapshot;
  readonly room: RoomSnapshot;
}

function Lines({ chat, clock, snapshot, room, closed }: LinesProps) {
  const { t } = useLingui();
  const { member } = useSession();
  const refusal = useErrorText(room.refusal);
  const retry = useCallback((id: string) => chat?.retry(id), [chat]);
  const due = useDue(clock, snapshot.lines, momentOf);
  const discard = useCallback((id: string) => chat?.discard(id), [chat]);
  const [moderated, setModerated] = useState<ChatMessage | null>(null);
  const ownId = member?.member_id ?? null;
  if (room.connection === 'refused') {
    return (
      <div className={styles.empty}>
        <EmptyState picture={emptyUrl('chat')} title={refusal ?? ''} />
      </div>
    );
  }
  if (due.length === 0) {
    if (room.connection !== 'joined') return <Waiting />;
    // What was said since waits for the picture; what was said before is no longer kept.
    if (snapshot.lines.length > 0) return null;
    return (
      <div className={styles.empty}>
        <EmptyState
          picture={emptyUrl('chat')}
          title={closed ? t`Nothing was said here` : t`Be the first to say something`}
        />
      </div>
    );
  }
  return (
    <>
      <ChatList
        due={due}
        ownId={ownId}
        ownName={member?.member_fname ?? ''}
        onRetry={retry}
        onDiscard={discard}
        onModerate={snapshot.canModerate ? setModerated : null}
      />
      <ChatNewsReader lines={due} ownId={ownId} />
      <Suspense>
        {moderated === null || chat === null ? null : (
          <ModerateLine
            message={moderated}
            chat={chat}
            isOut={snapshot.sentOut.has(moderated.member_id)}
            onClose={() => setModerated(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The chat of a live: what was said, and where one says something. */
export function ChatPanel({ chat, clock, closed, action }: ChatPanelProps) {
  const { t } = useLingui();
  const session = useSession();
  const snapshot = useChatSnapshot(chat);
  const room = useRoom(chat?.room ?? null);
  return (
    <div className={styles.panel}>
      <div className={styles.lines}>
        <div className={styles.over}>
          {/* Read out when it comes. */}
          <div role="status" aria-label={t`Pinned message`}>
            <Suspense>
              {snapshot.pin === null ? null : (
                <PinnedLine
                  pin={snapshot.pin}
                  onUnpin={
                    snapshot.canModerate ? () => void chat?.moderate({ action: 'unpin' }) : null
                  }
                />
              )}
            </Suspense>
          </div>
          <p role="status" className={styles.lost}>
            {room.connection === 'lost' && snapshot.lines.length > 0
              ? t`Chat is reconnecting…`
              : null}
          </p>
        </div>
        <Lines chat={chat} clock={clock} snapshot={snapshot} room={room} closed={closed} />
      </div>
      {closed || room.connection === 'refused' ? null : session.status === 'unknown' ? (
        <div className={styles.composerPlace}>
          <VisuallyHidden>{t`Loading`}</VisuallyHidden>
        </div>
      ) : (
        <ChatComposer
          chat={chat}
          snapshot={snapshot}
          signedIn={session.status === 'signed_in'}
          action={action}
        />
      )}
    </div>
  );
}
