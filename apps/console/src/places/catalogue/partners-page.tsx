import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorPartner } from '@sangwian/contract/endpoints/operator/partners';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { Handshake, KeyRound, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { formatBaht } from '../../shared/baht.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import styles from './catalogue-place.module.css';

const PartnerDialog = lazy(() => import('./partner-dialog.tsx'));
const KeyDialog = lazy(() => import('./key-dialog.tsx'));

type PartnerKey = OperatorPartner['keys'][number];

interface KeySwitchProps {
  readonly partner: OperatorPartner;
  readonly partnerKey: PartnerKey;
  readonly onClose: () => void;
}

/** Disables an active key, or enables a disabled one. */
function KeySwitch({ partner, partnerKey, onClose }: KeySwitchProps) {
  const { t } = useLingui();
  const { key_id, active } = partnerKey;
  const [setKey, isBusy] = useWrite('PUT /operator/partner/{map_system_id}/key/{key_id}');
  const change = async (reason: string) => {
    const params = { map_system_id: partner.map_system_id, key_id };
    if ((await setKey({ params, body: { active: !active, reason } })) === null) return;
    onClose();
    showToast('done', t`Saved`);
    await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
  };
  return (
    <ConfirmDialog
      title={active ? t`Disable key ${key_id}` : t`Enable key ${key_id}`}
      description={
        active
          ? t`Tokens that ${partner.name} signs with it are refused from now on. Members who are signed in stay signed in.`
          : t`Tokens that ${partner.name} signs with it are accepted again.`
      }
      action={active ? t`Disable the key` : t`Enable the key`}
      asksReason
      isDanger={active}
      isBusy={isBusy}
      onConfirm={(reason) => void change(reason)}
      onClose={onClose}
    />
  );
}

interface PartnerRowProps {
  readonly partner: OperatorPartner;
  readonly onEdit: () => void;
  readonly onAddKey: () => void;
}

function PartnerRow({ partner, onEdit, onAddKey }: PartnerRowProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [switched, setSwitched] = useState<string | null>(null);
  const { name, keys } = partner;
  const switchedKey = keys.find(({ key_id }) => key_id === switched);
  return (
    <li className={classNames(styles.row, !partner.active && styles.off)}>
      <div className={styles.keys}>
        <span className={layout.two}>
          <strong>{name}</strong>
          <span className={layout.mono}>{partner.map_system_id}</span>
          <span className={layout.weak}>
            <Trans>
              Daily purchase limit: {formatBaht(partner.satang_per_day_max)} for all members,{' '}
              {formatBaht(partner.member_satang_per_day_max)} per member
            </Trans>
          </span>
        </span>
        <span className={layout.chips}>
          {partner.active ? null : <Chip tone="warn">{t`Disabled`}</Chip>}
          {partner.kept_by === 'file' ? <Chip>{t`from the file`}</Chip> : null}
          {keys.length === 0 ? <Chip tone="warn">{t`No key`}</Chip> : null}
        </span>
        {keys.map((key) => (
          <span key={key.key_id} className={styles.key}>
            <KeyRound size={14} aria-hidden="true" />
            <span className={layout.mono}>{key.key_id}</span>
            <Chip tone={key.active ? 'ok' : 'warn'}>{key.active ? t`active` : t`disabled`}</Chip>
            <Button
              size="small"
              variant="quiet"
              disabled={isLocked}
              aria-label={key.active ? t`Disable key ${key.key_id}` : t`Enable key ${key.key_id}`}
              onClick={() => setSwitched(key.key_id)}
            >
              {key.active ? <Trans>Disable…</Trans> : <Trans>Enable…</Trans>}
            </Button>
          </span>
        ))}
      </div>
      <span className={layout.actions}>
        <Button size="small" icon={KeyRound} disabled={isLocked} onClick={onAddKey}>
          <Trans>Add a key…</Trans>
        </Button>
        <Button size="small" disabled={isLocked} onClick={onEdit} aria-label={t`Edit ${name}`}>
          <Trans>Edit…</Trans>
        </Button>
      </span>
      {switchedKey === undefined ? null : (
        <KeySwitch partner={partner} partnerKey={switchedKey} onClose={() => setSwitched(null)} />
      )}
    </li>
  );
}

/** The partners whose members watch here, with their keys. */
export function PartnersPage() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const partners = useQuery(staffQuery('GET /operator/partner', {}, 'catalogue'));
  const [edited, setEdited] = useState<{ id: string; part: 'values' | 'key' } | null>(null);
  const [isCreating, setCreating] = useState(false);
  const partner = partners.data?.find(({ map_system_id: id }) => id === edited?.id);
  const close = () => setEdited(null);
  const create = () => setCreating(true);
  useCommands([
    {
      id: 'new-partner',
      label: t`New partner`,
      group: t`Catalogue`,
      icon: Plus,
      keys: 'N',
      run: create,
    },
  ]);
  return (
    <div className={layout.place}>
      <Panel
        title={t`Partners`}
        note={partners.data?.length}
        className={layout.main}
        actions={
          <Button variant="primary" icon={Plus} keys="N" disabled={isLocked} onClick={create}>
            <Trans>New partner</Trans>
          </Button>
        }
      >
        <QueryView query={partners}>
          {(data) =>
            data.length === 0 ? (
              <Empty icon={Handshake} title={t`No partner yet`} />
            ) : (
              <ul className={styles.rows}>
                {data.map((one) => (
                  <PartnerRow
                    key={one.map_system_id}
                    partner={one}
                    onEdit={() => setEdited({ id: one.map_system_id, part: 'values' })}
                    onAddKey={() => setEdited({ id: one.map_system_id, part: 'key' })}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
      <Suspense fallback={null}>
        {partner !== undefined && edited?.part === 'values' ? (
          <PartnerDialog partner={partner} onClose={close} />
        ) : null}
        {partner !== undefined && edited?.part === 'key' ? (
          <KeyDialog partner={partner} onClose={close} />
        ) : null}
        {isCreating ? <PartnerDialog partner={null} onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </div>
  );
}
