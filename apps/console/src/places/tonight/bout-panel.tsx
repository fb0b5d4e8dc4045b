import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { MatchFighter } from '@sangwian/contract/endpoints/live';
import type { Show, ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { classNames } from '@sangwian/ui/class-names';
import { Gavel, Pause, Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNames } from '../../shared/bouts/names.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Coins } from '../../shared/ui/coins.tsx';
import base from './base.module.css';
import { BoutActions } from './bout-actions.tsx';
import styles from './bout-panel.module.css';
import { BoutSwitch } from './bout-switch.tsx';
import { formatClock, secondsLeft, shareDone } from './clock.ts';
import { CornerName } from './corner-name.tsx';
import { Crest } from './crest.tsx';
import { ResultPanel } from './result-panel.tsx';
import { useActs } from './use-act.ts';
import { useServerNow } from './use-server-now.ts';

const CorrectDialog = lazy(async () => ({
  default: (await import('../../shared/bouts/correct-dialog.tsx')).CorrectDialog,
}));

const CLOCK_MS = 200;
const PERCENT = 100;

interface Props {
  readonly show: Show;
  readonly readAtMs: number;
  readonly bout: ShowBout;
}

function Fighter({ fighter, corner }: { fighter: MatchFighter; corner: 'red' | 'blue' }) {
  const names = useNames();
  const { wins, losses, draws } = fighter;
  return (
    <div className={classNames(styles.side, styles[corner])}>
      <Crest name={names.of(fighter.name)} corner={corner} />
      <div>
        <CornerName corner={corner} />
        <div className={styles.fighter}>{names.of(fighter.name)}</div>
        <small className={base.clip}>{names.of(fighter.gym)}</small>
        <small className={styles.record}>
          <Trans>
            W {wins} L {losses} D {draws}
          </Trans>
        </small>
      </div>
    </div>
  );
}

/** The round, its clock and its state, calculated from the server's time. */
function BoutClock({ show, readAtMs, bout }: Props) {
  const nowMs = useServerNow(show.server_time, readAtMs, CLOCK_MS);
  const { round, rounds, status, clock_stopped_at: stoppedAt, result } = bout;
  const left = secondsLeft(bout, nowMs);
  return (
    <div className={styles.clock}>
      <span className={styles.roundName}>
        {round === null ? null : round.resting ? (
          <Trans>Rest after round {round.number}</Trans>
        ) : (
          <Trans>
            Round {round.number} of {rounds}
          </Trans>
        )}
      </span>
      <span className={styles.time} role="timer">
        {left === null
          ? status === 'not_started'
            ? formatClock(bout.round_s)
            : '–'
          : formatClock(left)}
      </span>
      <span className={styles.clockState}>
        {status === 'not_started' ? <Trans>Not started</Trans> : null}
        {status === 'ended' && result === null ? (
          <>
            <Gavel size={16} aria-hidden="true" /> <Trans>Awaiting the result</Trans>
          </>
        ) : null}
        {status === 'ended' && result !== null ? <Trans>Result recorded</Trans> : null}
        {round === null ? null : stoppedAt !== null ? (
          <>
            <Pause size={16} aria-hidden="true" /> <Trans>Clock stopped</Trans>
          </>
        ) : left === 0 ? (
          <Trans>Time is over</Trans>
        ) : round.resting ? (
          <>
            <Pause size={16} aria-hidden="true" /> <Trans>Resting</Trans>
          </>
        ) : (
          <>
            <Play size={16} aria-hidden="true" /> <Trans>Running</Trans>
          </>
        )}
      </span>
    </div>
  );
}

function RoundTrack({ show, readAtMs, bout }: Props) {
  const nowMs = useServerNow(show.server_time, readAtMs, 1_000);
  const { round, rounds, status } = bout;
  const left = secondsLeft(bout, nowMs);
  const number = round?.number ?? (status === 'ended' ? rounds + 1 : 0);
  return (
    <ol className={styles.track}>
      {Array.from({ length: rounds }, (_, index) => index + 1).map((one) => {
        const isNow = one === number;
        const share =
          one < number || (isNow && round?.resting) ? 1 : isNow ? shareDone(left, bout.round_s) : 0;
        return (
          <li
            key={one}
            className={classNames(isNow && styles.nowRound)}
            aria-current={isNow ? 'step' : undefined}
          >
            <span>
              <Trans>Round {one}</Trans>
            </span>
            <i style={{ '--p': `${share * PERCENT}%` } as React.CSSProperties} />
          </li>
        );
      })}
    </ol>
  );
}

/** The gifts in escrow for the bout, and the switch for gifts. */
function GiftBar({ bout }: { readonly bout: ShowBout }) {
  const { t } = useLingui();
  const { run, isBusy } = useActs();
  const mayDirect = useMay('direct_show');
  const isLocked = useWritesLocked();
  const { gifts, gifts_enabled: isOn } = bout;
  const total = gifts.red.coins + gifts.blue.coins;
  const red = total === 0 ? PERCENT / 2 : Math.round((gifts.red.coins / total) * PERCENT);
  const toggle = () =>
    void run(
      'POST /operator/show/bouts/{match_live_id}/gifts',
      { id: bout.match_live_id, version: bout.version },
      { on: !isOn },
    );
  const label = isOn ? t`Gifts on` : t`Gifts off`;
  useCommands(
    mayDirect
      ? [
          {
            id: 'gifts',
            label: isOn ? t`Switch gifts off` : t`Switch gifts on`,
            group: t`Tonight`,
            keys: 'G',
            disabled: isBusy || isLocked,
            run: toggle,
          },
        ]
      : [],
  );
  const redShare = red;
  const blueShare = PERCENT - red;
  return (
    <div className={styles.gifts}>
      <Coins coins={gifts.red.coins} size={17} />
      <div>
        <span className={styles.giftLabel}>
          <Trans>Gifts held for this bout</Trans>
        </span>
        <div
          className={styles.giftBar}
          role="img"
          aria-label={t`Gifts held: red ${redShare}%, blue ${blueShare}%`}
        >
          <i className={styles.red} style={{ width: `${red}%` }} />
          <i className={styles.blue} />
        </div>
      </div>
      <Coins coins={gifts.blue.coins} size={17} />
      {mayDirect ? (
        <div className={styles.giftSwitch}>
          <BoutSwitch
            {...{ isOn, label }}
            keys="G"
            disabled={isBusy || isLocked}
            onClick={toggle}
          />
        </div>
      ) : (
        <span className={base.dim}>{label}</span>
      )}
    </div>
  );
}

/** The bout in the ring: its fighters, clock, gifts, steps and result. */
export function BoutPanel({ show, readAtMs, bout }: Props) {
  const names = useNames();
  const mayDirect = useMay('direct_show');
  const mayCorrect = useMay('record_result');
  const [isCorrecting, setCorrecting] = useState(false);
  const isOnAir = show.live?.status === 'in_progress';
  const { order, rounds } = bout;
  const count = show.bouts.length;
  const pounds = bout.weight_pounds;
  const division = names.of(bout.division);
  const decided = show.bouts.filter(({ decision }) => decision?.confirmed_at != null);
  return (
    <section className={classNames(base.panel, styles.bout)} aria-labelledby="tonight-bout">
      <div className={base.head}>
        <h2 id="tonight-bout">
          <Trans>
            Bout {order} of {count}
          </Trans>
        </h2>
        {bout.main_event ? (
          <Chip>
            <Trans>Main event</Trans>
          </Chip>
        ) : null}
        <span className={classNames(base.dim, base.clip)}>
          <Trans>
            {division} {pounds} lb · <Plural value={rounds} one="# round" other="# rounds" />
          </Trans>
        </span>
        <span className={base.gap} />
        {mayCorrect && decided.length > 0 ? (
          <Button variant="quiet" size="small" onClick={() => setCorrecting(true)}>
            <Trans>Correct…</Trans>
          </Button>
        ) : null}
      </div>
      <div className={styles.face}>
        <Fighter fighter={bout.red} corner="red" />
        <BoutClock show={show} readAtMs={readAtMs} bout={bout} />
        <Fighter fighter={bout.blue} corner="blue" />
      </div>
      <RoundTrack show={show} readAtMs={readAtMs} bout={bout} />
      <GiftBar bout={bout} />
      {mayDirect ? <BoutActions bout={bout} isOnAir={isOnAir} /> : null}
      {/* A result that was withdrawn is not preselected again. */}
      <ResultPanel
        key={`${bout.match_live_id} ${bout.decision?.recorded_at}`}
        bout={bout}
        isOnAir={isOnAir}
      />
      {isCorrecting && show.live !== null ? (
        <Suspense>
          <CorrectDialog
            programId={show.live.program_id}
            bouts={decided.map((one) => ({ ...one, red: one.red.name, blue: one.blue.name }))}
            onClose={() => setCorrecting(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
