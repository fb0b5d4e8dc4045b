import { Trans, useLingui } from '@lingui/react/macro';
import { staffEndpoints } from '@sangwian/contract/endpoints/operator/staff';
import { STAFF_ROLES, type StaffRole } from '@sangwian/contract/permissions';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { contractResolver } from '../../shared/forms/contract-resolver.ts';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useRoleName, useRoleTask } from '../../shared/session/role-name.ts';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { InvitationLink, type SentLink } from './invitation-link.tsx';

interface Values {
  name: string;
  email: string;
  role: StaffRole;
}

/** Invites an operator. The response contains a link, which is shown once, and sent by e-mail if mail is configured. */
export default function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const roleName = useRoleName();
  const roleTask = useRoleTask();
  const [sent, setSent] = useState<SentLink | null>(null);
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: { name: '', email: '', role: 'show_caller' },
    resolver: contractResolver(staffEndpoints['POST /operator/invitation'].body),
    fields: { staff_email_taken: 'email', email_invalid: 'email' },
    send: async (body) => {
      const { data } = await callStaff('POST /operator/invitation', { body });
      setSent(data);
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  if (sent) return <InvitationLink {...sent} onClose={onClose} />;
  return (
    <SaveDialog
      title={t`Invite someone`}
      description={t`They choose a password and set up their authenticator app with the link.`}
      action={<Trans>Invite</Trans>}
      icon={Send}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <Field
        label={t`Name`}
        autoComplete="off"
        error={errorOf('name')}
        {...form.register('name')}
      />
      <Field
        label={t`E-mail`}
        type="email"
        autoComplete="off"
        error={errorOf('email')}
        {...form.register('email')}
      />
      <SelectField
        label={t`Role`}
        hint={roleTask(form.watch('role'))}
        options={STAFF_ROLES.map((role) => ({ value: role, label: roleName(role) }))}
        {...form.register('role')}
      />
    </SaveDialog>
  );
}
