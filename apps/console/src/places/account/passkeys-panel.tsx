import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { hasPasskeys } from '../../shared/passkeys/passkeys.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './account-place.module.css';

/** The form library loads with the dialog. */
const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'));

type Passkey = ResponseOf<'GET /operator/passkey'>['data'][number];

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly disabled: boolean;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey, disabled, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useLingui();
  const { name, created_at, last_used_at, cloned } = passkey;
  return (
    <li className={styles.session}>
      <KeyRound size={18} aria-hidden="true" />
      <span>
        <span className={styles.agent}>{name}</span>{' '}
        {cloned ? <Chip tone="warn">{t`copied, works no more`}</Chip> : null}
        <br />
        <span className={styles.weak}>
          {last_used_at === null ? (
            <Trans>
              added <Moment at={created_at} />, not used yet
            </Trans>
          ) : (
            <Trans>
              used <Moment at={last_used_at} />
            </Trans>
          )}
        </span>
      </span>
      <span className={styles.row}>
        <IconButton
          icon={Pencil}
          label={t`Rename ${name}`}
          disabled={disabled}
          onClick={onRename}
        />
        <IconButton
          icon={Trash2}
          label={t`Remove ${name}`}
          disabled={disabled}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

/** The passkeys of the account. Each passkey can sign in alone and can confirm sensitive acts. */
export function PasskeysPanel() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const passkeys = useQuery(staffQuery('GET /operator/passkey', {}, 'staff'));
  const [named, setNamed] = useState<Passkey | 'new' | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const [remove, isRemoving] = useWrite('DELETE /operator/passkey/{staff_passkey_id}');
  const confirm = async ({ staff_passkey_id }: Passkey) => {
    setRemoved(null);
    await remove({ params: { staff_passkey_id } });
    await queryClient.invalidateQueries({ queryKey: ['staff'] });
  };
  return (
    <Panel title={t`Passkeys`} note={passkeys.data?.length || null}>
      <QueryView query={passkeys} rows={1}>
        {(data) => (
          <ul>
            {data.map((passkey) => (
              <PasskeyRow
                key={passkey.staff_passkey_id}
                passkey={passkey}
                disabled={isLocked || isRemoving}
                onRename={() => setNamed(passkey)}
                onRemove={() => setRemoved(passkey)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <PanelBody>
        <p className={styles.weak}>
          {hasPasskeys() ? (
            <Trans>
              A passkey signs you in with fingerprint, face or PIN, without a password, and works at
              this address only.
            </Trans>
          ) : (
            <Trans>This browser has no passkeys at this address.</Trans>
          )}
        </p>
        <Button
          icon={Plus}
          className={styles.start}
          disabled={isLocked || !hasPasskeys()}
          onClick={() => setNamed('new')}
        >
          <Trans>Add a passkey…</Trans>
        </Button>
      </PanelBody>
      {named ? (
        <Suspense fallback={null}>
          <PasskeyDialog passkey={named === 'new' ? null : named} onClose={() => setNamed(null)} />
        </Suspense>
      ) : null}
      {removed ? (
        <ConfirmDialog
          title={t`Remove the passkey “${removed.name}”?`}
          description={t`It no longer signs you in. Remove it from the device too, so that the device does not offer it.`}
          action={t`Remove the passkey`}
          isDanger
          onConfirm={() => void confirm(removed)}
          onClose={() => setRemoved(null)}
        />
      ) : null}
    </Panel>
  );
}
