import { useLingui } from '@lingui/react/macro';
import { Button, buttonClass } from '@sangwian/ui/button';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { emptyUrl } from '../../shared/art-url.ts';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import styles from './list-frame.module.css';

/** So far before its end comes into sight the next page is fetched. */
const AHEAD = '600px';
const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

interface ListFrameProps {
  readonly label: string;
  readonly items: readonly unknown[];
  readonly state: 'loading' | 'ready' | 'failed';
  readonly more: boolean;
  readonly load: () => void;
  /** A filter is set, so that "nothing" may be its doing. */
  readonly filtered: boolean;
  /** What is said where there is nothing at all. */
  readonly empty: string;
  /** A row for each item. */
  readonly children: ReactNode;
}

/** Fetches what comes next as its end comes near; a press does too, for whom nothing scrolls. */
function LoadMore({ state, load }: Pick<ListFrameProps, 'state' | 'load'>) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const watched = place.current;
    // What failed is asked for again by hand alone.
    if (!watched || state !== 'ready') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: AHEAD },
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

/** A list that grows as one reads on, with its states: being fetched, nothing there, not to be had. */
export function ListFrame(props: ListFrameProps) {
  const { label, items, state, more, load, filtered, empty, children } = props;
  const { t } = useLingui();
  if (items.length > 0) {
    return (
      <>
        <ul aria-label={label} aria-busy={state === 'loading'} className={cardClass}>
          {children}
        </ul>
        {more ? (
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
