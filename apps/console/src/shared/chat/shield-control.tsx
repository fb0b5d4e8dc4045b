import { Trans, useLingui } from '@lingui/react/macro';
import type { ShieldReason } from '@sangwian/contract/endpoints/chat-safety';
import { formatClock } from '@sangwian/i18n/format-date';
import { Shield, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useCommands } from '../commands/commands.ts';
import { useWritesLocked } from '../live/connection.ts';
import { useWrite } from '../toasts/use-write.ts';
import { Button, HoldButton } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Panel, PanelBody } from '../ui/panel.tsx';
import styles from './chat.module.css';
import type { ChatView } from './use-chat.ts';
import { useReasonNames } from './use-reason-names.ts';

const COMMAND = 'shield';
/** Restrictions that usually end a wave of spam: accounts created for spam are mostly younger than an hour. */
const SHIELD = { slow_mode_s: 30, member_minutes: 60 } as const;
const MINUTES = ['10', '30', '60'] as const;
const REASONS = ['spam', 'abuse', 'gambling'] as const satisfies readonly ShieldReason[];

interface ShieldProps {
  readonly chat: Pick<ChatView, 'program_live_id' | 'shield'>;
}

/** Registers the key `H` and returns the functions that begin and end shield mode. */
function useShield(
  { program_live_id, shield }: ShieldProps['chat'],
  minutes = 10,
  reason: ShieldReason = 'spam',
) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [begin, isBeginning] = useWrite('POST /operator/chat/shield');
  const [end, isEnding] = useWrite('POST /operator/chat/shield/end');
  const isBusy = isBeginning || isEnding || isLocked;
  const toggle = async () => {
    if (shield === null) await begin({ body: { program_live_id, minutes, reason, ...SHIELD } });
    else await end({ body: { program_live_id } });
    await queryClient.invalidateQueries({ queryKey: ['chat'] });
  };
  useCommands([
    {
      id: COMMAND,
      label: shield === null ? t`Shield mode on` : t`Shield mode off`,
      group: t`Chat`,
      icon: Shield,
      keys: 'H',
      hold: true,
      disabled: isBusy,
      run: () => void toggle(),
    },
  ]);
  return { isBusy, toggle: () => void toggle() };
}

/** A button for the heading of a chat. Holding the button or `H` begins shield mode for ten minutes, or ends it. */
export function ShieldButton({ chat }: ShieldProps) {
  const { isBusy, toggle } = useShield(chat);
  return (
    <HoldButton
      size="small"
      variant="quiet"
      icon={chat.shield === null ? Shield : ShieldOff}
      command={COMMAND}
      keys="H"
      disabled={isBusy}
      onHeld={toggle}
    >
      {chat.shield === null ? <Trans>Shield</Trans> : <Trans>End shield</Trans>}
    </HoldButton>
  );
}

/** Shows the restrictions of shield mode and its end; renders nothing while shield mode is off. */
export function ShieldStrip({ chat: { shield } }: ShieldProps) {
  if (shield === null) return null;
  const { slow_mode_s: seconds, member_minutes: age } = shield;
  const until = formatClock(shield.until);
  return (
    <div className={styles.shieldOn}>
      <Shield size={16} aria-hidden="true" />
      <span className={styles.shieldText}>
        <Trans>
          Shield mode until {until}: a message every {seconds} s, no links, and only members who
          joined more than {age} min ago.
        </Trans>
      </span>
    </div>
  );
}

/**
 * Begins shield mode with a chosen length and reason, by holding the button or `H`. Shield mode expires automatically.
 */
export function ShieldControl({ chat }: ShieldProps) {
  const { t } = useLingui();
  const names = useReasonNames();
  const [minutes, setMinutes] = useState('10');
  const [reason, setReason] = useState<ShieldReason>('spam');
  const { isBusy, toggle } = useShield(chat, Number(minutes), reason);
  if (chat.shield !== null) {
    return (
      <Panel
        title={t`Shield mode is on`}
        actions={
          <Button size="small" icon={ShieldOff} disabled={isBusy} onClick={toggle}>
            <Trans>End now</Trans>
          </Button>
        }
      >
        <ShieldStrip chat={chat} />
      </Panel>
    );
  }
  return (
    <Panel title={t`Shield mode`} note={t`slow mode, no links, no new members`}>
      <PanelBody>
        <div className={styles.shieldForm}>
          <SelectField
            label={t`For`}
            value={minutes}
            options={MINUTES.map((value) => ({ value, label: t`${value} minutes` }))}
            onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
          />
          <SelectField
            label={t`Reason that fans read`}
            value={reason}
            options={REASONS.map((value) => ({ value, label: names[value] }))}
            onChange={({ currentTarget }) => setReason(currentTarget.value as ShieldReason)}
          />
          <HoldButton
            icon={Shield}
            command={COMMAND}
            keys="H"
            wide
            disabled={isBusy}
            onHeld={toggle}
          >
            <Trans>Hold to protect the chat</Trans>
          </HoldButton>
        </div>
      </PanelBody>
    </Panel>
  );
}
