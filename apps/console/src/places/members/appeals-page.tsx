import { Trans, useLingui } from '@lingui/react/macro';
import type { OpenAppeal } from '@sangwian/contract/endpoints/operator/appeals';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { AppealItem, AppealQueue } from '../../shared/appeals/appeal-queue.tsx';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import layout from '../../shared/ui/place.module.css';
import { type AppealVerdict, DecideAppealDialog } from './decide-appeal-dialog.tsx';
import styles from './members-place.module.css';
import { STATE_NAMES, useNames } from './names.ts';

/** The sanction that an appeal concerns. */
export function AppealFacts({ appeal }: { readonly appeal: OpenAppeal }) {
  const { nameOf } = useNames();
  const { status, by, at, until, reason, evidence } = appeal.sanction;
  return (
    <>
      <span className={styles.chips}>
        <Chip tone="warn">{nameOf(STATE_NAMES[status])}</Chip>
        <span>
          {by} · <Moment at={at} />
        </span>
        {until === null ? null : (
          <span>
            <Trans>
              ends <Moment at={until} />
            </Trans>
          </span>
        )}
      </span>
      <span dir="auto">
        <Trans>Reason: {reason}</Trans>
      </span>
      {evidence === null ? null : (
        <span dir="auto">
          <Trans>Evidence: {evidence}</Trans>
        </span>
      )}
    </>
  );
}

interface AppealButtonsProps {
  readonly appeal: OpenAppeal;
  readonly onDecide: (verdict: AppealVerdict) => void;
}

/** The buttons that decide an appeal, or the reason why the signed-in person cannot decide it. */
export function AppealButtons({ appeal, onDecide }: AppealButtonsProps) {
  const isLocked = useWritesLocked();
  if (appeal.locked !== null) {
    return (
      <span className={layout.weak}>
        {appeal.locked === 'role' ? (
          <Trans>An owner decides this appeal.</Trans>
        ) : (
          <Trans>You imposed it, so another person decides.</Trans>
        )}
      </span>
    );
  }
  const decide = (decision: AppealVerdict['decision']) => () => onDecide({ appeal, decision });
  return (
    <>
      <Button size="small" disabled={isLocked} onClick={decide('lift')}>
        <Trans>Lift…</Trans>
      </Button>
      {appeal.sanction.status === 'closed' ? null : (
        <Button size="small" disabled={isLocked} onClick={decide('shorten')}>
          <Trans>Shorten…</Trans>
        </Button>
      )}
      <Button size="small" variant="quiet" disabled={isLocked} onClick={decide('uphold')}>
        <Trans>Uphold…</Trans>
      </Button>
    </>
  );
}

/** Appeals against suspensions, bans and closed accounts, oldest first. */
export function AppealsPage() {
  const { t } = useLingui();
  const list = useStaffList('GET /operator/appeal', { query: {} }, 'members');
  const [verdict, setVerdict] = useState<AppealVerdict | null>(null);
  return (
    <div className={layout.place}>
      <AppealQueue
        list={list}
        about={
          <Trans>Members appeal against a suspension, a ban or a closed account, once each.</Trans>
        }
      >
        {(appeal) => (
          <AppealItem
            key={appeal.appeal_id}
            name={
              <Link className={styles.name} to={`/members/${appeal.member_id}`}>
                {appeal.member_name || t`deleted member`}
              </Link>
            }
            at={appeal.created_at}
            text={appeal.text}
            facts={<AppealFacts appeal={appeal} />}
          >
            <AppealButtons appeal={appeal} onDecide={setVerdict} />
          </AppealItem>
        )}
      </AppealQueue>
      {verdict === null ? null : (
        <DecideAppealDialog {...verdict} onClose={() => setVerdict(null)} />
      )}
    </div>
  );
}
