import { useLingui } from '@lingui/react/macro';
import type { OpenAppeal } from '@sangwian/contract/endpoints/operator/appeals';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { EditingMark } from '../../shared/live/editing-mark.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { HOURS_FIRST, SuspensionTerms } from './suspension-terms.tsx';
import { useMemberAct } from './use-member-act.ts';

export interface AppealVerdict {
  readonly appeal: OpenAppeal;
  readonly decision: 'uphold' | 'lift' | 'shorten';
}

interface DecideAppealDialogProps extends AppealVerdict {
  readonly onClose: () => void;
}

/**
 * Asks for the reason of the decision, which the member can read, and sends the decision. A refusal keeps what was
 * typed.
 */
export function DecideAppealDialog({ appeal, decision, onClose }: DecideAppealDialogProps) {
  const { t } = useLingui();
  const [hours, setHours] = useState(HOURS_FIRST);
  const { run, isBusy, failure } = useMemberAct(onClose);
  const name = appeal.member_name;
  const reads = t`The member reads the reason.`;
  const texts = {
    lift: {
      title: t`Lift the sanction of ${name}`,
      what: t`${name} can sign in again at once.`,
      done: t`${name} can sign in again`,
    },
    shorten: {
      title: t`Shorten the sanction of ${name}`,
      what: t`${name} can sign in again after the time that you choose, counted from now.`,
      done: t`The sanction of ${name} is shortened`,
    },
    uphold: {
      title: t`Uphold the sanction of ${name}`,
      what: t`Nothing changes for ${name}. The appeal cannot be repeated.`,
      done: t`The appeal of ${name} is refused`,
    },
  }[decision];
  const submit = (reason: string) =>
    run(async () => {
      const body = { decision, reason, ...(decision === 'shorten' ? { hours } : {}) };
      await callStaff(`POST /operator/appeal/${appeal.kind}/{appeal_id}/decide`, {
        params: { appeal_id: appeal.appeal_id },
        body,
      });
      return texts.done;
    });
  return (
    <ConfirmDialog
      title={texts.title}
      description={`${texts.what} ${reads}`}
      asksReason
      isDanger={decision === 'uphold'}
      isBusy={isBusy}
      action={texts.title}
      onConfirm={(reason) => void submit(reason)}
      onClose={onClose}
    >
      <EditingMark subject={`member:${appeal.member_id}`} />
      <FormFailure error={failure} />
      {decision === 'shorten' ? <SuspensionTerms hours={hours} onHours={setHours} /> : null}
    </ConfirmDialog>
  );
}
