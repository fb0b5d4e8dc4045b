import { useLingui } from '@lingui/react/macro';
import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import { Card } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { CornerSlash } from '@sangwian/ui/corner-slash';
import { Tag } from '@sangwian/ui/tag';
import { Link } from 'react-router';
import { useDayWord } from '../../shared/times/use-day-word.ts';
import { useBoutWords } from './bout-words.ts';
import type { Bout, LiveSummary } from './home.ts';
import type { HomeView } from './home-view.ts';
import styles from './next-bouts.module.css';

/** Maximum number of rows. More rows would make the panel taller than the featured live. */
const ROWS_MAX = 4;

function BoutRow({ bout }: { readonly bout: Bout }) {
  const { t } = useLingui();
  const { text, weightOf } = useBoutWords();
  return (
    <li className={styles.row}>
      <time dateTime={bout.starts_at} className={styles.time}>
        {formatClock(bout.starts_at)}
      </time>
      <div className={styles.pair}>
        <p className={styles.fighter}>
          <CornerSlash corner="red" label={t`Red corner`} />
          {text(bout.red.name)}
        </p>
        <p className={styles.fighter}>
          <CornerSlash corner="blue" label={t`Blue corner`} />
          {text(bout.blue.name)}
        </p>
        <p className={styles.weight}>
          {weightOf(bout)} · {text(bout.division)}
        </p>
      </div>
      {bout.main_event ? <Tag tone="soft">{t`Main event`}</Tag> : null}
    </li>
  );
}

function LiveRow({ live, nowMs }: { readonly live: LiveSummary; readonly nowMs: number }) {
  const dayWord = useDayWord(nowMs);
  const { text, titleOf } = useBoutWords();
  return (
    <li className={styles.row}>
      <time dateTime={live.starts_at} className={styles.time}>
        {formatClock(live.starts_at)}
      </time>
      <div className={styles.pair}>
        <Link to={`/live/${live.program_live_id}`} className={styles.live}>
          {titleOf(live, live.headline)}
        </Link>
        <p className={styles.weight}>
          {[dayWord(live.starts_at), formatDate(live.starts_at), text(live.stadium)]
            .filter((fact) => fact !== null)
            .join(' · ')}
        </p>
      </div>
    </li>
  );
}

interface NextBoutsProps {
  readonly view: HomeView;
  readonly nowMs: number;
}

/** Shows the coming bouts of the featured live's card, followed by the next lives if there is space. */
export function NextBouts({ view, nowMs }: NextBoutsProps) {
  const { t } = useLingui();
  const bouts = view.nextBouts.slice(0, ROWS_MAX);
  const lives = view.coming.slice(0, ROWS_MAX - bouts.length);
  if (bouts.length + lives.length === 0) return null;
  const single = bouts.length === 0 || lives.length === 0;
  return (
    <Card
      aria-label={t`Up next`}
      className={classNames(styles.panel, single ? styles.single : null)}
    >
      {bouts.length > 0 ? (
        <>
          <h2 className={styles.heading}>
            {view.tonight ? t`Next bouts tonight` : t`Bouts on this card`}
          </h2>
          <ol className={styles.rows}>
            {bouts.map((bout) => (
              <BoutRow key={bout.match_id} bout={bout} />
            ))}
          </ol>
        </>
      ) : null}
      {lives.length > 0 ? (
        <>
          <h2 className={styles.heading}>{t`Next lives`}</h2>
          <ol className={styles.rows}>
            {lives.map((live) => (
              <LiveRow key={live.program_live_id} live={live} nowMs={nowMs} />
            ))}
          </ol>
        </>
      ) : null}
    </Card>
  );
}
