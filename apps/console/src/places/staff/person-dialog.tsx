import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { STAFF_ROLES, type StaffRole } from '@sangwian/contract/permissions';
import { LogOut, UserRoundCheck, UserRoundX } from 'lucide-react';
import { isCode } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useRoleName, useRoleTask } from '../../shared/session/role-name.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { SelectField, TextArea } from '../../shared/ui/field.tsx';

export type Person = ResponseOf<'GET /operator/staff'>['data'][number];

interface Values {
  role: StaffRole;
  reason: string;
  /** Whether the account is active after the pressed button. */
  active: boolean;
}

const REASON_CHARS_MAX = 500;

interface PersonDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Changes an account's role, ends its sessions, deactivates it or reactivates it. Every change asks for a reason. */
export default function PersonDialog({ person, onClose }: PersonDialogProps) {
  const { t } = useLingui();
  const roleName = useRoleName();
  const roleTask = useRoleTask();
  const isLocked = useWritesLocked();
  const isActive = person.deactivated_at === null;
  const params = { staff_id: person.staff_id };
  const [endSessions, isEnding] = useWrite('DELETE /operator/staff/{staff_id}/session');
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: { role: person.role, reason: '', active: isActive },
    send: async ({ role, reason, active }) => {
      const body = { version: person.version, reason, role, active };
      try {
        await callStaff('PUT /operator/staff/{staff_id}', { params, body });
      } catch (error) {
        // Reads the list again, so that the form continues from the other operator's version.
        if (isCode(error, 'edit_stale'))
          await queryClient.invalidateQueries({ queryKey: ['staff'] });
        throw error;
      }
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
      showToast('done', t`Saved`);
      onClose();
    },
  });
  const save = (active: boolean) => {
    form.setValue('active', active);
    submit();
  };
  const end = async () => {
    if ((await endSessions({ params })) === null) return;
    await queryClient.invalidateQueries({ queryKey: ['staff'] });
    showToast('done', t`Every session of ${person.name} has ended`);
  };
  const isBusy = isSending || isEnding || isLocked;
  return (
    <Dialog
      title={person.name}
      description={person.email}
      onClose={onClose}
      onSubmit={() => save(isActive)}
      actions={
        <>
          {isActive ? (
            <Button
              variant="danger"
              size="big"
              icon={UserRoundX}
              disabled={isBusy}
              onClick={() => save(false)}
            >
              <Trans>Deactivate</Trans>
            </Button>
          ) : (
            <Button size="big" icon={UserRoundCheck} disabled={isBusy} onClick={() => save(true)}>
              <Trans>Activate again</Trans>
            </Button>
          )}
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" variant="primary" size="big" disabled={isBusy}>
            <Trans>Save the role</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        <SelectField
          label={t`Role`}
          hint={roleTask(form.watch('role'))}
          options={STAFF_ROLES.map((role) => ({ value: role, label: roleName(role) }))}
          {...form.register('role')}
        />
        <TextArea
          label={t`Reason`}
          hint={t`It is kept in the audit.`}
          maxLength={REASON_CHARS_MAX}
          error={errorOf('reason')}
          {...form.register('reason', {
            validate: (reason) => reason.trim() !== '' || t`Fill this in`,
          })}
        />
        <Button
          icon={LogOut}
          disabled={isBusy || person.open_sessions === 0}
          onClick={() => void end()}
        >
          <Plural
            value={person.open_sessions}
            _0="No open session"
            one="End # session"
            other="End # sessions"
          />
        </Button>
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
