import { Trans, useLingui } from '@lingui/react/macro';
import { CodeBoxes } from '@sangwian/ui/code-boxes';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import styles from './factor-field.module.css';

interface FactorFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Called when the sixth digit is typed. */
  readonly onComplete: (code: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  /** Whether the field also accepts a recovery code. */
  readonly takesRecoveryCode?: boolean;
  /** Whether the account has no authenticator app. */
  readonly startsWithRecoveryCode?: boolean;
}

/** A field for the code of the authenticator app, or for a recovery code. */
export function FactorField(props: FactorFieldProps) {
  const { value, onChange, onComplete, error, disabled = false, takesRecoveryCode = true } = props;
  const { t } = useLingui();
  const [isRecovery, setRecovery] = useState(props.startsWithRecoveryCode === true);
  const change = (to: boolean) => {
    setRecovery(to);
    onChange('');
  };
  return (
    <div className={styles.factor}>
      {isRecovery ? (
        <Field
          label={t`Recovery code`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={value}
          error={error}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <CodeBoxes
          label={t`Code of the authenticator app`}
          autoComplete="one-time-code"
          autoFocus
          value={value}
          error={error}
          disabled={disabled}
          onChange={onChange}
          onComplete={onComplete}
        />
      )}
      {takesRecoveryCode ? (
        <Button variant="quiet" size="small" onClick={() => change(!isRecovery)}>
          {isRecovery ? (
            <Trans>Use the authenticator app</Trans>
          ) : (
            <Trans>Use a recovery code</Trans>
          )}
        </Button>
      ) : null}
    </div>
  );
}
