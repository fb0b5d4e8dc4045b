import { Trans, useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { FieldMessages } from '@sangwian/ui/field-messages';
import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMe } from '../../shared/session/session-store.ts';
import { useCopy } from '../../shared/toasts/use-copy.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import styles from './account-place.module.css';
import { scopesOf, type TokenScope, usePermissionName } from './permission-name.ts';

const DAYS = [7, 30, 90, LIMITS.staffTokenDaysMax] as const;

interface TokenDialogProps {
  readonly onClose: () => void;
}

interface NewTokenProps extends TokenDialogProps {
  readonly token: string;
}

/** Shows a new access token once. */
function NewToken({ token, onClose }: NewTokenProps) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <Dialog
      title={t`Your new access token`}
      description={t`It is not shown again. Keep it like a password.`}
      onClose={onClose}
      actions={
        <>
          <Button size="big" icon={Copy} onClick={() => copy(token)}>
            <Trans>Copy the token</Trans>
          </Button>
          <ActionsGap />
          <Button variant="primary" size="big" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        <Field
          label={t`Access token`}
          readOnly
          spellCheck={false}
          value={token}
          onFocus={(event) => event.currentTarget.select()}
        />
      </DialogBody>
    </Dialog>
  );
}

interface ScopesProps {
  readonly value: readonly TokenScope[];
  readonly onChange: (scopes: readonly TokenScope[]) => void;
  readonly error: string | undefined;
}

/** The permissions of the role. The token can have any of them. */
function Scopes({ value, onChange, error }: ScopesProps) {
  const { t } = useLingui();
  const id = useId();
  const permissionName = usePermissionName();
  const scopes = scopesOf(useMe().permissions);
  const toggle = (scope: TokenScope) =>
    onChange(value.includes(scope) ? value.filter((other) => other !== scope) : [...value, scope]);
  return (
    <fieldset className={styles.choices} aria-describedby={`${id}-error`}>
      <legend>{t`Permissions`}</legend>
      {scopes.map((scope) => (
        <label key={scope} className={styles.choice}>
          <input type="checkbox" checked={value.includes(scope)} onChange={() => toggle(scope)} />
          {permissionName(scope)}
        </label>
      ))}
      <FieldMessages id={id} error={error} />
    </fieldset>
  );
}

/** Creates an access token for a program. */
export default function TokenDialog({ onClose }: TokenDialogProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [token, setToken] = useState<string | null>(null);
  const [scopes, setScopes] = useState<readonly TokenScope[]>([]);
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: { name: '', days: '30', scopes: '' },
    send: async ({ name, days }) => {
      if (scopes.length === 0) {
        form.setError('scopes', { message: t`Choose one permission at least` });
        return;
      }
      const body = { name, days: Number(days), scopes: [...scopes] };
      const { data } = await callStaff('POST /operator/token', { body });
      setToken(data.token);
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  if (token !== null) return <NewToken token={token} onClose={onClose} />;
  return (
    <Dialog
      title={t`Make an access token`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" variant="primary" size="big" disabled={isSending || isLocked}>
            <Trans>Make the token</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        <Field
          label={t`Name`}
          hint={t`What the token is for, such as “Slips of the night”.`}
          autoComplete="off"
          maxLength={LIMITS.nameCharsMax}
          error={errorOf('name')}
          {...form.register('name', { validate: (name) => name.trim() !== '' || t`Fill this in` })}
        />
        <SelectField
          label={t`Ends after`}
          options={DAYS.map((days) => ({
            value: String(days),
            label: t`${days} days`,
          }))}
          {...form.register('days')}
        />
        <Scopes value={scopes} onChange={setScopes} error={errorOf('scopes')} />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
