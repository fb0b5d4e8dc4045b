import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorGift } from '@sangwian/contract/endpoints/operator/catalogue';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Gift, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import styles from './catalogue-place.module.css';
import { useEffectNames } from './names.ts';

/** The form's library comes with the dialog, not with the list. */
const GiftDialog = lazy(() => import('./gift-dialog.tsx'));

interface GiftRowProps {
  readonly gift: OperatorGift;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isBusy: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onEdit: () => void;
}

function GiftRow({ gift, isFirst, isLast, isBusy, onMove, onEdit }: GiftRowProps) {
  const { t } = useLingui();
  const effectNames = useEffectNames();
  const language = useLanguage();
  const { th, en } = gift.name;
  const [name, other] = language === 'TH' ? [th, en] : [en, th];
  return (
    <li className={classNames(styles.row, styles.gift, !gift.offered && styles.off)}>
      <img src={`/art/gift/${gift.drawing}.svg`} alt="" width={44} height={44} />
      <span className={styles.two}>
        <strong>{name}</strong>
        <span className={styles.weak}>{other}</span>
      </span>
      <span className={styles.number}>
        <Trans>{formatCoins(gift.coins)} coins</Trans>
      </span>
      <span className={styles.chips}>
        <Chip>{effectNames[gift.effect]}</Chip>
        {gift.offered ? null : <Chip tone="warn">{t`Not offered`}</Chip>}
      </span>
      <span className={styles.actions}>
        <IconButton
          icon={ArrowUp}
          label={t`Move ${name} up`}
          disabled={isFirst || isBusy}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={t`Move ${name} down`}
          disabled={isLast || isBusy}
          onClick={() => onMove(1)}
        />
        <Button size="small" onClick={onEdit} aria-label={t`Edit ${name}`}>
          <Trans>Edit…</Trans>
        </Button>
      </span>
    </li>
  );
}

/** The gifts in the order of fans. */
export function GiftsPage() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const gifts = useQuery(staffQuery('GET /operator/gift', {}, 'catalogue'));
  const [editedId, setEditedId] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [reorder, isBusy] = useWrite('PUT /operator/gift/order');
  const edited = gifts.data?.find(({ gift_id: id }) => id === editedId);
  const move = async (index: number, by: -1 | 1) => {
    const gift_ids = (gifts.data ?? []).map(({ gift_id: id }) => id);
    const [moved] = gift_ids.splice(index, 1);
    if (moved === undefined) return;
    gift_ids.splice(index + by, 0, moved);
    await reorder({ body: { gift_ids } });
    await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
  };
  const create = () => setCreating(true);
  useCommands([
    { id: 'new-gift', label: t`New gift`, group: t`Catalogue`, icon: Plus, keys: 'N', run: create },
  ]);
  return (
    <div className={styles.place}>
      <Panel
        title={t`Gifts`}
        note={gifts.data?.length}
        className={styles.main}
        actions={
          <Button variant="primary" icon={Plus} keys="N" disabled={isLocked} onClick={create}>
            <Trans>New gift</Trans>
          </Button>
        }
      >
        <QueryView query={gifts}>
          {(data) =>
            data.length === 0 ? (
              <Empty icon={Gift} title={t`No gift yet`} />
            ) : (
              <ul className={styles.rows}>
                {data.map((gift, index) => (
                  <GiftRow
                    key={gift.gift_id}
                    gift={gift}
                    isFirst={index === 0}
                    isLast={index === data.length - 1}
                    isBusy={isBusy || isLocked}
                    onMove={(by) => void move(index, by)}
                    onEdit={() => setEditedId(gift.gift_id)}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
      <Suspense fallback={null}>
        {edited === undefined ? null : (
          <GiftDialog key={edited.gift_id} gift={edited} onClose={() => setEditedId(null)} />
        )}
        {isCreating ? <GiftDialog gift={null} onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </div>
  );
}
