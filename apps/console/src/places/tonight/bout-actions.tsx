import { Trans, useLingui } from '@lingui/react/macro';
import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { Flag, type LucideIcon, Pause, Play, SkipForward, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommands } from '../../shared/commands/commands.ts';
import type { KeyName } from '../../shared/commands/key-rules.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { Button, HoldButton } from '../../shared/ui/button.tsx';
import base from './base.module.css';
import styles from './bout-actions.module.css';
import { BoutSwitch } from './bout-switch.tsx';
import { useActs } from './use-act.ts';

type Direction = 'start' | 'round' | 'rest' | 'stop-clock' | 'start-clock' | 'end' | 'undo';

interface Step {
  readonly id: string;
  readonly label: string;
  readonly keys: KeyName;
  readonly look: 'primary' | 'plain' | 'quiet';
  readonly icon?: LucideIcon;
  readonly run: () => void;
}

/** Returns the acts that the bout's state allows: the next step first, then the clock, then the undo. */
function useSteps(bout: ShowBout, direct: (action: Direction, more?: object) => void): Step[] {
  const { t } = useLingui();
  const { round, rounds, status, clock_stopped_at: stoppedAt, undo } = bout;
  const number = round?.number ?? 0;
  const next = number + 1;
  const steps: Step[] = [];
  if (status === 'not_started') {
    const run = () => direct('start');
    const label = t`Start the bout`;
    steps.push({ id: 'start', label, keys: 'N', look: 'primary', icon: Play, run });
  }
  if (status === 'in_progress' && round !== null) {
    if (!round.resting && number < rounds) {
      const run = () => direct('rest');
      const label = t`End round ${number}`;
      steps.push({ id: 'rest', label, keys: 'R', look: 'primary', icon: Pause, run });
    }
    if (round.resting) {
      const run = () => direct('round', { number: next });
      const label = t`Start round ${next}`;
      steps.push({ id: 'round', label, keys: 'N', look: 'primary', icon: SkipForward, run });
    } else {
      const isStopped = stoppedAt !== null;
      const run = () => direct(isStopped ? 'start-clock' : 'stop-clock');
      const label = isStopped ? t`Start clock` : t`Stop clock`;
      steps.push({ id: 'clock', label, keys: 'S', look: 'plain', run });
    }
  }
  if (undo !== null) {
    const run = () => direct('undo');
    const label = t`Undo`;
    steps.push({ id: 'undo', label, keys: 'Z', look: 'quiet', icon: Undo2, run });
  }
  return steps;
}

interface Props {
  readonly bout: ShowBout;
  readonly isOnAir: boolean;
}

/** The acts on the bout. Only the next step is a primary button. */
export function BoutActions({ bout, isOnAir }: Props): ReactNode {
  const { t } = useLingui();
  const { run, isBusy } = useActs();
  const isLocked = useWritesLocked();
  const { status, match_live_id: id, version, draw_refunds: drawRefunds } = bout;
  const off = isBusy || isLocked || !isOnAir;
  const direct = (action: Direction, more: object = {}) =>
    void run(
      'POST /operator/show/bouts/{match_live_id}/direct',
      { id, version },
      { action, ...more },
    );
  const switchDraw = () =>
    void run(
      'POST /operator/show/bouts/{match_live_id}/draw-refunds',
      { id, version },
      { on: !drawRefunds },
    );
  const steps = useSteps(bout, direct);
  const group = t`Tonight`;
  const canEnd = status === 'in_progress';
  const end = () => direct('end');
  const endCommand = { id: 'end', label: t`End the bout`, group, keys: 'E', hold: true } as const;
  useCommands([
    ...(status === 'ended' ? [] : steps).map(({ id: step, label, keys, run: act }) => ({
      ...{ id: step, label, group, keys, disabled: off, run: act },
    })),
    ...(canEnd ? [{ ...endCommand, disabled: off, run: end }] : []),
  ]);
  // The button that reopens an ended bout is beside the result.
  if (status === 'ended') return null;
  return (
    <div className={styles.actions}>
      {steps.map(({ id: step, label, keys, look, icon, run: act }) => (
        <Button
          key={step}
          variant={look}
          size="big"
          keys={keys}
          {...(icon === undefined ? {} : { icon })}
          disabled={off}
          onClick={act}
        >
          {label}
        </Button>
      ))}
      <span className={base.gap} />
      {status === 'not_started' ? (
        <BoutSwitch
          isOn={drawRefunds}
          label={t`A draw gives coins back`}
          disabled={isBusy || isLocked}
          onClick={switchDraw}
        />
      ) : null}
      {canEnd ? (
        <HoldButton
          command="end"
          variant="danger"
          size="big"
          icon={Flag}
          disabled={off}
          onHeld={end}
        >
          <Trans>End bout</Trans>
          <kbd className={styles.holdKey}>
            <Trans>Hold E</Trans>
          </kbd>
        </HoldButton>
      ) : null}
    </div>
  );
}
