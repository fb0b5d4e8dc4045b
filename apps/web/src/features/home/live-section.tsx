import { useLingui } from '@lingui/react/macro';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import { ShowTime } from '../../shared/times/show-time.tsx';
import { useBoutWords } from './bout-words.ts';
import type { LiveSummary } from './home.ts';
import { LiveReminder } from './live-reminder.tsx';
import styles from './live-section.module.css';
import { PriceTag, StatusTag, ViewersTag } from './live-tags.tsx';

function LiveTile({ live, now_ms }: { readonly live: LiveSummary; readonly now_ms: number }) {
  const { text, titleOf } = useBoutWords();
  return (
    <li className={classNames(cardClass, styles.tile)}>
      <div className={styles.poster}>
        <PhotoImage
          photo={live.photo}
          owner="program"
          sizes="320px"
          src={live.poster}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
        />
        <div className={styles.tags}>
          <StatusTag live={live} now_ms={now_ms} />
          <ViewersTag live={live} />
        </div>
        {live.status === 'ended' ? null : (
          <div className={styles.price}>
            <PriceTag live={live} />
          </div>
        )}
        {live.status === 'not_started' ? <LiveReminder live={live} /> : null}
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link to={`/live/${live.program_live_id}`} className={styles.link}>
            {titleOf(live, live.headline)}
          </Link>
        </h3>
        <p className={styles.fact}>{text(live.title)}</p>
        <p className={styles.fact}>
          {live.status === 'in_progress' ? null : (
            <>
              <ShowTime at={live.starts_at} nowMs={now_ms} />
              {' · '}
            </>
          )}
          {text(live.stadium)}
        </p>
      </div>
    </li>
  );
}

/** Number of lives that are shown before “Show all”. On a phone the rail contains all lives. */
const ROW_MAX = 4;

interface LiveSectionProps {
  readonly title: string;
  readonly lives: readonly LiveSummary[];
  readonly now_ms: number;
}

/** A grid of lives. On a phone, a rail that scrolls sideways. */
export function LiveSection({ title, lives, now_ms }: LiveSectionProps) {
  const { t } = useLingui();
  const headingId = useId();
  const listId = useId();
  const [all, setAll] = useState(false);
  const count = lives.length;
  if (lives.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <header className={styles.head}>
        <h2 id={headingId} className={styles.heading}>
          {title}
        </h2>
        {count > ROW_MAX ? (
          <button
            type="button"
            aria-expanded={all}
            aria-controls={listId}
            onClick={() => setAll(!all)}
            className={styles.more}
          >
            {all ? t`Show fewer` : t`Show all ${count}`}
          </button>
        ) : null}
      </header>
      <ul
        id={listId}
        aria-labelledby={headingId}
        className={classNames(styles.grid, !all && styles.folded)}
      >
        {lives.map((live) => (
          <LiveTile key={live.program_live_id} live={live} now_ms={now_ms} />
        ))}
      </ul>
    </section>
  );
}
