import { Trans, useLingui } from '@lingui/react/macro';
import type { SlipCase, SlipRejection } from '@sangwian/contract/endpoints/operator/orders';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { loadErrorText } from '../../shared/api/error-text.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { type Command, useCommands } from '../../shared/commands/commands.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMe } from '../../shared/session/session-store.ts';
import { useStore } from '../../shared/store.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Empty } from '../../shared/ui/states.tsx';
import { REJECTION_NAMES, REJECTIONS, useNames } from './names.ts';
import { decideSoon, pendingStore, type SlipDecision, undoLast } from './slip-decisions.ts';
import { SlipPictures, type SlipView } from './slip-picture.tsx';
import { SlipQueue } from './slip-queue.tsx';
import { SlipVerdict } from './slip-verdict.tsx';
import styles from './slips-page.module.css';

/** The chosen slip and the acts that are possible on it. */
function useCurrentSlip(slips: readonly SlipCase[], pendingIds: readonly string[]) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const open = slips.filter(({ slip_id: id }) => !pendingIds.includes(id));
  const chosen = slips.find(({ slip_id: id }) => id === chosenId);
  const slip = chosen ?? open[0] ?? slips[0];
  const index = slip === undefined ? -1 : slips.indexOf(slip);
  const move = (by: 1 | -1) => {
    const next = slips[index + by];
    if (next !== undefined) setChosenId(next.slip_id);
  };
  /** Opens the next undecided slip. */
  const advance = () => {
    const rest = open.filter(({ slip_id: id }) => id !== slip?.slip_id);
    const next = rest.find((one) => slips.indexOf(one) > index) ?? rest[0];
    setChosenId(next?.slip_id ?? null);
  };
  return { slip, choose: setChosenId, move, advance };
}

/** Slips of bank transfers: the queue, the image beside the order, and the decision. Every step has a key. */
export function SlipsPage() {
  const { t } = useLingui();
  const { nameOf } = useNames();
  const language = useLanguage();
  const isLocked = useWritesLocked();
  const me = useMe();
  const waiting = useStaffList(
    'GET /operator/slip',
    { query: { state: 'waiting', limit: 50 } },
    'orders',
  );
  const decided = useStaffList(
    'GET /operator/slip',
    { query: { state: 'decided', limit: 10 } },
    'orders',
  );
  const pending = useStore(pendingStore);
  const pendingIds = pending.map(({ decision }) => decision.slip_id);
  const { slip, choose, move, advance } = useCurrentSlip(waiting.items, pendingIds);
  const [reason, setReason] = useState<{ slipId: string; because: SlipRejection } | null>(null);
  const [view, setView] = useState<SlipView>('both');
  const suggested = slip?.first_use ? ('reference_used' as const) : null;
  const because = reason?.slipId === slip?.slip_id ? (reason?.because ?? null) : suggested;
  const isDecided = slip !== undefined && pendingIds.includes(slip.slip_id);
  const mayApprove = slip?.first_use == null || me.role === 'owner';
  const decide = (decision: SlipDecision) => {
    decideSoon(decision, (error) => {
      void loadErrorText(error, language).then((text) => showToast('problem', text));
    });
    advance();
  };
  const approve = () => {
    if (slip === undefined || !mayApprove || isLocked || isDecided) return;
    decide({ action: 'approve', slip_id: slip.slip_id, reason: 'compared with the bank' });
  };
  const reject = () => {
    if (slip === undefined || because === null || isLocked || isDecided) return;
    decide({ action: 'reject', slip_id: slip.slip_id, because });
  };
  const undo = () => {
    const slipId = undoLast();
    if (slipId !== null) choose(slipId);
  };
  const command = (id: string, label: string, keys: string, run: () => void): Command => ({
    ...{ id: `slips-${id}`, label, group: t`Slips`, keys, run },
    keyOnly: true,
  });
  useCommands([
    command('next', t`Next slip`, 'J', () => move(1)),
    command('previous', t`Previous slip`, 'K', () => move(-1)),
    command('approve', t`Approve`, 'A', approve),
    command('reject', t`Reject`, 'X', reject),
    command('undo', t`Undo`, 'Z', undo),
    command('view', t`Side by side`, 'V', () => setView(view === 'both' ? 'this' : 'both')),
    ...REJECTIONS.map((one, index) =>
      command(one, nameOf(REJECTION_NAMES[one]), String(index + 1), () => {
        if (slip !== undefined) setReason({ slipId: slip.slip_id, because: one });
      }),
    ),
  ]);
  return (
    <div className={styles.page}>
      <SlipQueue
        {...{ waiting, decided, pending }}
        currentId={slip?.slip_id}
        onChoose={choose}
        onUndo={undo}
      />
      {slip === undefined ? (
        <div className={styles.nothing}>
          <Empty icon={ReceiptText} title={t`Nothing to check`}>
            <Trans>The picture of a slip appears here beside its order.</Trans>
          </Empty>
        </div>
      ) : (
        <>
          <SlipPictures key={slip.slip_id} {...{ slip, view }} onView={setView} />
          <SlipVerdict
            {...{ slip, because, isLocked, isDecided, mayApprove }}
            onBecause={(one) => setReason({ slipId: slip.slip_id, because: one })}
            onApprove={approve}
            onReject={reject}
          />
        </>
      )}
    </div>
  );
}
