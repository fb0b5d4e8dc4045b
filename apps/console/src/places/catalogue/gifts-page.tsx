import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { OperatorGift } from '@sangwian/contract/endpoints/operator/catalogue';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Gift, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import styles from './catalogue-place.module.css';
import { useEffectNames } from './names.ts';

/** The form library loads with the dialog, not with the list. */
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
      <span className={layout.two}>
        <strong>{name}</strong>
        <span className={layout.weak}>{other}</span>
      </span>
      <span className={layout.amount}>
        <Plural value={gift.coins} one="# coin" other="# coins" />
      </span>
      <span className={layout.chips}>
        <Chip>{effectNames[gift.effect]}</Chip>
        {gift.offered ? null : <Chip tone="warn">{t`Not offered`}</Chip>}
      </span>
      <span className={layout.actions}>
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

/** Sorts gifts by a list of ids. Gifts that are missing from the list come last. */
function sortBy(gifts: readonly OperatorGift[], ids: readonly string[] | null): OperatorGift[] {
  if (ids === null) return [...gifts];
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  return gifts.toSorted(
    (one, other) =>
      (placeOf.get(one.gift_id) ?? ids.length) - (placeOf.get(other.gift_id) ?? ids.length),
  );
}

/** A changed order that is not saved yet, with the order that the operator saw before the first move. */
interface DraftOrder {
  readonly ids: readonly string[];
  readonly seenIds: readonly string[];
}

interface OrderBarProps {
  readonly draft: DraftOrder;
  readonly onDone: () => void;
}

/** Saves the changed order with a reason, or discards it. */
function OrderBar({ draft, onDone }: OrderBarProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [isAsking, setAsking] = useState(false);
  const [reorder, isBusy] = useWrite('PUT /operator/gift/order');
  const save = async (reason: string) => {
    const body = { gift_ids: [...draft.ids], seen_ids: [...draft.seenIds], reason };
    const answer = await reorder({ body });
    await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
    setAsking(false);
    if (answer !== null) showToast('done', t`Saved. Fans see it now.`);
    // A refused order is stale, so the draft is discarded and the list shows the current order.
    onDone();
  };
  return (
    <div className={layout.body}>
      <Notice title={t`The new order is not saved yet`}>
        <span className={layout.actions}>
          <Button variant="primary" disabled={isLocked} onClick={() => setAsking(true)}>
            <Trans>Save the order…</Trans>
          </Button>
          <Button variant="quiet" onClick={onDone}>
            <Trans>Keep the old order</Trans>
          </Button>
        </span>
      </Notice>
      {isAsking ? (
        <ConfirmDialog
          title={t`Change the order of the gifts`}
          description={t`Fans see the new order at once, also on open pages.`}
          action={t`Save the order`}
          asksReason
          isBusy={isBusy}
          onConfirm={(reason) => void save(reason)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

/** The gifts in the order in which fans see them. */
export function GiftsPage() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const gifts = useQuery(staffQuery('GET /operator/gift', {}, 'catalogue'));
  const [editedId, setEditedId] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [draft, setDraft] = useState<DraftOrder | null>(null);
  const edited = gifts.data?.find(({ gift_id: id }) => id === editedId);
  const move = (index: number, by: -1 | 1) => {
    const seenIds = draft?.seenIds ?? (gifts.data ?? []).map(({ gift_id: id }) => id);
    const ids = sortBy(gifts.data ?? [], draft?.ids ?? null).map(({ gift_id: id }) => id);
    ids.splice(index + by, 0, ...ids.splice(index, 1));
    setDraft(ids.join() === seenIds.join() ? null : { ids, seenIds });
  };
  const create = () => setCreating(true);
  useCommands([
    { id: 'new-gift', label: t`New gift`, group: t`Catalogue`, icon: Plus, keys: 'N', run: create },
  ]);
  return (
    <div className={layout.place}>
      <Panel
        title={t`Gifts`}
        note={gifts.data?.length}
        className={layout.main}
        actions={
          <Button variant="primary" icon={Plus} keys="N" disabled={isLocked} onClick={create}>
            <Trans>New gift</Trans>
          </Button>
        }
      >
        {draft === null ? null : <OrderBar draft={draft} onDone={() => setDraft(null)} />}
        <QueryView query={gifts}>
          {(data) =>
            data.length === 0 ? (
              <Empty icon={Gift} title={t`No gift yet`} />
            ) : (
              <ul className={styles.rows}>
                {sortBy(data, draft?.ids ?? null).map((gift, index) => (
                  <GiftRow
                    key={gift.gift_id}
                    gift={gift}
                    isFirst={index === 0}
                    isLast={index === data.length - 1}
                    isBusy={isLocked}
                    onMove={(by) => move(index, by)}
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
