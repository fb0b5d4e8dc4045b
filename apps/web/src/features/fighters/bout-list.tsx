import { useLingui } from '@lingui/react/macro';
import type { PastBout } from '@sangwian/contract/endpoints/fighters';
import { formatDate } from '@sangwian/i18n/format-date';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '../../shared/api/api-query.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import styles from './bout-list.module.css';
import { fighterPath } from './fighter-paths.ts';
import { useOutcomeWords } from './outcome-words.ts';

/** The number of recent replays to load. Older bouts have no replay. */
const REPLAYS_MAX = 50;

/** Returns the URL of a bout's chapter in a replay; `null` without one. */
function useReplayPaths(): (bout: PastBout) => string | null {
  const { data } = useQuery(apiQuery('GET /replay', { query: { limit: REPLAYS_MAX } }));
  return ({ program_id, match_id }) => {
    const line = data?.find((one) => one.program_id === program_id);
    return line === undefined ? null : `/live/${line.program_live_id}?bout=${match_id}`;
  };
}

interface BoutRowProps {
  readonly bout: PastBout;
  readonly fighterId: string;
  readonly replayPath: string | null;
}

function BoutRow({ bout, fighterId, replayPath }: BoutRowProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { letterOf, resultOf } = useOutcomeWords();
  const opponent = text(bout.opponent.name);
  return (
    <li className={styles.row}>
      <span
        aria-hidden="true"
        className={classNames(styles.mark, bout.outcome && styles[bout.outcome])}
      >
        {bout.outcome === null ? '?' : letterOf(bout.outcome)}
      </span>
      <div className={styles.who}>
        <Link to={fighterPath(bout.opponent.fighter_id)} className={styles.name}>
          {opponent}
        </Link>
        <span className={styles.gym}>{text(bout.opponent.gym)}</span>
      </div>
      <div className={styles.how}>
        <span className={styles.result}>{resultOf(bout)}</span>
        <span className={styles.round}>{bout.round === null ? '' : t`Round ${bout.round}`}</span>
      </div>
      <div className={styles.when}>
        <time dateTime={bout.starts_at} className={styles.date}>
          {formatDate(bout.starts_at)}
        </time>
        <span className={styles.card}>{text(bout.program)}</span>
      </div>
      <div className={styles.actions}>
        {replayPath === null ? null : (
          <Link to={replayPath} className={styles.compare}>
            {t`Watch again`}
            <VisuallyHidden> {opponent}</VisuallyHidden>
          </Link>
        )}
        <Link to={fighterPath(fighterId, bout.opponent.fighter_id)} className={styles.compare}>
          {t`Compare`}
          <VisuallyHidden> {opponent}</VisuallyHidden>
        </Link>
      </div>
    </li>
  );
}

interface BoutListProps {
  readonly heading: string;
  readonly bouts: readonly PastBout[];
  readonly fighterId: string;
}

/** The past bouts of a fighter. */
export function BoutList({ heading, bouts, fighterId }: BoutListProps) {
  const { t } = useLingui();
  const id = useId();
  const replayPathOf = useReplayPaths();
  return (
    <section aria-labelledby={id} className={classNames(cardClass, styles.list)}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      {bouts.length === 0 ? (
        <p className={styles.none}>{t`No bout with a result yet.`}</p>
      ) : (
        <ol>
          {bouts.map((bout) => (
            <BoutRow
              key={bout.match_id}
              bout={bout}
              fighterId={fighterId}
              replayPath={replayPathOf(bout)}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
