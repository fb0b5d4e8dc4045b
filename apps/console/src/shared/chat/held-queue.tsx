import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import { classNames } from '@sangwian/ui/class-names';
import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useCommands } from '../commands/commands.ts';
import { useWritesLocked } from '../live/connection.ts';
import { useWrite } from '../toasts/use-write.ts';
import { Age } from '../ui/age.tsx';
import { Button } from '../ui/button.tsx';
import { Keys } from '../ui/keys.tsx';
import { useNow } from '../use-now.ts';
import styles from './chat.module.css';
import { splitByWord } from './split-by-word.ts';
import type { HeldLine } from './use-chat.ts';
import { type Decision, useDecisions } from './use-decisions.ts';
import { REASONS, useReasonNames } from './use-reason-names.ts';

const TIMEOUT_MINUTES = 10;

type Act =
  | { readonly kind: 'allow' }
  | { readonly kind: 'remove' | 'mute'; readonly reason: ReportReason };

interface HeldQueueProps {
  readonly held: readonly HeldLine[];
  readonly className?: string | undefined;
}

/** Returns a function that sends a decision and reads the queue again. A toast reports a failure. */
function useSendDecision() {
  const [allow] = useWrite('POST /operator/chat/held/{chat_message_id}/allow');
  const [remove] = useWrite('POST /operator/chat/held/{chat_message_id}/remove');
  return async ({ chat_message_id }: HeldLine, act: Act): Promise<boolean> => {
    const params = { chat_message_id };
    const answer =
      act.kind === 'allow'
        ? await allow({ params, body: {} })
        : await remove({
            params,
            body: {
              reason: act.reason,
              ...(act.kind === 'mute' ? { timeout_minutes: TIMEOUT_MINUTES } : {}),
            },
          });
    await queryClient.invalidateQueries({ queryKey: ['chat'] });
    return answer !== null;
  };
}

interface HeldKeys {
  /** Whether no message is chosen, or writes are locked. */
  readonly isIdle: boolean;
  readonly canUndo: boolean;
  readonly move: (by: number) => void;
  readonly act: (kind: Act['kind']) => void;
  readonly undo: () => void;
}

/** Registers the keys of the queue. */
function useHeldKeys({ isIdle, canUndo, move, act, undo }: HeldKeys): void {
  const { t } = useLingui();
  const group = t`Held messages`;
  useCommands([
    {
      id: 'held-next',
      label: t`Next held message`,
      group,
      keys: 'J',
      keyOnly: true,
      run: () => move(1),
    },
    {
      id: 'held-back',
      label: t`Previous held message`,
      group,
      keys: 'K',
      keyOnly: true,
      run: () => move(-1),
    },
    {
      id: 'held-allow',
      label: t`Allow the held message`,
      group,
      keys: 'A',
      disabled: isIdle,
      run: () => act('allow'),
    },
    {
      id: 'held-remove',
      label: t`Remove the held message`,
      group,
      keys: 'X',
      disabled: isIdle,
      run: () => act('remove'),
    },
    {
      id: 'held-mute',
      label: t`Remove it and time its author out`,
      group,
      keys: 'M',
      disabled: isIdle,
      run: () => act('mute'),
    },
    {
      id: 'held-undo',
      label: t`Take the last decision back`,
      group,
      keys: 'Z',
      disabled: !canUndo,
      run: undo,
    },
  ]);
}

/**
 * Messages with a watched word, oldest first. Keys allow a message, remove it, or remove it and time its author out.
 */
export function HeldQueue({ held, className }: HeldQueueProps) {
  const id = useId();
  const isLocked = useWritesLocked();
  const [reason, setReason] = useState<ReportReason>('gambling');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { pending, isDecided, decide, undo } = useDecisions<HeldLine, Act>(useSendDecision());
  const lines = held.filter((line) => !isDecided(line.chat_message_id));
  const at = Math.max(
    0,
    lines.findIndex((line) => line.chat_message_id === chosenId),
  );
  const chosen = lines[at];
  const act = (kind: Act['kind'], line = chosen) => {
    if (line === undefined || isLocked) return;
    setChosenId(lines[at + 1]?.chat_message_id ?? null);
    decide(line.chat_message_id, line, kind === 'allow' ? { kind } : { kind, reason });
  };
  const move = (by: number) => {
    const next = lines[Math.min(Math.max(at + by, 0), lines.length - 1)];
    setChosenId(next?.chat_message_id ?? null);
  };
  useHeldKeys({
    isIdle: chosen === undefined || isLocked,
    canUndo: pending.length > 0,
    move,
    act,
    undo,
  });
  const [oldest] = lines;
  return (
    <section aria-labelledby={id} className={classNames(styles.held, className)}>
      <div className={styles.heldHead}>
        <h3 id={id}>
          <Trans>Held for review</Trans>
        </h3>
        {oldest ? (
          <>
            <span className={styles.count}>{lines.length}</span>
            <span className={styles.gap} />
            <span className={styles.weak}>
              <Trans>
                oldest <Age at={oldest.held_at} />
              </Trans>
            </span>
            <Keys name="J" />
            <Keys name="K" />
          </>
        ) : null}
      </div>
      <UndoStrip decision={pending.at(-1)} onUndo={undo} />
      {oldest === undefined ? (
        <p className={styles.nothing}>
          <CircleCheck size={16} aria-hidden="true" />
          <Trans>Nothing waits for review.</Trans>
        </p>
      ) : null}
      <ul className={styles.queue}>
        {lines.map((line) =>
          line === chosen ? (
            <ChosenRow
              key={line.chat_message_id}
              {...{ line, isLocked, reason }}
              onReason={setReason}
              onAct={(kind) => act(kind, line)}
            />
          ) : (
            <li key={line.chat_message_id}>
              <button
                type="button"
                className={styles.waiting}
                onClick={() => setChosenId(line.chat_message_id)}
              >
                <HeldText line={line} />
              </button>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

interface UndoStripProps {
  readonly decision: Decision<HeldLine, Act> | undefined;
  readonly onUndo: () => void;
}

function UndoStrip({ decision, onUndo }: UndoStripProps) {
  return (
    <div role="status">
      {decision ? (
        <div className={styles.undo}>
          <PendingDecisionText decision={decision} />
          <Button size="small" variant="quiet" keys="Z" onClick={onUndo}>
            <Trans>Undo</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function PendingDecisionText({ decision }: { readonly decision: Decision<HeldLine, Act> }) {
  const { t } = useLingui();
  const seconds = Math.max(0, Math.ceil((decision.sendsAt - useNow()) / 1_000));
  const name = decision.item.member_name || t`deleted member`;
  const texts: Readonly<Record<Act['kind'], string>> = {
    allow: t`${name}: allowed`,
    remove: t`${name}: removed`,
    mute: t`${name}: timed out`,
  };
  return (
    <span>
      {texts[decision.act.kind]} <span aria-hidden="true">· {t`sent in ${seconds} s`}</span>
    </span>
  );
}

/** The author and the text, with the watched word highlighted. */
function HeldText({ line }: { readonly line: HeldLine }) {
  const { t } = useLingui();
  const [before, word, after] = splitByWord(line.text, line.word);
  return (
    <span dir="auto" className={styles.heldText}>
      <strong>
        <bdi>{line.member_name || t`deleted member`}</bdi>
      </strong>{' '}
      {before}
      {word === '' ? null : <mark>{word}</mark>}
      {after}
    </span>
  );
}

interface ChosenRowProps {
  readonly line: HeldLine;
  readonly isLocked: boolean;
  readonly reason: ReportReason;
  readonly onReason: (reason: ReportReason) => void;
  readonly onAct: (kind: Act['kind']) => void;
}

function ChosenRow({ line, isLocked, reason, onReason, onAct }: ChosenRowProps) {
  const names = useReasonNames();
  const button = { size: 'small', disabled: isLocked } as const;
  return (
    <li className={styles.chosen} aria-current="true">
      <HeldText line={line} />
      <span className={styles.watched}>
        <Trans>Watched word: {line.word}</Trans>
        <span className={styles.weak}>
          <Age at={line.held_at} />
        </span>
      </span>
      <div className={styles.acts}>
        <Button {...button} keys="A" onClick={() => onAct('allow')}>
          <Trans>Allow</Trans>
        </Button>
        <Button {...button} variant="danger" keys="X" onClick={() => onAct('remove')}>
          <Trans>Remove</Trans>
        </Button>
        <Button {...button} variant="danger" keys="M" onClick={() => onAct('mute')}>
          <Trans>Time out {TIMEOUT_MINUTES} min</Trans>
        </Button>
      </div>
      <label className={styles.because}>
        <Trans>Reason for the author</Trans>
        <select
          value={reason}
          onChange={({ currentTarget }) => onReason(currentTarget.value as ReportReason)}
        >
          {REASONS.map((value) => (
            <option key={value} value={value}>
              {names[value]}
            </option>
          ))}
        </select>
      </label>
    </li>
  );
}
