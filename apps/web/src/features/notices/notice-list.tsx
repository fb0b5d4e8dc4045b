import { useLingui } from '@lingui/react/macro';
import type { Notice } from '@sangwian/contract/endpoints/notices';
import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import { Button, buttonClass } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { Skeleton } from '@sangwian/ui/skeleton';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import styles from './notice-list.module.css';
import { useNoticeWords } from './notice-words.ts';
import { useMarkRead, useNotices } from './use-notices.ts';

interface NoticeRowProps {
  readonly notice: Notice;
  readonly isNew: boolean;
  readonly onOpen?: (() => void) | undefined;
}

function NoticeRow({ notice, isNew, onOpen }: NoticeRowProps) {
  const { t } = useLingui();
  const words = useNoticeWords()(notice.about);
  if (words === null) return null;
  const { Icon, title, text, path } = words;
  return (
    <li>
      <Link to={path} onClick={onOpen} className={classNames(styles.row, isNew && styles.new)}>
        <span className={styles.icon}>
          <Icon size={20} aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <span className={styles.title}>
            {isNew ? <VisuallyHidden>{t`New`}: </VisuallyHidden> : null}
            {title}
          </span>
          <span className={styles.text}>{text}</span>
          <time dateTime={notice.created_at} className={styles.when}>
            {formatDate(notice.created_at)} {formatClock(notice.created_at)}
          </time>
        </span>
      </Link>
    </li>
  );
}

/**
 * Marks the notices as read once they are shown. Returns the ids of those that were unread, which stay highlighted until
 * the list closes.
 */
function useFresh(notices: readonly Notice[]): ReadonlySet<string> {
  const markRead = useMarkRead();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const latest = notices[0]?.notice_id;
  const unread = notices.filter(({ read }) => !read).map((notice) => notice.notice_id);
  const key = unread.join();
  useEffect(() => {
    if (latest === undefined || key === '') return;
    setFresh((before) => new Set([...before, ...key.split(',')]));
    // If that fails, the notices stay unread and the next visit marks them.
    markRead(latest).catch(() => {});
  }, [latest, key, markRead]);
  return fresh;
}

interface NoticeListProps {
  /** Notices per page. */
  readonly pageMax: number;
  /** Called when a link is followed. */
  readonly onOpen?: () => void;
}

/** The notices of the member, the latest first. */
export function NoticeList({ pageMax, onOpen }: NoticeListProps) {
  const { t } = useLingui();
  const { items, state, hasMore, load } = useNotices(pageMax);
  const fresh = useFresh(items);
  const isEmpty = items.length === 0;
  return (
    <div aria-busy={state === 'loading'}>
      {isEmpty && state === 'loading' ? (
        <div className={styles.loading}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} shape="fill" className={styles.skeleton} />
          ))}
        </div>
      ) : null}
      {isEmpty && state === 'ready' ? (
        <div className={styles.empty}>
          <p>{t`No notices yet. Follow fighters, and their results arrive here.`}</p>
          <Link to="/history" onClick={onOpen} className={buttonClass({ size: 'small' })}>
            {t`Find fighters`}
          </Link>
        </div>
      ) : null}
      <ul className={styles.list}>
        {items.map((notice) => (
          <NoticeRow
            key={notice.notice_id}
            notice={notice}
            isNew={!notice.read || fresh.has(notice.notice_id)}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {state === 'failed' ? (
        <div role="alert" className={styles.empty}>
          <p>{t`The notices could not be loaded.`}</p>
          <Button size="small" onClick={load}>{t`Try again`}</Button>
        </div>
      ) : null}
      {hasMore && state !== 'failed' ? (
        <Button
          wide
          size="small"
          variant="ghost"
          aria-disabled={state === 'loading'}
          onClick={load}
        >
          {t`Earlier notices`}
        </Button>
      ) : null}
    </div>
  );
}
