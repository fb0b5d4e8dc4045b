import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { emptyUrl } from '../../shared/art-url.ts';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import { useSession } from '../../shared/session/session.ts';
import { createStore, useStore } from '../../shared/store.ts';
import { whenIdle } from '../community/lazy-community.ts';
import type { RoomSnapshot } from '../live/room/live-room.ts';
import { useRoom } from '../live/room/use-room.ts';
import type { Chat } from './chat.ts';
import { ChatComposer } from './chat-composer.tsx';
import { createDueTimeOf, isNotHiddenBy } from './chat-line.ts';
import { ChatList } from './chat-list.tsx';
import styles from './chat-panel.module.css';
import { type ChatSnapshot, NO_CHAT } from './chat-snapshot.ts';
import type { Appealed } from './sanction.ts';

const EMPTY = createStore(NO_CHAT);

const useChatSnapshot = (chat: Chat | null): ChatSnapshot =>
  useStore(chat?.snapshot ?? EMPTY, NO_CHAT);

/**
 * Returns the items that the video has reached. Re-renders only when their number changes.
 *
 * @param momentOf returns the time of an item in milliseconds; `null` for an item that is never delayed
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

type Announcer = typeof import('./chat-announcer.tsx').ChatAnnouncer;

// Announces for the first time after ten seconds, so that the page can load it after its start. If loading fails, new
// messages are not announced, but the page stays.
const ChatAnnouncer = lazy(async () => {
  await whenIdle();
  const loaded = await import('./chat-announcer.tsx').catch(() => null);
  return { default: loaded?.ChatAnnouncer ?? ((() => null) as unknown as Announcer) };
});
const PinnedLine = lazy(async () => ({ default: (await import('./pinned-line.tsx')).PinnedLine }));
const ModerateLine = lazy(async () => ({
  default: (await import('./moderate-line.tsx')).ModerateLine,
}));
const ShieldNotice = lazy(async () => ({
  default: (await import('./shield-notice.tsx')).ShieldNotice,
}));
const SanctionAppeal = lazy(async () => ({
  default: (await import('./sanction-appeal.tsx')).SanctionAppeal,
}));
const LineMenu = lazy(async () => ({ default: (await import('./line-menu.tsx')).LineMenu }));

interface ChatPanelProps {
  readonly chat: Chat | null;
  /** The clock that delays lines until the video has reached their time. */
  readonly clock: PictureClock;
  /** Whether the live has ended, which makes the chat read-only. */
  readonly closed: boolean;
  /** An additional button between the text box and the send button. */
  readonly action?: ReactNode;
}

/** Enough skeleton rows to fill the chat on a phone. */
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
  readonly onAppeal: (appealed: Appealed) => void;
}

function Lines({ chat, clock, snapshot, room, closed, onAppeal }: LinesProps) {
  const { t } = useLingui();
  const { member, status } = useSession();
  const refusal = useErrorText(room.refusal);
  const retry = useCallback((id: string) => chat?.retry(id), [chat]);
  const { lines, hidden } = snapshot;
  const shown = useMemo(() => lines.filter(isNotHiddenBy(hidden)), [lines, hidden]);
  const ownId = member?.member_id ?? null;
  const due = useDue(clock, shown, createDueTimeOf(ownId));
  const discard = useCallback((id: string) => chat?.discard(id), [chat]);
  const appeal = useCallback(
    (chatMessageId: string) => onAppeal({ kind: 'removal', chatMessageId }),
    [onAppeal],
  );
  const [chosen, setChosen] = useState<ChatMessage | null>(null);
  if (room.connection === 'refused') {
    return (
      <div className={styles.empty}>
        <EmptyState picture={emptyUrl('chat')} title={refusal ?? ''} />
      </div>
    );
  }
  if (due.length === 0) {
    if (room.connection !== 'joined') return <Waiting />;
    // The chat is not empty: the video has reached none of the stored lines, and earlier lines are no longer stored.
    if (shown.length > 0) return null;
    return (
      <div className={styles.empty}>
        <EmptyState
          picture={emptyUrl('chat')}
          title={closed ? t`No messages in this live` : t`Be the first to say something`}
        />
      </div>
    );
  }
  return (
    <>
      <ChatList
        due={due}
        ownId={ownId}
        hidden={hidden}
        ownName={member?.nickname ?? member?.member_fname ?? ''}
        onRetry={retry}
        onDiscard={discard}
        onAppeal={appeal}
        canModerate={snapshot.canModerate}
        onMenu={setChosen}
      />
      <Suspense>
        <ChatAnnouncer lines={due} ownId={ownId} />
      </Suspense>
      <Suspense>
        {chosen === null || chat === null ? null : snapshot.canModerate ? (
          <ModerateLine
            message={chosen}
            chat={chat}
            isTimedOut={snapshot.timedOut.has(chosen.member_id)}
            onClose={() => setChosen(null)}
          />
        ) : (
          <LineMenu
            message={chosen}
            chat={chat}
            signedIn={status === 'signed_in'}
            onClose={() => setChosen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The chat of a live: its lines and the message form. */
export function ChatPanel({ chat, clock, closed, action }: ChatPanelProps) {
  const { t } = useLingui();
  const session = useSession();
  const snapshot = useChatSnapshot(chat);
  const room = useRoom(chat?.room ?? null);
  const [appealed, setAppealed] = useState<Appealed | null>(null);
  return (
    <div className={styles.panel}>
      <div className={styles.lines}>
        <div className={styles.over}>
          {/* Announced when it changes. */}
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
          <div role="status">
            <Suspense>
              {snapshot.shield === null ? null : <ShieldNotice shield={snapshot.shield} />}
            </Suspense>
          </div>
          <p role="status" className={styles.lost}>
            {room.connection === 'lost' && snapshot.lines.length > 0
              ? t`Chat is reconnecting…`
              : null}
          </p>
        </div>
        <Lines
          chat={chat}
          clock={clock}
          snapshot={snapshot}
          room={room}
          closed={closed}
          onAppeal={setAppealed}
        />
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
          onAppeal={setAppealed}
        />
      )}
      <Suspense>
        {appealed === null ? null : (
          <SanctionAppeal appealed={appealed} onClose={() => setAppealed(null)} />
        )}
      </Suspense>
    </div>
  );
}
