import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ShowBout, ShowConsequences } from '@sangwian/contract/endpoints/operator/show';
import { formatTime } from '@sangwian/i18n/format-date';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import effects from '../../shared/bouts/effects.module.css';
import { useNames } from '../../shared/bouts/names.ts';
import { ResultSentence } from '../../shared/bouts/result-sentence.tsx';
import { useCommands } from '../../shared/commands/commands.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMe } from '../../shared/session/session-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Coins } from '../../shared/ui/coins.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import base from './base.module.css';
import { formatClock } from './clock.ts';
import { CornerName } from './corner-name.tsx';
import { Crest } from './crest.tsx';
import styles from './settle-dialog.module.css';
import { useActs } from './use-act.ts';

const CIRCUMFERENCE = 2 * Math.PI * 23;

function Countdown({ left, total }: { readonly left: number; readonly total: number }) {
  const { t } = useLingui();
  const seconds = Math.ceil(left);
  return (
    <div
      className={styles.ring}
      role="timer"
      aria-label={t`Confirmed automatically in ${plural(seconds, { one: '# second', other: '# seconds' })}`}
    >
      <svg viewBox="0 0 52 52" aria-hidden="true">
        <circle cx="26" cy="26" r="23" fill="none" stroke="var(--bg-3)" strokeWidth="4" />
        <circle
          cx="26"
          cy="26"
          r="23"
          fill="none"
          stroke="var(--ink)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={`${(left / total) * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
        />
      </svg>
      <span className={base.num}>{formatClock(left)}</span>
    </div>
  );
}

function Effects({ bout, of }: { readonly bout: ShowBout; readonly of: ShowConsequences }) {
  const names = useNames();
  const { refund, kept, picks, viewers } = of;
  const loser = refund.corners.map((corner) => names.of(bout[corner].name)).join(' · ');
  const right = picks === null ? '' : formatCoins(picks.right);
  const wrong = picks === null ? '' : formatCoins(picks.wrong);
  return (
    <ul className={effects.effects}>
      <li>
        <Coins coins={refund.coins} size={18} />
        <span>
          {refund.coins === 0 ? (
            <Trans>go back: nobody cheered for the other corner</Trans>
          ) : (
            <>
              <Trans>
                go back to{' '}
                <b>
                  <Plural value={refund.members} one="# member" other="# members" />
                </b>{' '}
                who cheered {loser}
              </Trans>
              <small>
                <Trans>
                  <Plural value={refund.gifts} one="# gift" other="# gifts" />; each member sees the
                  line at once
                </Trans>
              </small>
            </>
          )}
        </span>
      </li>
      <li>
        <Coins coins={kept.coins} size={18} />
        <span>
          <Trans>are kept as revenue</Trans>
          <small>
            <Plural value={kept.members} one="# member" other="# members" />
          </small>
        </span>
      </li>
      {picks === null ? null : (
        <li>
          <span className={effects.num}>{formatCoins(picks.total)}</span>
          <span>
            <Trans>
              picks are scored: <b>{right}</b> right, <b>{wrong}</b> wrong
            </Trans>
          </span>
        </li>
      )}
      <li>
        <span className={effects.num}>{formatCoins(viewers)}</span>
        <span>
          <Trans>screens show the result, each in step with its picture</Trans>
        </span>
      </li>
    </ul>
  );
}

interface Props {
  readonly bout: ShowBout;
  readonly left: number;
  readonly total: number;
  readonly onWithdraw: (() => void) | null;
  readonly onClose: () => void;
}

/** Confirms a result as the second person: shows the effect in numbers and asks for the winner's name. */
export function SettleDialog({ bout, left, total, onWithdraw, onClose }: Props) {
  const { t } = useLingui();
  const id = useId();
  const names = useNames();
  const me = useMe();
  const { run, isBusy, isUnknown } = useActs();
  const isLocked = useWritesLocked();
  const [typed, setTyped] = useState('');
  const { decision, order, result } = bout;
  const query = useQuery(
    staffQuery(
      'GET /operator/show/bouts/{match_live_id}/consequences',
      { params: { match_live_id: bout.match_live_id } },
      'show',
    ),
  );
  const winner = names.winner(bout);
  const wanted = winner ?? (result === null ? '' : names.method(result.method));
  const matches = typed.trim().toLocaleLowerCase() === wanted.toLocaleLowerCase();
  const isReady = matches && !isBusy && !isLocked && query.data !== undefined;
  const confirm = async () => {
    if (!isReady) return;
    await run('POST /operator/show/bouts/{match_live_id}/confirm', {
      id: bout.match_live_id,
      version: bout.version,
    });
    onClose();
  };
  const action = t`Settle bout ${order}`;
  useCommands([
    {
      id: `${id}-settle`,
      label: action,
      group: action,
      keys: 'Ctrl+Enter',
      inDialogs: true,
      keyOnly: true,
      disabled: !isReady,
      run: () => void confirm(),
    },
  ]);
  if (decision === null) return null;
  const recorder = decision.recorded_by;
  const at = formatTime(Date.parse(decision.recorded_at));
  const clock = formatClock(left);
  const corner = result?.winner === 'red' || result?.winner === 'blue' ? result.winner : null;
  return (
    <Dialog
      title={t`Settle bout ${order}?`}
      description={
        <>
          <Trans>
            Recorded by {recorder} at {at}. You, {me.name}, are the second person.
          </Trans>
          <br />
          <Trans>Without you it settles automatically in {clock}.</Trans>
        </>
      }
      aside={<Countdown left={left} total={total} />}
      onClose={onClose}
      actions={
        <>
          {onWithdraw === null ? null : (
            <Button variant="danger" icon={Undo2} onClick={onWithdraw}>
              <Trans>Withdraw the result…</Trans>
            </Button>
          )}
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button
            variant="primary"
            size="big"
            keys="Ctrl+Enter"
            disabled={!isReady}
            onClick={() => void confirm()}
          >
            {isUnknown ? <Trans>Sending again…</Trans> : action}
          </Button>
        </>
      }
    >
      <DialogBody>
        <div className={classNames(styles.winner, corner !== null && styles[corner])}>
          {corner === null ? null : <Crest name={names.of(bout[corner].name)} corner={corner} />}
          <div>
            {corner === null ? null : <CornerName corner={corner} />}
            <div className={styles.winnerName}>
              <ResultSentence result={bout.result} red={bout.red.name} blue={bout.blue.name} />
            </div>
          </div>
        </div>
        <QueryView query={query} rows={3}>
          {(of) => <Effects bout={bout} of={of} />}
        </QueryView>
        <Field
          label={t`After this, coins move only by an audited adjustment. Type “${wanted}” to go on.`}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          trailing={
            matches ? (
              <span className={styles.matches}>
                <Check size={16} aria-hidden="true" />
                <Trans>matches</Trans>
              </span>
            ) : null
          }
        />
      </DialogBody>
    </Dialog>
  );
}
