import { useLingui } from '@lingui/react/macro';
import { Field } from '@sangwian/ui/field';
import type { ComponentProps, FocusEvent } from 'react';
import { formatPhone, isPhone } from './phone-number.ts';

type PhoneFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'label'> & {
  readonly label?: string;
};

/**
 * A phone number field. Formats the number on blur, never while typing; send `cleanPhone(value)`.
 *
 * @example <PhoneField error={fieldMessage(errors.phone)} {...register('phone', { validate: mobileRule })} />
 */
export function PhoneField({ label, onChange, onBlur, ...rest }: PhoneFieldProps) {
  const { t } = useLingui();
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const { currentTarget } = event;
    if (isPhone(currentTarget.value)) {
      currentTarget.value = formatPhone(currentTarget.value);
      onChange?.(event);
    }
    onBlur?.(event);
  };
  return (
    <Field
      label={label ?? t`Phone number`}
      inputMode="tel"
      autoComplete="tel"
      placeholder="081 234 5678"
      maxLength={24}
      {...rest}
      type="tel"
      {...(onChange ? { onChange } : {})}
      onBlur={leave}
    />
  );
}
