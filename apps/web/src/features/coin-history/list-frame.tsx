import { useLingui } from '@lingui/react/macro';
import { Button, buttonClass } from '@sangwian/ui/button';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Pages } from '../../shared/api/pages-query.ts';
import { emptyUrl } from '../../shared/art-url.ts';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import styles from './list-frame.module.css';

/** Distance between the end of the list and the viewport at which the next page is loaded. */
const PRELOAD_MARGIN = '600px';
const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

interface ListFrameProps extends Pages<unknown> {
  readonly label: string;
  /** Whether a filter is set, which can be why the list is empty. */
  readonly filtered: boolean;
  /** The title of an empty list without a filter. */
  readonly empty: string;
  readonly children: ReactNode;
}

/** Loads the next page near the end of the list, or by a button for fans who do not scroll. */
function LoadMore({ state, load }: Pick<ListFrameProps, 'state' | 'load'>) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const watched = place.current;
    // After a failure only the button loads the page again.
    if (!watched || state !== 'ready') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: PRELOAD_MARGIN },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [state]);
  return (
    <div ref={place} className={styles.more}>
      <p role="status" className={styles.failed}>
        {state === 'failed' ? t`The rest could not be loaded.` : null}
      </p>
      <Button wide aria-disabled={state === 'loading'} onClick={load}>
        {state === 'failed' ? t`Try again` : state === 'loading' ? t`Loading…` : t`Show more`}
      </Button>
    </div>
  );
}

function Nothing({ filtered, empty }: Pick<ListFrameProps, 'filtered' | 'empty'>) {
  const { t } = useLingui();
  const hasPage = useHasPage();
  if (filtered) {
    return (
      <EmptyState
        picture={emptyUrl('search')}
        title={t`Nothing matches`}
        text={t`Try other dates or another kind.`}
      />
    );
  }
  return (
    <EmptyState
      picture={emptyUrl('coins')}
      title={empty}
      text={t`Top up coins to cheer and to unlock lives; everything is listed here then.`}
    >
      {hasPage('/wallet') ? (
        <Link to="/wallet" className={buttonClass({ variant: 'gold' })}>
          {t`Top up`}
        </Link>
      ) : null}
    </EmptyState>
  );
}

/** A list that grows while the fan scrolls, with its loading, empty and failed states. */
export function ListFrame(props: ListFrameProps) {
  const { label, items, state, hasMore, load, filtered, empty, children } = props;
  const { t } = useLingui();
  if (items.length > 0) {
    return (
      <>
        <ul aria-label={label} aria-busy={state === 'loading'} className={cardClass}>
          {children}
        </ul>
        {hasMore ? (
          <LoadMore state={state} load={load} />
        ) : (
          <p className={styles.end}>{t`That is everything.`}</p>
        )}
      </>
    );
  }
  if (state === 'loading') {
    return (
      <div aria-busy="true" className={classNames(cardClass, styles.skeleton)}>
        {SKELETON_ROWS.map((row) => (
          <Skeleton key={row} shape="fill" className={styles.skeletonRow} />
        ))}
      </div>
    );
  }
  if (state === 'ready') return <Nothing filtered={filtered} empty={empty} />;
  return (
    <EmptyState
      picture={emptyUrl('offline')}
      title={t`The history could not be loaded`}
      text={t`Please check your connection and try again.`}
    >
      <Button variant="primary" onClick={load}>
        {t`Try again`}
      </Button>
    </EmptyState>
  );
}
