import { Plural } from '@lingui/react/macro';
import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { useId } from 'react';
import { Link } from 'react-router';
import { useBoutWords } from './bout-words.ts';
import type { LiveSummary } from './home.ts';
import styles from './live-section.module.css';
import { PriceTag, StatusTag, ViewersTag } from './live-tags.tsx';

function LiveTile({ live, now_ms }: { readonly live: LiveSummary; readonly now_ms: number }) {
  const { text, titleOf } = useBoutWords();
  const when =
    live.status === 'in_progress'
      ? null
      : `${formatDate(live.starts_at)} ${formatClock(live.starts_at)}`;
  return (
    <li className={classNames(cardClass, styles.tile)}>
      <div className={styles.poster}>
        <img src={live.poster} alt="" width={640} height={360} loading="lazy" decoding="async" />
        <div className={styles.tags}>
          <StatusTag live={live} now_ms={now_ms} />
          <ViewersTag live={live} />
        </div>
        {live.status === 'ended' ? null : (
          <div className={styles.price}>
            <PriceTag live={live} />
          </div>
        )}
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link to={`/live/${live.program_live_id}`} className={styles.link}>
            {titleOf(live, live.headline)}
          </Link>
        </h3>
        <p className={styles.fact}>{text(live.title)}</p>
        <p className={styles.fact}>
          {when ? <time dateTime={live.starts_at}>{when} · </time> : null}
          {text(live.stadium)}
        </p>
      </div>
    </li>
  );
}

interface LiveSectionProps {
  readonly title: string;
  readonly lives: readonly LiveSummary[];
  readonly now_ms: number;
}

/** A grid of lives; on a phone a rail to swipe. Nothing where there are none. */
export function LiveSection({ title, lives, now_ms }: LiveSectionProps) {
  const headingId = useId();
  if (lives.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <header className={styles.head}>
        <h2 id={headingId} className={styles.heading}>
          {title}
        </h2>
        <p className={styles.count}>
          <Plural value={lives.length} one="# live" other="# lives" />
        </p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <ul className={styles.grid} tabIndex={0} aria-labelledby={headingId}>
        {lives.map((live) => (
          <LiveTile key={live.program_live_id} live={live} now_ms={now_ms} />
        ))}
      </ul>
    </section>
  );
}
