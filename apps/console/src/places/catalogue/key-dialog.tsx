import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorPartner } from '@sangwian/contract/endpoints/operator/partners';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { ReasonField } from '../../shared/forms/reason-field.tsx';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Field, SelectField, TextArea } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx';

const KEY_ID_CHARS_MAX = 128;
const JWK_CHARS_MAX = 4_000;

interface KeyDialogProps {
  readonly partner: OperatorPartner;
  readonly onClose: () => void;
}

/**
 * Adds a key to a partner: the partner's public key, or a generated key pair. To rotate keys, add the new key, wait
 * until the partner uses it, then disable the old key.
 */
export default function KeyDialog({ partner, onClose }: KeyDialogProps) {
  const { t } = useLingui();
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
    return (
      <SecretDialog
        title={t`The private key`}
        description={t`It is shown once and not stored. Give it to the partner over a safe channel.`}
        secret={secret}
        fileName={fileName}
        onClose={onClose}
      />
    );
  }
  const isFilled = (text: string) => text.trim() !== '' || t`Fill this in`;
  return (
    <SaveDialog
      title={t`A key for ${partner.name}`}
      description={t`To rotate a key: add the new one, let the partner sign with it, then disable the old one.`}
      action={<Trans>Add the key</Trans>}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <div className={layout.pair}>
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
      <ReasonField error={errorOf('reason')} {...form.register('reason', { validate: isFilled })} />
    </SaveDialog>
  );
}
