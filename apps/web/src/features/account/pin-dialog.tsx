import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { CodeBoxes } from '@sangwian/ui/code-boxes';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type Control, Controller, type FieldPath, useForm } from 'react-hook-form';
import { callApi } from '../../shared/api/call-api.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import {
  confirmPinRule,
  knownPasswordRule,
  pinRule,
  type RuleResult,
} from '../../shared/forms/form-rules.ts';
import { PasswordField } from '../../shared/forms/password-field.tsx';
import { codeOf, setRefusal } from '../../shared/forms/set-refusal.ts';
import {
  keepMemberIfCurrent,
  type MemberProfile,
  refreshProfile,
} from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './form.module.css';

interface PinValues {
  readonly password: string;
  readonly old_pin: string;
  readonly pin: string;
  readonly confirm_pin: string;
}

interface PinBoxesProps {
  readonly name: Exclude<FieldPath<PinValues>, 'password'>;
  readonly label: string;
  readonly control: Control<PinValues>;
  readonly validate: (typed: string, values: PinValues) => RuleResult;
}

function PinBoxes({ name, label, control, validate }: PinBoxesProps) {
  return (
    <Controller
      name={name}
      control={control}
      rules={{ validate }}
      render={({ field, fieldState }) => (
        <CodeBoxes
          {...field}
          label={label}
          length={LIMITS.pinDigits}
          secret
          autoComplete={name === 'old_pin' ? 'off' : 'new-password'}
          error={fieldMessage(fieldState.error)}
        />
      )}
    />
  );
}

interface PinDialogProps {
  readonly member: MemberProfile;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const sendPin = (member: MemberProfile, values: PinValues) =>
  member.has_pin
    ? callApi('PUT /auth/member/changePin', {
        body: {
          old_pin: values.old_pin,
          new_pin: values.pin,
          confirm_pin: values.confirm_pin,
        },
      })
    : callApi('PUT /auth/member/createPin', {
        body: {
          pin: values.pin,
          confirm_pin: values.confirm_pin,
          ...(member.has_password ? { password: values.password } : {}),
        },
      });

/** Creates or changes the PIN. */
export function PinDialog({ member, onClose, onDone }: PinDialogProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const { control, register, handleSubmit, setError, formState } = useForm<PinValues>({
    mode: 'onTouched',
    defaultValues: { password: '', old_pin: '', pin: '', confirm_pin: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit((values) =>
    run(async () => {
      try {
        await sendPin(member, values);
        keepMemberIfCurrent({ ...member, has_pin: true });
        onDone();
      } catch (error) {
        setRefusal(
          error,
          {
            password_incorrect: 'password',
            pin_incorrect: 'old_pin',
            pin_invalid: 'pin',
            pin_common: 'pin',
            pin_mismatch: 'confirm_pin',
          },
          setError,
        );
        // Another tab has created a PIN, so the dialog now asks for the current PIN.
        if (['pin_exists', 'pin_missing'].includes(codeOf(error))) void refreshProfile();
      }
    }),
  );
  return (
    <ClosableDialog title={member.has_pin ? t`Change PIN` : t`Create a PIN`} onClose={onClose}>
      <form noValidate onSubmit={submit} className={styles.form}>
        <p className={styles.text}>
          {t`With your PIN you can set a new password on a device that knows you, without an SMS.`}
        </p>
        {member.has_pin ? (
          <PinBoxes name="old_pin" label={t`Current PIN`} control={control} validate={pinRule} />
        ) : null}
        {!member.has_pin && member.has_password ? (
          <PasswordField
            label={t`Your password`}
            autoComplete="current-password"
            error={fieldMessage(errors.password)}
            {...register('password', { validate: knownPasswordRule })}
          />
        ) : null}
        <PinBoxes name="pin" label={t`New PIN, six digits`} control={control} validate={pinRule} />
        <PinBoxes
          name="confirm_pin"
          label={t`New PIN again`}
          control={control}
          validate={(typed, { pin }) => confirmPinRule(typed, pin)}
        />
        <FormRefusal errors={errors} />
        <SubmitButton busy={busy}>{busy ? t`Saving…` : t`Save the PIN`}</SubmitButton>
      </form>
    </ClosableDialog>
  );
}
