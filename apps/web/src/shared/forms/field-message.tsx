import { useLingui } from '@lingui/react/macro';
import { useErrorText } from '../api/use-error-text.ts';
import type { ValidationError } from './form-rules.ts';
import { formatLockEnd, readCode } from './lock-end.ts';

/** An error of React Hook Form. `message` is a code of `form-rules.ts`, or with `type: REFUSED` an API code. */
export interface FieldErrorCode {
  readonly type?: string | number | undefined;
  readonly message?: string | undefined;
}

/** The `type` of an error that is an API refusal. The `message` of such an error is the code (`codeOf`). */
export const REFUSED = 'refused';

/** Returns a function that translates a validation error. */
export function useValidationText(): (code: ValidationError) => string {
  const { t } = useLingui();
  return (code) => {
    const sentences: Record<ValidationError, string> = {
      first_name_missing: t`Please enter your first name`,
      last_name_missing: t`Please enter your last name`,
      name_invalid: t`A name must not contain special characters or digits`,
      name_too_long: t`A name must not be longer than 60 characters`,
      email_invalid: t`Please enter a valid email`,
      phone_missing: t`Please enter your phone number`,
      phone_invalid: t`Please enter a complete, valid phone number`,
      password_missing: t`Please enter a password`,
      password_weak: t`Password must be more than 6 characters and contain letters a-z and digits 0-9`,
      confirm_missing: t`Please confirm the password`,
      passwords_differ: t`Passwords do not match`,
      new_passwords_differ: t`New password does not match confirm password.`,
      gender_missing: t`Please select your gender`,
      birth_date_missing: t`Please select your date of birth`,
      birth_date_invalid: t`Please select a valid date of birth`,
      age_too_young: t`You must be at least 13 years old to register`,
      terms_missing: t`Please agree to the terms and conditions and privacy policy`,
      otp_incomplete: t`Please enter the six digits of the OTP`,
      pin_incomplete: t`Please enter the six digits of your PIN`,
      pins_differ: t`PINs do not match`,
      method_missing: t`Please choose a way to reset your password`,
      form_incomplete: t`Please fill in all information`,
    };
    return sentences[code];
  };
}

function RefusalText({ code }: { readonly code: string }) {
  const { t } = useLingui();
  const { status, ends_ms } = readCode(code);
  const sentence = useErrorText({ status, message: status });
  if (ends_ms === null || sentence === null) return sentence;
  const time = formatLockEnd(ends_ms, Date.now());
  return `${sentence} ${t`You can try again from ${time}.`}`;
}

function ValidationText({ code }: { readonly code: ValidationError }) {
  return useValidationText()(code);
}

/**
 * Renders a field's error. Errors are stored as codes and translated here, so that they follow the language.
 *
 * @example <Field error={fieldMessage(errors.email)} {...register('email', { validate: emailRule })} />
 */
export const fieldMessage = (error: FieldErrorCode | undefined) => {
  if (!error?.message) return null;
  return error.type === REFUSED ? (
    <RefusalText key={error.message} code={error.message} />
  ) : (
    <ValidationText code={error.message as ValidationError} />
  );
};
