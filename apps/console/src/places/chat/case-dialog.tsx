import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { TIMEOUT_MINUTES, useTimeoutNames } from '../../shared/chat/timeouts.ts';
import { REASONS, useReasonNames } from '../../shared/chat/use-reason-names.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { type Case, reasonOf, type Verdict } from './cases.ts';
import styles from './chat-place.module.css';

const NOTE_CHARS_MAX = 400;

interface CaseDialogProps {
  readonly reported: Case;
  readonly onClose: () => void;
}

/** One case: the reports, the moderator who works on it, and the decision. */
export function CaseDialog({ reported, onClose }: CaseDialogProps) {
  const { t } = useLingui();
  const names = useReasonNames();
  const name = reported.member_name || t`deleted member`;
  const { decision, taken } = reported;
  const outcomes: Readonly<Record<Verdict, string>> = {
    removed: t`Message removed`,
    timed_out: t`Member timed out`,
    dismissed: t`Dismissed`,
  };
  const facts = (
    <>
      <p className={styles.quote} dir="auto">
        {reported.text ?? <Trans>About the member, not about one message</Trans>}
      </p>
      <div className={styles.actions}>
        {Object.entries(reported.reasons).map(([reason, count]) => (
          <Chip key={reason} tone="warn">
            {names[reason as ReportReason]} × {count}
          </Chip>
        ))}
        {taken === null ? null : (
          <Chip>
            <Trans>Taken by {taken.by}</Trans>
          </Chip>
        )}
      </div>
      {reported.notes.length === 0 ? null : (
        <ul className={styles.notes}>
          {reported.notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fans may write the same, and the list does not change.
            <li key={index} dir="auto">
              “{note}”
            </li>
          ))}
        </ul>
      )}
    </>
  );
  if (decision === null) return <OpenCase {...{ reported, name, facts, onClose }} />;
  const outcome = outcomes[decision.decision];
  return (
    <Dialog
      title={t`Reports about ${name}`}
      onClose={onClose}
      actions={
        <>
          <ActionsGap />
          <Button size="big" keys="Escape" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        {facts}
        <p className={styles.weak}>
          <Trans>
            {outcome} by {decision.by}: {decision.reason}
          </Trans>
        </p>
      </DialogBody>
    </Dialog>
  );
}

interface OpenCaseProps extends CaseDialogProps {
  readonly name: string;
  readonly facts: React.ReactNode;
}

function OpenCase({ reported, name, facts, onClose }: OpenCaseProps) {
  const { t } = useLingui();
  const names = useReasonNames();
  const timeouts = useTimeoutNames();
  const isLocked = useWritesLocked();
  const [because, setBecause] = useState(reasonOf(reported));
  const [minutes, setMinutes] = useState('60');
  const [note, setNote] = useState('');
  const [take, isTaking] = useWrite('POST /operator/chat/cases/{chat_case_id}/take');
  const [decide, isDeciding] = useWrite('POST /operator/chat/cases/{chat_case_id}/decide');
  const params = { chat_case_id: reported.chat_case_id };
  const isBusy = isTaking || isDeciding || isLocked;
  const takeIt = async () => {
    await take({ params, body: {} });
    await queryClient.invalidateQueries({ queryKey: ['chat'] });
  };
  const act = async (decision: Verdict) => {
    const text = note.trim();
    const why = decision === 'dismissed' ? t`No breach of the rules` : names[because];
    const answer = await decide({
      params,
      body: {
        decision,
        because,
        reason: text === '' ? why : `${why}: ${text}`,
        ...(decision === 'timed_out' ? { timeout_minutes: Number(minutes) } : {}),
      },
    });
    await queryClient.invalidateQueries({ queryKey: ['chat'] });
    if (answer !== null) onClose();
  };
  return (
    <Dialog
      title={t`Reports about ${name}`}
      onClose={onClose}
      actions={
        <>
          {reported.taken === null ? (
            <Button size="big" disabled={isBusy} onClick={() => void takeIt()}>
              <Trans>Take</Trans>
            </Button>
          ) : null}
          <ActionsGap />
          <Button size="big" disabled={isBusy} onClick={() => void act('dismissed')}>
            <Trans>Dismiss</Trans>
          </Button>
          {reported.chat_message_id === null ? null : (
            <Button
              size="big"
              variant="danger"
              disabled={isBusy}
              onClick={() => void act('removed')}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
          <Button
            size="big"
            variant="danger-filled"
            disabled={isBusy}
            onClick={() => void act('timed_out')}
          >
            <Trans>Time out</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        {facts}
        <div className={styles.pair}>
          <SelectField
            label={t`Reason for the author`}
            value={because}
            options={REASONS.map((value) => ({ value, label: names[value] }))}
            onChange={({ currentTarget }) => setBecause(currentTarget.value as ReportReason)}
          />
          <SelectField
            label={t`Length of a time-out`}
            value={minutes}
            options={TIMEOUT_MINUTES.map((value) => ({
              value: `${value}`,
              label: timeouts[value],
            }))}
            onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
          />
        </div>
        <Field
          label={t`Note for the log`}
          hint={t`Only staff read it.`}
          maxLength={NOTE_CHARS_MAX}
          autoComplete="off"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </DialogBody>
    </Dialog>
  );
}
