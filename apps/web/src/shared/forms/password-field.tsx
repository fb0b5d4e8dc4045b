import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { IconButton } from '@sangwian/ui/button';
import { Field } from '@sangwian/ui/field';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'trailing'> & {
  readonly autoComplete: 'current-password' | 'new-password';
};

/**
 * A password field with a show button.
 *
 * @example <PasswordField label={t`Password`} autoComplete="new-password" {...register('password')} />
 */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <Field
      maxLength={LIMITS.passwordCharsMax}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={shown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
        </IconButton>
      }
    />
  );
}
