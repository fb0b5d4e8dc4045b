import { Trans, useLingui } from '@lingui/react/macro';
import { staffEndpoints } from '@sangwian/contract/endpoints/operator/staff';
import { STAFF_ROLES, type StaffRole } from '@sangwian/contract/permissions';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { contractResolver } from '../../shared/forms/contract-resolver.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useRoleName, useRoleTask } from '../../shared/session/role-name.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { InvitationLink } from './invitation-link.tsx';

interface Values {
  name: string;
  email: string;
  role: StaffRole;
}

/** Invites somebody: the answer is a link, which is shown once and sent by e-mail where mail is set up. */
export default function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const roleName = useRoleName();
  const roleTask = useRoleTask();
  const isLocked = useWritesLocked();
  const [sent, setSent] = useState<{ name: string; link: string } | null>(null);
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
    <Dialog
      title={t`Invite someone`}
      description={t`They choose a password and set up their authenticator app with the link.`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="big"
            icon={Send}
            disabled={isSending || isLocked}
          >
            <Trans>Invite</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
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
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
