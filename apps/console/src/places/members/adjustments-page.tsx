import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CoinAdjustment } from '@sangwian/contract/endpoints/operator/members';
import { formatCoins } from '@sangwian/i18n/format-number';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ProofRefusedError } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import styles from './members-place.module.css';
import { ADJUSTMENT_NAMES, useNames } from './names.ts';
import { signedCoins } from './timeline-panel.tsx';

interface Deciding {
  readonly adjustment: CoinAdjustment;
  readonly act: 'confirm' | 'refuse';
}

interface DecideDialogProps extends Deciding {
  readonly onClose: () => void;
}

/** Sends a decision on an adjustment. @throws {ApiError} */
async function decide({ adjustment, act }: Deciding, reason: string): Promise<void> {
  const params = { adjustment_id: adjustment.adjustment_id };
  if (act === 'confirm') {
    await callStaff('POST /operator/adjustment/{adjustment_id}/confirm', { params });
  } else {
    const body = { reason };
    await callStaff('POST /operator/adjustment/{adjustment_id}/refuse', { params, body });
  }
}

function DecideDialog({ adjustment, act, onClose }: DecideDialogProps) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const { name, balance_coins: balance } = adjustment.member;
  const coins = signedCoins(adjustment.coins);
  const after = formatCoins(balance + adjustment.coins);
  const { by, own, reason: why } = adjustment;
  const texts = {
    confirm: {
      title: t`Confirm ${plural(adjustment.coins, { one: `${coins} coin`, other: `${coins} coins` })} for ${name}`,
      what: t`Asked by ${by}: “${why}”. ${name} has ${plural(balance, { one: '# coin', other: '# coins' })} and then ${after}.`,
    },
    refuse: own
      ? {
          title: t`Withdraw ${plural(adjustment.coins, { one: `${coins} coin`, other: `${coins} coins` })} for ${name}`,
          what: t`Nothing has moved yet.`,
        }
      : {
          title: t`Refuse ${plural(adjustment.coins, { one: `${coins} coin`, other: `${coins} coins` })} for ${name}`,
          what: t`Asked by ${by}: “${why}”. Nothing has moved yet.`,
        },
  }[act];
  const run = async (reason: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await decide({ adjustment, act }, reason);
      showToast('done', act === 'confirm' ? t`The coins have moved` : t`Nothing was moved`);
      onClose();
    } catch (error) {
      if (!(error instanceof ProofRefusedError)) setFailure(error as Error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ['members'] });
    }
  };
  return (
    <ConfirmDialog
      title={texts.title}
      description={texts.what}
      asksReason={act === 'refuse'}
      isDanger={act === 'refuse'}
      isBusy={isBusy}
      action={texts.title}
      onConfirm={(reason) => void run(reason)}
      onClose={onClose}
    >
      <FormFailure error={failure} />
    </ConfirmDialog>
  );
}

interface DecideButtonsProps {
  readonly adjustment: CoinAdjustment;
  readonly onDecide: (deciding: Deciding) => void;
}

function DecideButtons({ adjustment, onDecide }: DecideButtonsProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  if (adjustment.state !== 'open') return null;
  return (
    <span className={layout.chips}>
      {adjustment.own ? null : (
        <Button
          size="small"
          variant="primary"
          disabled={isLocked}
          onClick={() => onDecide({ adjustment, act: 'confirm' })}
        >
          {t`Confirm…`}
        </Button>
      )}
      <Button
        size="small"
        variant="danger"
        disabled={isLocked}
        onClick={() => onDecide({ adjustment, act: 'refuse' })}
      >
        {adjustment.own ? t`Withdraw…` : t`Refuse…`}
      </Button>
    </span>
  );
}

function useColumns(onDecide: (deciding: Deciding) => void): Column<CoinAdjustment>[] {
  const { t } = useLingui();
  const { nameOf } = useNames();
  return useMemo(
    (): Column<CoinAdjustment>[] => [
      {
        id: 'member',
        header: t`Member`,
        cell: ({ row: { original } }) => (
          <Link className={styles.name} to={`/members/${original.member.member_id}`}>
            <bdi>{original.member.name || t`deleted member`}</bdi>
          </Link>
        ),
      },
      {
        id: 'coins',
        header: t`Coins`,
        cell: ({ row: { original } }) => (
          <span className={layout.number}>{signedCoins(original.coins)}</span>
        ),
      },
      {
        id: 'reason',
        header: t`Reason`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            {original.reason}
            <span className={layout.weak}>{original.decision_reason}</span>
          </span>
        ),
      },
      {
        id: 'by',
        header: t`Asked by`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            {original.own ? t`you` : original.by}
            <span className={layout.weak}>
              <Moment at={original.created_at} />
            </span>
          </span>
        ),
      },
      {
        id: 'state',
        header: t`State`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            <span>
              <Chip tone={original.state === 'open' ? 'warn' : 'plain'}>
                {nameOf(ADJUSTMENT_NAMES[original.state])}
              </Chip>
            </span>
            <span className={layout.weak}>
              {original.state === 'open' ? (
                <Trans>
                  expires <Moment at={original.expires_at} />
                </Trans>
              ) : (
                original.decided_by
              )}
            </span>
          </span>
        ),
      },
      {
        id: 'decide',
        header: t`Decision`,
        cell: ({ row: { original } }) => (
          <DecideButtons adjustment={original} onDecide={onDecide} />
        ),
      },
    ],
    [t, nameOf, onDecide],
  );
}

/** Coin adjustments: those that wait for a second person, or all. */
export function AdjustmentsPage() {
  const { t } = useLingui();
  const [{ show }, setFilters] = useFilters({ show: '' });
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const state = show === 'all' ? 'all' : 'open';
  const list = useStaffList('GET /operator/adjustment', { query: { state, limit: 50 } }, 'members');
  const columns = useColumns(setDeciding);
  return (
    <div className={layout.place}>
      <Panel
        title={t`Coin adjustments`}
        note={t`above the daily limit of one person, another one confirms`}
        className={layout.main}
      >
        <div className={layout.filters}>
          <SelectField
            label={t`Show`}
            value={show}
            options={[
              { value: '', label: t`Waiting` },
              { value: 'all', label: t`All` },
            ]}
            onChange={(event) => setFilters({ show: event.currentTarget.value })}
          />
        </div>
        <DataTable
          label={t`Coin adjustments`}
          columns={columns}
          list={list}
          rowId={({ adjustment_id }) => adjustment_id}
          empty={{
            title: t`No adjustment waits`,
            text: t`Adjust coins on the page of a member.`,
          }}
        />
      </Panel>
      {deciding === null ? null : <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
    </div>
  );
}
