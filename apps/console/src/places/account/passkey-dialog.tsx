import { Trans, useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { deviceName } from '../../shared/device-name.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { addPasskey } from '../../shared/passkeys/passkeys.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';

interface PasskeyDialogProps {
  /** The passkey to rename; `null`: create a new one on this device. */
  readonly passkey: { readonly staff_passkey_id: string; readonly name: string } | null;
  readonly onClose: () => void;
}

/** Names a passkey: renames an existing one, or creates a new one with the entered name. */
export default function PasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: { name: passkey?.name ?? deviceName(navigator.userAgent) },
    send: async ({ name }) => {
      if (passkey) {
        const { staff_passkey_id } = passkey;
        await callStaff('PUT /operator/passkey/{staff_passkey_id}', {
          params: { staff_passkey_id },
          body: { name },
        });
      } else {
        await addPasskey(name);
        showToast('done', t`The passkey is ready. It signs you in from now on.`);
      }
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
      onClose();
    },
  });
  return (
    <Dialog
      title={passkey ? t`Rename the passkey` : t`Add a passkey`}
      description={
        passkey ? null : t`Your browser asks for fingerprint, face or PIN, or for a security key.`
      }
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" variant="primary" size="big" disabled={isSending || isLocked}>
            {passkey ? <Trans>Rename</Trans> : <Trans>Make the passkey</Trans>}
          </Button>
        </>
      }
    >
      <DialogBody>
        <Field
          label={t`Name of the passkey`}
          hint={t`By that name you recognise the device later.`}
          maxLength={LIMITS.passkeyNameCharsMax}
          error={errorOf('name')}
          {...form.register('name', {
            validate: (name) => name.trim() !== '' || t`Fill this in`,
          })}
        />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
