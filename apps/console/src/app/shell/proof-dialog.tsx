import { Trans, useLingui } from '@lingui/react/macro';
import { callStaff } from '../../shared/api/call-staff.ts';
import { FactorField } from '../../shared/forms/factor-field.tsx';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { PasskeyButton } from '../../shared/passkeys/passkey-button.tsx';
import { hasPasskeys, proveByPasskey } from '../../shared/passkeys/passkeys.ts';
import { keepMe, useMe } from '../../shared/session/session-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';

interface ProofDialogProps {
  readonly onAnswer: (isProved: boolean) => void;
}

/** Asks for the second factor before a sensitive act. */
export default function ProofDialog({ onAnswer }: ProofDialogProps) {
  const { t } = useLingui();
  const { has_totp, passkeys } = useMe();
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: { code: '' },
    fields: { staff_code_invalid: 'code', staff_code_used: 'code' },
    send: async (body) => {
      keepMe((await callStaff('POST /operator/proof', { body })).data);
      onAnswer(true);
    },
  });
  return (
    <Dialog
      title={t`Confirm that it is you`}
      description={t`This act asks for your second factor when the last one is more than 5 minutes old.`}
      onClose={() => onAnswer(false)}
      onSubmit={submit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={() => onAnswer(false)}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" variant="primary" size="big" disabled={isSending}>
            <Trans>Confirm</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        {passkeys > 0 && hasPasskeys() ? (
          <PasskeyButton
            disabled={isSending}
            act={async () => {
              await proveByPasskey();
              onAnswer(true);
            }}
          >
            <Trans>Confirm with a passkey</Trans>
          </PasskeyButton>
        ) : null}
        <FactorField
          startsWithRecoveryCode={!has_totp}
          value={form.watch('code')}
          onChange={(code) => form.setValue('code', code)}
          onComplete={submit}
          error={errorOf('code')}
          disabled={isSending}
        />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
