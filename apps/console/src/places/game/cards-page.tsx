import { Trans, useLingui } from '@lingui/react/macro';
import type { GameCard } from '@sangwian/contract/endpoints/operator/game';
import { formatCoins } from '@sangwian/i18n/format-number';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { CorrectionRequests } from '../../shared/bouts/correction-requests.tsx';
import { useNames } from '../../shared/bouts/names.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Countdown } from './countdown.tsx';
import styles from './game-place.module.css';
import { GameStatus } from './game-status.tsx';

const PAGE_CARDS = 50;

/** Shows when the next step of a game happens: predictions close, or scores become final. */
function NextStep({ card }: { readonly card: GameCard }) {
  const { status, closes_at: closesAt, final_by: finalBy, scored_at: scoredAt } = card;
  if (status === 'open') {
    return (
      <Trans>
        closes in <Countdown to={closesAt} />
      </Trans>
    );
  }
  if (status === 'scoring') {
    return (
      <Trans>
        final in <Countdown to={finalBy} /> at the latest
      </Trans>
    );
  }
  return scoredAt === null ? null : (
    <Trans>
      final since <Moment at={scoredAt} />
    </Trans>
  );
}

function useColumns(): Column<GameCard>[] {
  const { t } = useLingui();
  const { of } = useNames();
  return useMemo(
    (): Column<GameCard>[] => [
      {
        id: 'card',
        header: t`Fight night`,
        cell: ({ row: { original } }) => (
          <span className={styles.two}>
            <Link className={styles.open} to={`/game/${original.program_id}`}>
              {of(original.title)}
            </Link>
            <span className={styles.weak}>
              <Moment at={original.starts_at} />
            </span>
          </span>
        ),
      },
      {
        id: 'state',
        header: t`State`,
        cell: ({ row: { original } }) => (
          <span className={styles.two}>
            <span>
              <GameStatus card={original} />
            </span>
            <span className={styles.weak}>
              <NextStep card={original} />
            </span>
          </span>
        ),
      },
      {
        id: 'sheets',
        header: t`Sheets`,
        cell: ({ row: { original } }) => (
          <span className={styles.number}>{formatCoins(original.sheets)}</span>
        ),
      },
      {
        id: 'results',
        header: t`Results`,
        cell: ({ row: { original } }) => (
          <span className={styles.number}>
            <Trans>
              {original.decided} of {original.bouts}
            </Trans>
          </span>
        ),
      },
    ],
    [t, of],
  );
}

/** The prediction games of all cards, latest first. */
export function CardsPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const list = useStaffList('GET /operator/game', { query: { limit: PAGE_CARDS } }, 'game');
  const columns = useColumns();
  const title = t`Game`;
  return (
    <>
      <BarContent title={title} />
      <div className={styles.place}>
        <CorrectionRequests />
        <Panel title={t`Cards`} note={t`the latest first`} className={styles.list}>
          <DataTable
            label={t`Cards`}
            columns={columns}
            list={list}
            rowId={({ program_id }) => program_id}
            onOpen={({ program_id }) => void navigate(`/game/${program_id}`)}
            empty={{
              title: t`No card has a game yet`,
              text: t`A card appears here two weeks before it begins.`,
            }}
          />
        </Panel>
      </div>
    </>
  );
}
