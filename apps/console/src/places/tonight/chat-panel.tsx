import { Trans, useLingui } from '@lingui/react/macro';
import type { Show } from '@sangwian/contract/endpoints/operator/show';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { formatTime } from '@sangwian/i18n/format-date';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { ChatFeed } from '../../shared/chat/chat-feed.tsx';
import { HeldQueue } from '../../shared/chat/held-queue.tsx';
import { ShieldButton, ShieldStrip } from '../../shared/chat/shield-control.tsx';
import { useChat } from '../../shared/chat/use-chat.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import { AnnouncedLine } from './announce-form.tsx';
import { ChatComposer } from './chat-composer.tsx';
import styles from './chat-panel.module.css';
import { PinnedLine } from './pin-form.tsx';

/** Within this distance in pixels the list counts as scrolled to its end. */
const STICK_PX = 200;

interface Props {
  readonly show: Show;
  readonly programLiveId: ProgramLiveId;
}

/** The chat as fans see it, with removed messages marked. */
function ReadOnlyChat({ show, programLiveId }: Props) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(
    staffQuery('GET /operator/show/chat', { query: { program_live_id: programLiveId } }, 'chat'),
  );
  const newest = query.data?.at(-1)?.chat_message_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line scrolls the list to its end.
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const { scrollHeight, scrollTop, clientHeight } = element;
    // Somebody who has scrolled up keeps the scroll position.
    if (scrollHeight - scrollTop - clientHeight < STICK_PX) element.scrollTop = scrollHeight;
  }, [newest]);
  return (
    <Panel title={t`Chat`} className={styles.chat}>
      <AnnouncedLine show={show} programLiveId={programLiveId} />
      <PinnedLine show={show} programLiveId={programLiveId} />
      <QueryView query={query} rows={8}>
        {(lines) =>
          lines.length === 0 ? (
            <Empty icon={MessageSquare} title={t`Nobody has written yet`} />
          ) : (
            <div
              ref={list}
              className={styles.lines}
              role="log"
              aria-live="off"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must reach it.
              tabIndex={0}
              aria-label={t`Messages`}
            >
              {lines.map((line) => (
                <p
                  key={line.chat_message_id}
                  className={classNames(line.removed && styles.removed)}
                >
                  <time dateTime={line.sent_at}>{formatTime(Date.parse(line.sent_at))}</time>
                  <span>
                    <b>{line.member_name}</b> {line.removed ? <Trans>Removed</Trans> : line.text}
                  </span>
                </p>
              ))}
            </div>
          )
        }
      </QueryView>
      <ChatComposer show={show} programLiveId={programLiveId} />
    </Panel>
  );
}

/** The chat with its held messages and shield mode, for roles that moderate. */
function ModeratedChat({ show, programLiveId }: Props) {
  const query = useChat();
  // Before the live begins there is nothing to moderate.
  if (query.data === undefined) return <ReadOnlyChat show={show} programLiveId={programLiveId} />;
  const chat = query.data;
  return (
    <ChatFeed
      lines={chat.lines}
      className={styles.chat}
      note=""
      actions={<ShieldButton chat={chat} />}
      footer={<ChatComposer show={show} programLiveId={programLiveId} />}
    >
      <AnnouncedLine show={show} programLiveId={programLiveId} />
      <PinnedLine show={show} programLiveId={programLiveId} />
      <ShieldStrip chat={chat} />
      <HeldQueue held={chat.held} className={styles.heldMessages} />
    </ChatFeed>
  );
}

/** The chat beside the show. */
export function ChatPanel(props: Props) {
  return useMay('moderate_chat') ? <ModeratedChat {...props} /> : <ReadOnlyChat {...props} />;
}
