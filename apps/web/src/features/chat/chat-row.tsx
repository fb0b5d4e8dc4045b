import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { IconButton } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { EllipsisVertical } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import { crestUrl } from '../../shared/art-url.ts';
import { lazyCommunity } from '../community/lazy-community.ts';
import { type ChatLine, isUnsent } from './chat-line.ts';
import styles from './chat-row.module.css';
import { FailedNote } from './failed-note.tsx';

const LineNotes = lazyCommunity('LineNotes');
type Row = typeof import('./gift-row.tsx').GiftRow;

/** A gift whose row cannot be loaded has no line in the chat, and the page stays. */
const GiftRow = lazy(async () => {
  const loaded = await import('./gift-row.tsx').catch(() => null);
  return { default: loaded?.GiftRow ?? ((() => null) as unknown as Row) };
});
const RoleBadge = lazy(async () => ({ default: (await import('./role-badge.tsx')).RoleBadge }));
const HeldNote = lazy(async () => ({ default: (await import('./held-note.tsx')).HeldNote }));

interface ChatRowProps<Line = ChatLine> {
  readonly line: Line;
  /** The reader's member id, used to recognise own lines. */
  readonly ownId: string | null;
  readonly ownName: string;
  /** Members whose messages the reader does not see. */
  readonly hidden: ReadonlySet<string>;
  readonly onRetry: (id: string) => void;
  readonly onDiscard: (id: string) => void;
  /** Opens the appeal against the removal of an own message. */
  readonly onAppeal: (id: string) => void;
  /** Whether the reader can remove lines, including own lines. */
  readonly canModerate: boolean;
  /** Opens the menu of a message. */
  readonly onMenu: (message: ChatMessage) => void;
}

/** One line of the chat. Messages are plain text, never HTML. */
export const ChatRow = memo(function ChatRow({ line, ...props }: ChatRowProps) {
  return line.kind === 'gift' ? (
    <Suspense>
      <GiftRow line={line.gift} />
    </Suspense>
  ) : (
    <MessageRow line={line} {...props} />
  );
});

function MessageRow(props: ChatRowProps<Exclude<ChatLine, { kind: 'gift' }>>) {
  const { t } = useLingui();
  const { line, ownId, ownName, hidden, onRetry, onDiscard, onAppeal, canModerate, onMenu } = props;
  // The server removes the name of a deleted account.
  const name = line.kind === 'own' ? ownName : line.message.member_name || t`deleted member`;
  const text = line.kind === 'own' ? line.text : line.message.text;
  const avatar = line.kind === 'own' ? null : line.message.member_avatar;
  const own = line.kind === 'own' || line.message.member_id === ownId;
  const isNoted = line.kind === 'own' ? !isUnsent(line.state) : own && line.message.removed;
  const pending = line.kind === 'own' && line.state !== 'failed';
  const message = line.kind === 'message' ? line.message : null;
  return (
    <div className={classNames(styles.row, own && styles.own, pending && styles.pending)}>
      <img src={avatar ?? crestUrl(name)} alt="" width={28} height={28} className={styles.face} />
      {/* `bdi`: a right-to-left message must not change the direction of the text around it. */}
      <p className={styles.body} dir="auto">
        <Suspense>
          <LineNotes line={line} reader={{ id: ownId, name: ownName }} hidden={hidden} />
        </Suspense>
        <bdi className={styles.name}>{name}</bdi>{' '}
        <Suspense>
          {message?.member_role ? <RoleBadge role={message.member_role} /> : null}
        </Suspense>
        {message?.removed ? <span className={styles.removed}>{t`Message removed`}</span> : text}
        <Suspense>
          {isNoted ? <HeldNote line={line} onDiscard={onDiscard} onAppeal={onAppeal} /> : null}
        </Suspense>
        {line.kind === 'own' && line.state === 'failed' ? (
          // Not loaded late: messages fail when nothing can be loaded.
          <FailedNote id={line.id} onRetry={onRetry} onDiscard={onDiscard} />
        ) : null}
      </p>
      {message === null || message.removed || (own && !canModerate) ? null : (
        <IconButton
          label={canModerate ? t`Moderate the message from ${name}` : t`More about ${name}`}
          className={styles.menuButton}
          onClick={() => onMenu(message)}
        >
          <EllipsisVertical size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
