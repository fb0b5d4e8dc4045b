import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { PredictPeriod } from '@sangwian/contract/endpoints/predict';
import { formatDate } from '@sangwian/i18n/format-date';
import { Button } from '@sangwian/ui/button';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import { Link, useSearchParams } from 'react-router';
import { emptyUrl } from '../../shared/art-url.ts';
import { useReached } from '../../shared/in-step/use-reached.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { Avatar } from '../../shared/member/avatar.tsx';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useSession } from '../../shared/session/session.ts';
import { boardAsOf } from './game-as-of.ts';
import { GameNav } from './game-nav.tsx';
import pageStyles from './predict-page.module.css';
import styles from './rank-page.module.css';
import { type Standing, useBoard } from './use-board.ts';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Leaderboard`),
  noindex: true,
});

type Board = Standing['board'];
type Place = Standing['place'];

const PERIODS = ['program', 'month', 'all'] as const satisfies PredictPeriod[];

const periodOf = (search: URLSearchParams): PredictPeriod =>
  PERIODS.find((period) => period === search.get('period')) ?? 'program';

function Periods({ current }: { readonly current: PredictPeriod }) {
  const { t } = useLingui();
  const words = { program: t`This programme`, month: t`This month`, all: t`All time` };
  return (
    <nav aria-label={t`Periods`}>
      <ul className={styles.periods}>
        {PERIODS.map((period) => (
          <li key={period}>
            <Link
              to={{ search: `?period=${period}` }}
              replace
              preventScrollReset
              aria-current={period === current ? 'page' : undefined}
              className={styles.period}
            >
              {words[period]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface RowProps {
  readonly rank: number;
  readonly name: string;
  readonly avatar: string | null;
  readonly points: number;
  readonly winners: number;
  readonly mine: boolean;
}

function Row({ rank, name, avatar, points, winners, mine }: RowProps) {
  const { t } = useLingui();
  const shown = name === '' ? t`Deleted member` : name;
  return (
    <tr className={classNames(mine && styles.mine)}>
      <td className={styles.rank}>{rank}</td>
      <th scope="row" className={styles.name}>
        <Avatar member={{ member_avatar: avatar, member_fname: shown }} />
        <span className={styles.who}>{mine ? t`${shown} (you)` : shown}</span>
      </th>
      <td className={styles.winners}>{winners}</td>
      <td className={styles.points}>{points}</td>
    </tr>
  );
}

/** The member's rank, which is always visible. */
function OwnPlace({ place }: { readonly place: Place }) {
  const { t } = useLingui();
  const { rank, points, members } = place;
  if (rank === null)
    return <p data-action-bar className={styles.own}>{t`You are not on this board yet.`}</p>;
  return (
    <p data-action-bar className={styles.own}>
      <strong>{t`Your place: ${rank} of ${members}`}</strong>
      <span>{t`${plural(points, { one: '# point', other: '# points' })}`}</span>
    </p>
  );
}

function NoRows({ board }: { readonly board: Board }) {
  const { t } = useLingui();
  const isScoring = board.program?.status === 'scoring';
  return (
    <EmptyState
      picture={emptyUrl('history')}
      title={isScoring ? t`Scoring in progress` : t`No players yet`}
      text={
        isScoring
          ? t`The board of this programme is shown once its scores are final, by 12:00 the next day.`
          : t`Confirm a sheet of the next card to be the first.`
      }
    />
  );
}

function Table({ board, mine }: { readonly board: Board; readonly mine: string | null }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  if (board.rows.length === 0) return <NoRows board={board} />;
  const members = board.members;
  return (
    <div className={cardClass}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {board.program === null
            ? t`${plural(members, { one: '# player', other: '# players' })}`
            : `${text(board.program.title)} · ${formatDate(board.program.starts_at)} · ${t`${plural(members, { one: '# player', other: '# players' })}`}`}
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.rank}>
              {t`Place`}
            </th>
            <th scope="col">{t`Player`}</th>
            <th scope="col" className={styles.winners}>
              {t`Right winners`}
            </th>
            <th scope="col" className={styles.points}>
              {t`Points`}
            </th>
          </tr>
        </thead>
        <tbody>
          {board.rows.map((row) => (
            <Row key={row.member_id} {...row} mine={row.member_id === mine} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The leaderboard. Hidden until the video in another tab has reached every result that the board counts. */
function Standings({ standing }: { readonly standing: Standing }) {
  const { t } = useLingui();
  const { member } = useSession();
  const reachedOf = useReached();
  const { board, place, programs } = standing;
  const state = boardAsOf(programs, board.program?.program_id ?? null, reachedOf);
  if (state === null) return <Loading />;
  if (state === 'ahead') {
    return (
      <EmptyState
        picture={emptyUrl('history')}
        title={t`Waiting for your picture`}
        text={t`The board counts results that your picture has not reached yet. You will see it after them.`}
      />
    );
  }
  return (
    <>
      <Table board={board} mine={member?.member_id ?? null} />
      <OwnPlace place={place} />
    </>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <Skeleton shape="fill" className={styles.skeleton} />
    </div>
  );
}

/** `/predict/predict_rank`: the leaderboards of the programme, the month and all time, with the member's rank. */
export function Component() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const period = periodOf(search);
  const { standing, failed, refresh } = useBoard(period);
  return (
    <div className={pageStyles.page}>
      <GameNav />
      <Periods current={period} />
      {standing !== null ? (
        <Standings standing={standing} />
      ) : failed ? (
        <EmptyState
          picture={emptyUrl('offline')}
          title={t`The leaderboard could not be loaded`}
          text={t`Please check your connection and try again.`}
        >
          <Button variant="primary" onClick={refresh}>
            {t`Try again`}
          </Button>
        </EmptyState>
      ) : (
        <Loading />
      )}
    </div>
  );
}
