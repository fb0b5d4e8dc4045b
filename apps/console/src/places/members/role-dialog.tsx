import { useLingui } from '@lingui/react/macro';
import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { EditingMark } from '../../shared/live/editing-mark.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { ROLE_NAMES, useNames } from './names.ts';
import { useMemberAct } from './use-member-act.ts';

interface RoleDialogProps {
  readonly member: MemberFile;
  readonly onClose: () => void;
}

/** Gives a member a chat role, which fans see beside the member's name, or removes the role. */
export function RoleDialog({ member, onClose }: RoleDialogProps) {
  const { t } = useLingui();
  const { nameOf } = useNames();
  // The role that the operator saw. The act is refused if a colleague has changed the role in the meantime.
  const [before] = useState(member.role);
  const [chosen, setChosen] = useState<ChatRole | ''>(before ?? '');
  const { run, isBusy, failure } = useMemberAct(onClose);
  const { name } = member;
  const what: Record<ChatRole | '', string> = {
    admin: t`${name} moderates the chat from the live page, and wears the badge “Admin”.`,
    moderator: t`${name} moderates the chat from the live page, and wears the badge “Moderator”.`,
    partner: t`${name} wears the badge “Partner” in the chat. It allows nothing else.`,
    '': t`${name} is a fan like all others.`,
  };
  const submit = (reason: string) =>
    run(async () => {
      const role = chosen === '' ? null : chosen;
      await callStaff('PUT /operator/member/{member_id}/role', {
        params: { member_id: member.member_id },
        body: { role, role_before: before, reason },
      });
      return t`The chat role of ${name} is changed`;
    });
  return (
    <ConfirmDialog
      title={t`Chat role of ${name}`}
      description={what[chosen]}
      asksReason
      isBusy={isBusy || chosen === (before ?? '')}
      action={t`Change the role`}
      onConfirm={(reason) => void submit(reason)}
      onClose={onClose}
    >
      <EditingMark subject={`member:${member.member_id}`} />
      <FormFailure error={failure} />
      <SelectField
        label={t`Role in the chat`}
        value={chosen}
        options={[
          { value: '', label: t`No role` },
          ...Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label: nameOf(label) })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value as ChatRole | '')}
      />
    </ConfirmDialog>
  );
}
