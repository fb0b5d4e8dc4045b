import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import { Button, buttonClass } from '@sangwian/ui/button';
import { cardClass } from '@sangwian/ui/card';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import { Link } from 'react-router';
import { callApi } from '../../shared/api/call-api.ts';
import { usePages } from '../../shared/api/pages-query.ts';
import { emptyUrl } from '../../shared/art-url.ts';
import { useReached } from '../../shared/in-step/use-reached.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useMemberId } from '../../shared/session/session.ts';
import { programAsOf, sheetAsOf } from './game-as-of.ts';
import { GameNav } from './game-nav.tsx';
import { useGameWords } from './game-words.ts';
import styles from './history-page.module.css';
import pageStyles from './predict-page.module.css';
import { useStatusWords } from './program-tabs.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`My sheets`),
  noindex: true,
});

const PAGE_ENTRIES = 10;

type Entry = ResponseOf<'GET /predict/history'>['data'][number];

function PickRow({ entry, place }: { readonly entry: Entry; readonly place: number }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { pickWords, resultWords } = useGameWords();
  const match = entry.program.matches[place];
  if (match === undefined) return null;
  const pick = entry.sheet.picks.find((one) => one.match_id === match.match_id);
  const red = text(match.red.name);
  const blue = text(match.blue.name);
  return (
    <tr>
      <th scope="row" className={styles.pair}>{t`${red} vs ${blue}`}</th>
      <td>{pick === undefined ? '–' : pickWords(pick)}</td>
      <td>{match.result === null ? '–' : resultWords(match.result)}</td>
      <td className={styles.points} data-mark={pick?.mark}>
        {pick === undefined || pick.mark === 'void' || pick.mark === 'waiting' ? '–' : pick.points}
      </td>
    </tr>
  );
}

function Sheet({ entry }: { readonly entry: Entry }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const words = useStatusWords();
  const { program, sheet } = entry;
  const { points, rank, members } = sheet;
  return (
    <li className={cardClass}>
      <details className={styles.sheet}>
        <summary className={styles.summary}>
          <span className={styles.what}>
            <strong>{text(program.title)}</strong>
            <span className={styles.when}>
              {formatDate(program.starts_at)} · {formatClock(program.starts_at)} ·{' '}
              {words(program.status)}
            </span>
          </span>
          <span className={styles.sum}>
            <strong
              className={styles.number}
            >{t`${plural(points, { one: '# point', other: '# points' })}`}</strong>
            {rank === null ? null : (
              <span className={styles.when}>{t`Place ${rank} of ${members}`}</span>
            )}
          </span>
        </summary>
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t`Bout`}</th>
                <th scope="col">{t`Your pick`}</th>
                <th scope="col">{t`Result`}</th>
                <th scope="col" className={styles.points}>{t`Points`}</th>
              </tr>
            </thead>
            <tbody>
              {program.matches.map((match, place) => (
                <PickRow key={match.match_id} entry={entry} place={place} />
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </li>
  );
}

function Sheets() {
  const { t } = useLingui();
  const { items, state, hasMore, load } = usePages<Entry>(
    useMemberId(),
    'GET /predict/history',
    (cursor, signal) => {
      const query = { limit: PAGE_ENTRIES, ...(cursor === undefined ? {} : { cursor }) };
      return callApi('GET /predict/history', { query }, { signal });
    },
  );
  const reachedOf = useReached();
  if (items.length > 0) {
    return (
      <>
        <ul className={styles.list} aria-label={t`My sheets`}>
          {items.map(({ program, sheet }) => {
            const reachedMs = reachedOf(program);
            const shown = {
              program: programAsOf(program, reachedMs),
              sheet: sheetAsOf(sheet, program, reachedMs),
            };
            return <Sheet key={program.program_id} entry={shown} />;
          })}
        </ul>
        {hasMore ? (
          <Button wide aria-disabled={state === 'loading'} onClick={load}>
            {state === 'failed' ? t`Try again` : state === 'loading' ? t`Loading…` : t`Show more`}
          </Button>
        ) : null}
      </>
    );
  }
  if (state === 'loading') {
    return (
      <div aria-busy="true" className={pageStyles.skeletons}>
        <Skeleton shape="fill" className={styles.skeleton} />
        <Skeleton shape="fill" className={styles.skeleton} />
        <Skeleton shape="fill" className={styles.skeleton} />
      </div>
    );
  }
  return state === 'failed' ? (
    <EmptyState
      picture={emptyUrl('offline')}
      title={t`Your sheets could not be loaded`}
      text={t`Please check your connection and try again.`}
    >
      <Button variant="primary" onClick={load}>
        {t`Try again`}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState
      picture={emptyUrl('history')}
      title={t`No sheets yet`}
      text={t`Predict every bout of the next card; your sheets and their points are listed here then.`}
    >
      <Link to="/predict" className={buttonClass({ variant: 'primary' })}>
        {t`Predict`}
      </Link>
    </EmptyState>
  );
}

/** `/predict/predict_history`: the member's sheets with scores and points. */
export function Component() {
  return (
    <div className={pageStyles.page}>
      <GameNav />
      <Sheets />
    </div>
  );
}
