import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorPartner } from '@sangwian/contract/endpoints/operator/partners';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { saveFile } from '../../shared/save-file.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field, SelectField, TextArea } from '../../shared/ui/field.tsx';
import styles from './catalogue-place.module.css';

const KEY_ID_CHARS_MAX = 128;
const JWK_CHARS_MAX = 4_000;
const REASON_CHARS_MAX = 500;

interface PrivateKeyProps {
  readonly jwk: string;
  readonly fileName: string;
  readonly onClose: () => void;
}

/** The private half of a new pair, which is shown once. */
function PrivateKey({ jwk, fileName, onClose }: PrivateKeyProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`The private key`}
      description={t`It is shown once and not stored. Give it to the partner over a safe channel.`}
      onClose={onClose}
      actions={
        <>
          <Button
            size="big"
            onClick={() => saveFile(new Blob([jwk], { type: 'application/json' }), fileName)}
          >
            <Trans>Save as a file</Trans>
          </Button>
          <ActionsGap />
          <Button variant="primary" size="big" onClick={onClose}>
            <Trans>I have kept it</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must scroll by the keyboard, too. */}
        <pre className={styles.secret} tabIndex={0}>
          {jwk}
        </pre>
      </DialogBody>
    </Dialog>
  );
}

interface KeyDialogProps {
  readonly partner: OperatorPartner;
  readonly onClose: () => void;
}

/** Adds a key: the partner's own public one, or a new pair. To rotate, add one, wait for the partner, disable the old. */
export default function KeyDialog({ partner, onClose }: KeyDialogProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [secret, setSecret] = useState<string | null>(null);
  const { form, submit, isSending, failure, errorOf } = useStaffForm({
    defaultValues: { keyId: '', from: 'partner', jwk: '', reason: '' },
    fields: { partner_key_exists: 'keyId', partner_key_invalid: 'jwk' },
    send: async ({ keyId, from, jwk, reason }) => {
      const { data } = await callStaff('POST /operator/partner/{map_system_id}/key', {
        params: { map_system_id: partner.map_system_id },
        body: { key_id: keyId, ...(from === 'partner' ? { public_jwk: jwk } : {}), reason },
      });
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      if (data.private_jwk === null) {
        showToast('done', t`Saved`);
        onClose();
      } else setSecret(data.private_jwk);
    },
  });
  const { keyId, from } = form.watch();
  if (secret !== null) {
    const fileName = `${partner.map_system_id}-${keyId}.json`;
    return <PrivateKey jwk={secret} fileName={fileName} onClose={onClose} />;
  }
  const isFilled = (text: string) => text.trim() !== '' || t`Fill this in`;
  return (
    <Dialog
      title={t`A key for ${partner.name}`}
      description={t`To rotate a key: add the new one, let the partner sign with it, then disable the old one.`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" variant="primary" size="big" disabled={isSending || isLocked}>
            <Trans>Add the key</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        <div className={styles.pair}>
          <Field
            label={t`Id of the key`}
            hint={t`Such as 2026-11`}
            autoComplete="off"
            maxLength={KEY_ID_CHARS_MAX}
            error={errorOf('keyId')}
            {...form.register('keyId', { validate: isFilled })}
          />
          <SelectField
            label={t`Key`}
            options={[
              { value: 'partner', label: t`The partner’s public key` },
              { value: 'new', label: t`A new pair` },
            ]}
            {...form.register('from')}
          />
        </div>
        {from === 'partner' ? (
          <TextArea
            label={t`Public key (JWK)`}
            hint={t`Ed25519, or RSA from 2048 bits. A private key is refused.`}
            rows={4}
            spellCheck={false}
            maxLength={JWK_CHARS_MAX}
            error={errorOf('jwk')}
            {...form.register('jwk', { validate: isFilled })}
          />
        ) : null}
        <TextArea
          label={t`Reason`}
          hint={t`It is kept in the audit.`}
          rows={2}
          maxLength={REASON_CHARS_MAX}
          error={errorOf('reason')}
          {...form.register('reason', { validate: isFilled })}
        />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}
