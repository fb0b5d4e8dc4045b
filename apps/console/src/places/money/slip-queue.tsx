import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SlipCase } from '@sangwian/contract/endpoints/operator/orders';
import { classNames } from '@sangwian/ui/class-names';
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import type { StaffList } from '../../shared/api/staff-query.ts';
import { formatBaht } from '../../shared/baht.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Keys } from '../../shared/ui/keys.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { useNow } from '../../shared/use-now.ts';
import { REJECTION_NAMES, useNames } from './names.ts';
import { problemsOf } from './slip-checks.ts';
import type { PendingDecision } from './slip-decisions.ts';
import styles from './slips-page.module.css';

const TICK_MS = 500;

function PendingDecisionText({
  pending,
  onUndo,
}: {
  pending: PendingDecision;
  onUndo: () => void;
}) {
  const seconds = Math.max(0, Math.ceil((pending.sendsAt - useNow(TICK_MS)) / 1_000));
  const isApproval = pending.decision.action === 'approve';
  return (
    <div className={styles.pendingDecision}>
      <span className={styles.pendingText}>
        <Hourglass size={14} aria-hidden="true" />
        {isApproval ? (
          <Trans>Approving in {seconds} s</Trans>
        ) : (
          <Trans>Rejecting in {seconds} s</Trans>
        )}
      </span>
      {seconds > 0 ? (
        <Button variant="quiet" size="small" keys="Z" onClick={onUndo}>
          <Trans>Undo</Trans>
        </Button>
      ) : null}
    </div>
  );
}

function Flags({ slip }: { readonly slip: SlipCase }) {
  const { t } = useLingui();
  const texts = {
    reference_used: t`Reference used before`,
    not_readable: t`QR not readable`,
    sent_late: t`Order already ended`,
  };
  const problems = problemsOf(slip);
  return (
    <span className={styles.flags}>
      {problems.length === 0 ? (
        <Chip icon={CircleCheck}>
          <Trans>Reference is new</Trans>
        </Chip>
      ) : (
        problems.map((problem) => (
          <Chip key={problem} tone="warn" icon={TriangleAlert}>
            {texts[problem]}
          </Chip>
        ))
      )}
    </span>
  );
}

const minutesSince = (at: string, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const rest = `${Math.floor((seconds % 3_600) / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return hours === 0 ? rest : `${hours} h`;
};

interface SlipQueueProps {
  readonly waiting: StaffList<SlipCase>;
  readonly decided: StaffList<SlipCase>;
  readonly pending: readonly PendingDecision[];
  readonly currentId: string | undefined;
  readonly onChoose: (slipId: string) => void;
  readonly onUndo: () => void;
}

/** The slips that wait for a decision, oldest first, and the latest decided slips. */
export function SlipQueue(props: SlipQueueProps) {
  const { waiting, decided, pending, currentId, onChoose, onUndo } = props;
  const now = useNow();
  const { nameOf } = useNames();
  const { t } = useLingui();
  const reasonOf = ({ status, decided_reason: reason, decided_by: by }: SlipCase): string => {
    if (status === 'accepted') return t`Approved by ${by ?? '–'}`;
    const known = Object.entries(REJECTION_NAMES).find(([code]) => reason?.startsWith(code));
    return known === undefined ? t`Rejected by ${by ?? '–'}` : t`Rejected: ${nameOf(known[1])}`;
  };
  return (
    <aside className={styles.queue} aria-label={t`Slips`}>
      <div className={styles.head}>
        <h2>
          <Trans>Waiting</Trans>
        </h2>
        <span className={styles.count}>{waiting.items.length}</span>
        <span className={styles.gap} />
        <span className={styles.weak}>
          <Trans>oldest first</Trans>
        </span>
        <Keys name="J" />
        <Keys name="K" />
      </div>
      {waiting.isPending ? <Skeleton rows={5} /> : null}
      {waiting.error && waiting.items.length === 0 ? (
        <Failure error={waiting.error} onRetry={waiting.retry} />
      ) : null}
      {!waiting.isPending && !waiting.error && waiting.items.length === 0 ? (
        <Empty icon={CircleCheck} title={t`No slip waits`}>
          <Trans>New slips appear here by themselves.</Trans>
        </Empty>
      ) : null}
      <ul>
        {waiting.items.map((slip) => {
          const pendingDecision = pending.find(({ decision }) => decision.slip_id === slip.slip_id);
          const coins = slip.order.base_coins + slip.order.bonus_coins;
          return (
            <li
              key={slip.slip_id}
              className={classNames(styles.case, slip.slip_id === currentId && styles.current)}
            >
              <button
                type="button"
                className={styles.open}
                aria-current={slip.slip_id === currentId}
                onClick={() => onChoose(slip.slip_id)}
              >
                <span className={styles.line}>
                  <strong>{formatBaht(slip.order.satang)}</strong>
                  <span className={styles.weak}>
                    <Trans>
                      for <Plural value={coins} one="# coin" other="# coins" />
                    </Trans>
                  </span>
                  <span className={styles.end}>{minutesSince(slip.sent_at, now)}</span>
                </span>
                <span className={styles.line}>
                  <span>{slip.order.member.name}</span>
                  <span className={styles.number}>{slip.order.number}</span>
                </span>
              </button>
              {pendingDecision === undefined ? (
                <Flags slip={slip} />
              ) : (
                <PendingDecisionText pending={pendingDecision} onUndo={onUndo} />
              )}
            </li>
          );
        })}
      </ul>
      {waiting.hasMore ? (
        <div className={styles.more}>
          <Button onClick={waiting.loadMore} disabled={waiting.isLoadingMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
      {decided.items.length === 0 ? null : (
        <div className={styles.decided}>
          <div className={styles.head}>
            <h2>
              <Trans>Decided</Trans>
            </h2>
            <span className={styles.weak}>
              <Plural value={decided.items.length} one="# slip" other="# slips" />
            </span>
          </div>
          <ul>
            {decided.items.map((slip) => (
              <li key={slip.slip_id} className={styles.done}>
                <span className={styles.line}>
                  <strong>{formatBaht(slip.order.satang)}</strong>
                  <span className={styles.end}>
                    <Moment at={slip.decided_at ?? slip.sent_at} />
                  </span>
                </span>
                <span className={styles.line}>
                  <span>{slip.order.member.name}</span>
                  <span
                    className={classNames(styles.end, slip.status === 'rejected' && styles.bad)}
                  >
                    {reasonOf(slip)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  );
}
