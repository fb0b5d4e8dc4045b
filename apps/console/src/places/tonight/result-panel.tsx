import { Trans, useLingui } from '@lingui/react/macro';
import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { classNames } from '@sangwian/ui/class-names';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNames } from '../../shared/bouts/names.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Keys } from '../../shared/ui/keys.tsx';
import base from './base.module.css';
import { ReopenButton } from './reopen-button.tsx';
import styles from './result-panel.module.css';
import { useActs } from './use-act.ts';
import { type ResultChoice, useResultChoice, useResultKeys } from './use-result-choice.ts';

interface OptionProps {
  readonly isOn: boolean;
  readonly isOff: boolean;
  readonly corner?: 'red' | 'blue';
  readonly keys?: string;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Option({ isOn, isOff, corner, keys, onChoose, children }: OptionProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isOff}
      className={classNames(styles.option, corner && styles[corner])}
      onClick={onChoose}
    >
      {corner === undefined || isOn ? null : (
        <i className={classNames(base.slash, base[corner])} aria-hidden="true" />
      )}
      <span className={base.clip}>{children}</span>
      {keys === undefined ? null : <Keys name={keys} />}
    </button>
  );
}

interface PicksProps {
  readonly bout: ShowBout;
  readonly choice: ResultChoice;
  readonly isOpen: boolean;
  readonly off: boolean;
}

/**
 * The choice of winner and method. Before the bout ends it is disabled and names the corners instead of the fighters.
 */
function Picks({ bout, choice, isOpen, off }: PicksProps) {
  const { t } = useLingui();
  const names = useNames();
  const { winner, method, chooseWinner, chooseMethod } = choice;
  const methods = [
    ['decision', t`Decision`, 'D'],
    ['tko', t`TKO`, 'T'],
    ['disqualification', t`DQ`, 'Q'],
  ] as const;
  const winners = [
    ['red', isOpen ? names.of(bout.red.name) : t`Red`, '1'],
    ['draw', t`Draw`, '2'],
    ['blue', isOpen ? names.of(bout.blue.name) : t`Blue`, '3'],
  ] as const;
  return (
    <div className={styles.picks}>
      <fieldset className={styles.pick} aria-label={t`Winner`}>
        {winners.map(([one, label, keys]) => (
          <Option
            key={one}
            isOn={winner === one}
            isOff={off}
            {...(one === 'draw' ? {} : { corner: one })}
            keys={keys}
            onChoose={() => chooseWinner(one)}
          >
            {label}
          </Option>
        ))}
      </fieldset>
      <fieldset className={styles.pick} aria-label={t`Method`}>
        {methods.map(([one, label, keys]) => (
          <Option
            key={one}
            isOn={method === one}
            isOff={off}
            keys={keys}
            onChoose={() => chooseMethod(one)}
          >
            {label}
          </Option>
        ))}
        <Option isOn={choice.isOther} isOff={off} keys="O" onChoose={choice.chooseOther}>
          {choice.isOther && method !== null ? names.method(method) : t`Other`}
        </Option>
      </fieldset>
    </div>
  );
}

/** The choice of the round of an early end, and the button that shows and records the whole result. */
function Record({ bout, choice, off, onRecord }: Omit<PicksProps, 'isOpen'> & RecordProps) {
  const { t } = useLingui();
  const names = useNames();
  const { winner, method, round, hasRound } = choice;
  const winnerName = winner === 'red' || winner === 'blue' ? names.of(bout[winner].name) : null;
  const parts = [
    winnerName,
    method === null ? null : names.method(method),
    round === null ? null : t`R${round}`,
  ];
  const shown = parts.filter((part) => part !== null).join(', ');
  return (
    <div className={styles.picks}>
      {hasRound ? (
        <fieldset className={styles.pick} aria-label={t`Round`}>
          <span className={base.dim}>{t`Round`}</span>
          {Array.from({ length: bout.rounds }, (_, index) => index + 1).map((one) => (
            <Option
              key={one}
              isOn={round === one}
              isOff={off}
              onChoose={() => choice.chooseRound(one)}
            >
              {one}
            </Option>
          ))}
        </fieldset>
      ) : null}
      <span className={base.gap} />
      <Button
        variant="primary"
        size="big"
        keys="Ctrl+Enter"
        disabled={off || !choice.isComplete}
        onClick={onRecord}
      >
        {shown === '' ? <Trans>Record the result</Trans> : <Trans>Record {shown}</Trans>}
      </Button>
    </div>
  );
}

interface RecordProps {
  readonly onRecord: () => void;
}

interface Props {
  readonly bout: ShowBout;
  readonly isOnAir: boolean;
}

/** Chooses winner, method and round, and records the result. Locked until the bout has ended. */
export function ResultPanel({ bout, isOnAir }: Props) {
  const { t } = useLingui();
  const { run, isBusy } = useActs();
  const isConnectionLost = useWritesLocked();
  const mayRecord = useMay('record_result');
  const choice = useResultChoice(bout);
  const { match_live_id: id, version, status, decision, result } = bout;
  const isOver = status === 'ended' && decision === null && result === null;
  const isOpen = isOver && mayRecord;
  const off = !isOpen || isBusy || isConnectionLost;
  const record = () => {
    if (off || !choice.isComplete) return;
    const { winner, method, round } = choice;
    void run(
      'POST /operator/show/bouts/{match_live_id}/result',
      { id, version },
      { winner, method, ...(round === null ? {} : { round }) },
    );
  };
  useResultKeys({ choice, isOpen, off, onRecord: record });
  if (!mayRecord) return null;
  return (
    <section className={styles.result} aria-label={t`Result`}>
      <div className={styles.resultHead}>
        <b>
          <Trans>Result</Trans>
        </b>
        {isOpen ? null : decision === null ? (
          <span className={base.dim}>
            <Lock size={16} aria-hidden="true" /> <Trans>Opens when the bout ends</Trans>
          </span>
        ) : (
          <span className={base.dim}>
            <Trans>Recorded by {decision.recorded_by}</Trans>
          </span>
        )}
        <span className={base.gap} />
        {isOver && isOnAir && bout.undo?.action === 'end' ? <ReopenButton bout={bout} /> : null}
      </div>
      <Picks bout={bout} choice={choice} isOpen={isOpen} off={off} />
      {isOpen ? <Record bout={bout} choice={choice} off={off} onRecord={record} /> : null}
    </section>
  );
}
