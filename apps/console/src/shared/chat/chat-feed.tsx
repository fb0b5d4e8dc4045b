import { Trans, useLingui } from '@lingui/react/macro';
import { formatClock } from '@sangwian/i18n/format-date';
import { classNames } from '@sangwian/ui/class-names';
import { MessagesSquare, ShieldAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useWritesLocked } from '../live/connection.ts';
import { IconButton } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { Empty } from '../ui/states.tsx';
import styles from './chat.module.css';
import type { FeedLine } from './use-chat.ts';

// Loaded when a message is first moderated, to keep the first screen of Tonight small.
const ModerateDialog = lazy(async () => ({
  default: (await import('./moderate-dialog.tsx')).ModerateDialog,
}));

/** Within this distance in pixels the list counts as scrolled to its end. */
const STICK_PX = 40;

/** The selection of messages for an act on several of them. */
export interface FeedChoice {
  readonly chosenIds: ReadonlySet<string>;
  readonly toggle: (line: FeedLine) => void;
}

interface ChatFeedProps {
  readonly lines: readonly FeedLine[];
  readonly className?: string | undefined;
  /** Secondary text after the heading; by default the number of messages. */
  readonly note?: ReactNode;
  /** Buttons in the heading, such as shield mode. */
  readonly actions?: ReactNode;
  /** Content between the heading and the messages, such as the held messages. */
  readonly children?: ReactNode;
  /** Content below the messages. */
  readonly footer?: ReactNode;
  /** If set, messages can be selected. */
  readonly choice?: FeedChoice;
}

/**
 * The newest messages of the live. Removed messages show their moderator. The list follows its end unless the reader
 * has scrolled up.
 */
export function ChatFeed(props: ChatFeedProps) {
  const { lines, className, note, actions, children, footer, choice } = props;
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const isAtEnd = useRef(true);
  const [chosen, setChosen] = useState<FeedLine | null>(null);
  const lastSeq = lines.at(-1)?.seq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line moves the end.
  useLayoutEffect(() => {
    if (isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lastSeq]);
  return (
    <Panel title={t`Chat`} note={note ?? lines.length} actions={actions} className={className}>
      {children}
      {lines.length === 0 ? (
        <Empty icon={MessagesSquare} title={t`Nobody has written yet`} />
      ) : (
        <ul
          ref={list}
          // A list that scrolls must be reachable by the keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
          tabIndex={0}
          aria-label={t`Messages`}
          className={styles.feed}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            isAtEnd.current = scrollHeight - scrollTop - clientHeight < STICK_PX;
          }}
        >
          {lines.map((line) => (
            <FeedRow
              key={line.chat_message_id}
              line={line}
              onModerate={() => setChosen(line)}
              {...(choice ? { choice } : {})}
            />
          ))}
        </ul>
      )}
      {footer}
      <Suspense>
        {chosen === null ? null : <ModerateDialog line={chosen} onClose={() => setChosen(null)} />}
      </Suspense>
    </Panel>
  );
}

interface FeedRowProps {
  readonly line: FeedLine;
  readonly onModerate: () => void;
  readonly choice?: FeedChoice;
}

function FeedRow({ line, onModerate, choice }: FeedRowProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const name = line.member_name || t`deleted member`;
  const { removed } = line;
  const by = removed?.by ?? '';
  const reason = removed?.reason ?? '';
  const isChosen = choice?.chosenIds.has(line.chat_message_id) ?? false;
  return (
    <li className={classNames(styles.line, isChosen && styles.chosen)}>
      {choice ? (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={t`Choose the message of ${name}`}
          checked={isChosen}
          disabled={removed !== null}
          onChange={() => choice.toggle(line)}
        />
      ) : null}
      <time dateTime={line.sent_at} className={styles.time}>
        {formatClock(line.sent_at)}
      </time>
      <p className={styles.text} dir="auto">
        <strong className={styles.name}>
          <bdi>{name}</bdi>
        </strong>{' '}
        <span className={classNames(removed && styles.removed)}>{line.text}</span>
        {removed ? (
          <small className={styles.why}>
            <Trans>
              Removed by {by}: {reason}
            </Trans>
          </small>
        ) : null}
      </p>
      {removed ? null : (
        <IconButton
          icon={ShieldAlert}
          label={t`Moderate the message of ${name}`}
          className={styles.moderate}
          disabled={isLocked}
          onClick={onModerate}
        />
      )}
    </li>
  );
}
