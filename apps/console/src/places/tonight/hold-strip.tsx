import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Show, ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { formatTime } from '@sangwian/i18n/format-date';
import { classNames } from '@sangwian/ui/class-names';
import { Check, UserRoundCheck } from 'lucide-react';
import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from 'react';
import { ResultSentence } from '../../shared/bouts/result-sentence.tsx';
import { useCommands } from '../../shared/commands/commands.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Coins } from '../../shared/ui/coins.tsx';
import base from './base.module.css';
import { formatClock } from './clock.ts';
import styles from './hold-strip.module.css';
import { LazyJudges } from './lazy-judges.tsx';
import { useActs } from './use-act.ts';
import { useServerNow } from './use-server-now.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const SettleDialog = lazy(async () => ({
  default: (await import('./settle-dialog.tsx')).SettleDialog,
}));

const PERCENT = 100;

interface StepProps {
  readonly state: 'done' | 'now' | 'next';
  readonly share?: number;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function Step({ state, share = 0, title, children }: StepProps) {
  return (
    <li
      className={styles[`${state}Step`]}
      style={{ '--p': `${share * PERCENT}%` } as CSSProperties}
    >
      <b>
        {state === 'done' ? <Check size={16} aria-hidden="true" /> : null}
        {title}
      </b>
      <span className={base.clip}>{children}</span>
    </li>
  );
}

interface Props {
  readonly show: Show;
  readonly readAtMs: number;
  readonly bout: ShowBout;
  /** Whether the keys `C` and `W` act on this bout. Of several bouts, the newest has the keys. */
  readonly hasKeys: boolean;
}

function HoldStep({ bout, left, total }: { bout: ShowBout; left: number; total: number }) {
  const { decision } = bout;
  if (decision?.confirmed_at != null) {
    return (
      <Step
        state="done"
        title={<Trans>Confirmed {formatTime(Date.parse(decision.confirmed_at))}</Trans>}
      >
        {decision.confirmed_by === 'sangwian' ? (
          <Trans>after two minutes</Trans>
        ) : (
          decision.confirmed_by
        )}
      </Step>
    );
  }
  const clock = formatClock(left);
  return (
    <Step
      state="now"
      share={1 - left / total}
      title={
        <>
          <Trans>Hold</Trans> <span className={base.num}>{clock}</span>
        </>
      }
    >
      {decision?.recorded_by_me === true ? (
        <Trans>another person can confirm it now</Trans>
      ) : (
        <Trans>or confirmed by another person</Trans>
      )}
    </Step>
  );
}

function SettleStep({ bout }: { readonly bout: ShowBout }) {
  const { settlement } = bout;
  if (settlement === null) {
    return (
      <Step state="next" title={<Trans>Settle</Trans>}>
        <Trans>the coins of the gifts move</Trans>
      </Step>
    );
  }
  const { members, members_done: done, settled_at: settledAt, refunded_coins: coins } = settlement;
  if (settledAt !== null) {
    return (
      <Step state="done" title={<Trans>Settled {formatTime(Date.parse(settledAt))}</Trans>}>
        {coins === 0 ? (
          <Trans>nothing goes back</Trans>
        ) : (
          <Plural value={coins} one="# coin back" other="# coins back" />
        )}
      </Step>
    );
  }
  const percent = members === 0 ? 0 : Math.floor((done / members) * PERCENT);
  return (
    <Step
      state="now"
      share={percent / PERCENT}
      title={
        <>
          <Trans>Settling</Trans> <span className={base.num}>{percent}%</span>
        </>
      }
    >
      <Trans>
        {done} of <Plural value={members} one="# member" other="# members" />
      </Trans>
    </Step>
  );
}

/** The progress of a recorded result: hold, confirmation, settlement. */
export function HoldStrip({ show, readAtMs, bout, hasKeys }: Props) {
  const { t } = useLingui();
  const { isBusy } = useActs();
  const isLocked = useWritesLocked();
  const mayConfirm = useMay('confirm_result');
  const mayRecord = useMay('record_result');
  const [dialog, setDialog] = useState<'settle' | 'withdraw' | null>(null);
  const nowMs = useServerNow(show.server_time, readAtMs, 500);
  const { decision, settlement, order } = bout;
  if (decision === null) return null;
  const isOpen = decision.confirmed_at === null;
  const endsMs = decision.hold_ends_at === null ? nowMs : Date.parse(decision.hold_ends_at);
  const left = Math.max(0, (endsMs - nowMs) / 1_000);
  const canConfirm = isOpen && mayConfirm && !decision.recorded_by_me;
  const canWithdraw = isOpen && mayRecord;
  const off = isBusy || isLocked;
  const winner = bout.result?.winner;
  const group = t`Tonight`;
  return (
    <section
      className={classNames(base.panel, styles.strip)}
      aria-live="polite"
      aria-label={t`Result of bout ${order}`}
    >
      <div className={styles.stripHead}>
        <i
          className={classNames(
            base.slash,
            winner === 'red' && base.red,
            winner === 'blue' && base.blue,
          )}
          aria-hidden="true"
        />
        <h2 className={base.clip}>
          <Trans>Bout {order}</Trans> ·{' '}
          <ResultSentence result={bout.result} red={bout.red.name} blue={bout.blue.name} />
        </h2>
        <span className={base.gap} />
        <LazyJudges bout={bout} />
        {canWithdraw ? (
          <Button
            variant="quiet"
            {...(hasKeys ? { keys: 'W' } : {})}
            disabled={off}
            onClick={() => setDialog('withdraw')}
          >
            <Trans>Withdraw…</Trans>
          </Button>
        ) : null}
        {canConfirm ? (
          <Button
            variant="primary"
            icon={UserRoundCheck}
            {...(hasKeys ? { keys: 'C' } : {})}
            disabled={off}
            onClick={() => setDialog('settle')}
          >
            <Trans>Confirm…</Trans>
          </Button>
        ) : null}
        {settlement !== null && settlement.settled_at === null ? (
          <span className={base.dim}>
            <Coins coins={settlement.refunded_coins} /> <Trans>of</Trans>{' '}
            <Coins coins={settlement.total_coins} />
          </span>
        ) : null}
      </div>
      <ol className={styles.steps}>
        <Step
          state="done"
          title={<Trans>Recorded {formatTime(Date.parse(decision.recorded_at))}</Trans>}
        >
          {decision.recorded_by}
        </Step>
        <HoldStep bout={bout} left={left} total={show.hold_s} />
        <SettleStep bout={bout} />
      </ol>
      {hasKeys ? (
        <StripKeys
          canConfirm={canConfirm}
          canWithdraw={canWithdraw}
          off={off}
          group={group}
          onOpen={setDialog}
        />
      ) : null}
      {dialog === 'settle' && isOpen ? (
        <Suspense>
          <SettleDialog
            bout={bout}
            left={left}
            total={show.hold_s}
            onWithdraw={canWithdraw ? () => setDialog('withdraw') : null}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      ) : null}
      {dialog === 'withdraw' && isOpen ? (
        <WithdrawDialog bout={bout} onClose={() => setDialog(null)} />
      ) : null}
    </section>
  );
}

interface StripKeysProps {
  readonly canConfirm: boolean;
  readonly canWithdraw: boolean;
  readonly off: boolean;
  readonly group: string;
  readonly onOpen: (dialog: 'settle' | 'withdraw') => void;
}

function StripKeys({ canConfirm, canWithdraw, off, group, onOpen }: StripKeysProps) {
  const { t } = useLingui();
  useCommands([
    ...(canConfirm
      ? [
          {
            id: 'confirm',
            label: t`Confirm the result…`,
            group,
            keys: 'C',
            disabled: off,
            run: () => onOpen('settle'),
          },
        ]
      : []),
    ...(canWithdraw
      ? [
          {
            id: 'withdraw',
            label: t`Withdraw the result…`,
            group,
            keys: 'W',
            disabled: off,
            run: () => onOpen('withdraw'),
          },
        ]
      : []),
  ]);
  return null;
}
