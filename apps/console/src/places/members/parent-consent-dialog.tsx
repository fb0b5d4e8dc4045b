import { useLingui } from '@lingui/react/macro';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { EditingMark } from '../../shared/live/editing-mark.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useMemberAct } from './use-member-act.ts';

interface ParentConsentDialogProps {
  readonly member: MemberFile;
  readonly onClose: () => void;
}

/** Records that a parent consents to a minor's purchases, or that the parent withdraws the consent. */
export function ParentConsentDialog({ member, onClose }: ParentConsentDialogProps) {
  const { t } = useLingui();
  // The dialog keeps its question even if a colleague records a consent in the meantime.
  const [given] = useState(member.parent_consent?.given !== true);
  const { run, isBusy, failure } = useMemberAct(onClose);
  const { name } = member;
  const submit = (reason: string) =>
    run(async () => {
      await callStaff('POST /operator/member/{member_id}/parent-consent', {
        params: { member_id: member.member_id },
        body: { given, reason },
      });
      return given ? t`The consent is recorded` : t`The withdrawal is recorded`;
    });
  return (
    <ConfirmDialog
      title={given ? t`A parent of ${name} consents` : t`A parent of ${name} withdraws the consent`}
      description={
        given
          ? t`${name} can buy coins although under twenty. Give as the reason how the parent proved it.`
          : t`${name} cannot buy coins while under twenty. Orders that are paid stay.`
      }
      asksReason
      isDanger={!given}
      isBusy={isBusy}
      action={given ? t`Record the consent` : t`Record the withdrawal`}
      onConfirm={(reason) => void submit(reason)}
      onClose={onClose}
    >
      <EditingMark subject={`member:${member.member_id}`} />
      <FormFailure error={failure} />
    </ConfirmDialog>
  );
}
