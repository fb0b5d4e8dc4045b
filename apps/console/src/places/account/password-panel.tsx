import { Trans, useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMe } from '../../shared/session/session-store.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import styles from './account-place.module.css';

/** Changes the account's password, which ends all its other sessions. */
export default function PasswordPanel() {
  const { t } = useLingui();
  const me = useMe();
  const isLocked = useWritesLocked();
  const minimum = LIMITS.staffPasswordCharsMin;
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: { password: '' },
    fields: { staff_password_weak: 'password', password_common: 'password' },
    send: async (body) => {
      await callStaff('PUT /operator/password', { body });
      form.reset();
      showToast('done', t`The password is changed. Your other sessions have ended.`);
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  return (
    <Panel title={t`Password`}>
      <PanelBody>
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <input type="text" autoComplete="username" value={me.email ?? ''} readOnly hidden />
          <Field
            label={t`New password`}
            type="password"
            autoComplete="new-password"
            hint={t`At least ${minimum} characters. Your other sessions end.`}
            error={errorOf('password')}
            {...form.register('password', { required: t`Fill this in` })}
          />
          <FormFailure error={failure} />
          <Button type="submit" className={styles.start} disabled={isSending || isLocked}>
            <Trans>Change the password</Trans>
          </Button>
        </form>
      </PanelBody>
    </Panel>
  );
}
