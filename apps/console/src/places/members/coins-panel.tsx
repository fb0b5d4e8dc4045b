import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Movement } from '@sangwian/contract/endpoints/coins';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { formatCoins } from '@sangwian/i18n/format-number';
import { useMemo } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { CsvButton } from '../../shared/table/csv-button.tsx';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import styles from './member-page.module.css';
import { MOVEMENT_NAMES, useNames } from './names.ts';
import { signedCoins } from './timeline-panel.tsx';

const PAGE_ROWS = 50;

/** The member's spendable coins, debt, and adjustments that wait for a second person. */
export function CoinsPanel({ member }: { readonly member: MemberFile }) {
  const { t } = useLingui();
  return (
    <Panel title={t`Coins`}>
      <dl className={styles.figures}>
        <div>
          <dt>{t`Can spend`}</dt>
          <dd>{formatCoins(member.balance_coins)}</dd>
        </div>
        {member.owed_coins === 0 ? null : (
          <div>
            <dt>{t`Owes`}</dt>
            <dd className={styles.danger}>{formatCoins(member.owed_coins)}</dd>
          </div>
        )}
      </dl>
      {member.open_adjustments.map((adjustment) => {
        const coins = signedCoins(adjustment.coins);
        return (
          <Notice
            key={adjustment.adjustment_id}
            title={t`${plural(adjustment.coins, { one: `${coins} coin waits`, other: `${coins} coins wait` })} for a second person`}
          >
            <Trans>
              Asked by {adjustment.by}: {adjustment.reason}
            </Trans>
          </Notice>
        );
      })}
    </Panel>
  );
}

/** Every movement of the wallet with the balance after it. */
export function LedgerPanel({ memberId }: { readonly memberId: string }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { nameOf } = useNames();
  const list = useStaffList(
    'GET /operator/member/{member_id}/movement',
    { params: { member_id: memberId }, query: { limit: PAGE_ROWS } },
    'members',
  );
  const columns = useMemo(
    (): Column<Movement>[] => [
      {
        id: 'at',
        header: t`Time`,
        cell: ({ row: { original } }) => <Moment at={original.at} />,
      },
      {
        id: 'what',
        header: t`Transfer`,
        cell: ({ row: { original } }) => (
          <span className={styles.two}>
            {nameOf(MOVEMENT_NAMES[original.kind])}
            <span className={styles.weak}>
              {language === 'TH' ? original.about?.title_th : original.about?.title_en}
            </span>
          </span>
        ),
      },
      {
        id: 'coins',
        header: t`Coins`,
        cell: ({ row: { original } }) => (
          <span className={original.coins > 0 ? styles.gained : styles.coins}>
            {signedCoins(original.coins)}
          </span>
        ),
      },
      {
        id: 'balance',
        header: t`Balance`,
        cell: ({ row: { original } }) => (
          <span className={styles.number}>{formatCoins(original.balance_after)}</span>
        ),
      },
    ],
    [t, nameOf, language],
  );
  return (
    <Panel
      title={t`Ledger`}
      note={t`newest first`}
      className={styles.ledger}
      actions={
        <CsvButton
          fileName="sangwian-ledger.csv"
          read={async () => {
            const params = { member_id: memberId };
            return (await callStaff('GET /operator/member/{member_id}/movement/csv', { params }))
              .data.csv;
          }}
        />
      }
    >
      <DataTable
        label={t`Ledger`}
        columns={columns}
        list={list}
        rowId={({ movement_id }) => movement_id}
        empty={{ title: t`No coin has moved yet` }}
      />
    </Panel>
  );
}
