import { useLingui } from '@lingui/react/macro';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { useState } from 'react';
import { type Command, useCommands } from '../../shared/commands/commands.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { type Act, ActDialog } from './act-dialog.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import styles from './member-page.module.css';
import { ParentConsentDialog } from './parent-consent-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

interface Offered {
  readonly id: Act | 'adjust' | 'role' | 'parent-consent';
  readonly label: string;
  readonly keys: string;
  readonly isDanger?: boolean;
}

/** Returns the acts that the operator's role and the member's status allow. */
function useOffered(member: MemberFile): Offered[] {
  const { t } = useLingui();
  const suspends = useMay('suspend_members');
  const manages = useMay('manage_members');
  const adjusts = useMay('adjust_coins');
  const disputes = useMay('handle_disputes');
  const { state } = member;
  if (state === 'deleted') return [];
  const offered: (Offered | false)[] = [
    adjusts && { id: 'adjust', label: t`Adjust coins…`, keys: 'C' },
    manages && state !== 'active' && { id: 'lift', label: t`Lift…`, keys: 'L' },
    suspends &&
      (state === 'active' || state === 'suspend') && {
        id: 'suspend',
        label: t`Suspend…`,
        keys: 'S',
        isDanger: true,
      },
    manages && state !== 'ban' && { id: 'ban', label: t`Ban…`, keys: 'B', isDanger: true },
    manages &&
      member.sessions.length > 0 && {
        id: 'end-sessions',
        label: t`End all sessions…`,
        keys: 'O',
      },
    manages && state === 'active' && { id: 'role', label: t`Chat role…`, keys: 'R' },
    disputes && { id: 'parent-consent', label: t`Parent’s consent…`, keys: 'P' },
    manages &&
      member.excluded_until !== null && {
        id: 'end-exclusion',
        label: t`End self-exclusion…`,
        keys: 'X',
      },
    suspends &&
      member.nickname !== null && {
        id: 'reset-nickname',
        label: t`Reset nickname…`,
        keys: 'N',
      },
    manages && { id: 'export', label: t`Export data…`, keys: 'E' },
    manages &&
      state !== 'closed' && { id: 'close', label: t`Close account…`, keys: 'K', isDanger: true },
    manages &&
      state === 'active' && {
        id: 'delete',
        label: t`Delete account…`,
        keys: 'D',
        isDanger: true,
      },
  ];
  return offered.filter((one): one is Offered => one !== false);
}

interface OpenDialogProps {
  readonly id: Offered['id'];
  readonly member: MemberFile;
  readonly onClose: () => void;
}

function OpenDialog({ id, ...props }: OpenDialogProps) {
  if (id === 'adjust') return <AdjustDialog {...props} />;
  if (id === 'role') return <RoleDialog {...props} />;
  if (id === 'parent-consent') return <ParentConsentDialog {...props} />;
  return <ActDialog act={id} {...props} />;
}

/** The acts on a member, each with its key. Every act asks for a reason. */
export function MemberActs({ member }: { readonly member: MemberFile }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const offered = useOffered(member);
  const [open, setOpen] = useState<Offered['id'] | null>(null);
  useCommands(
    offered.map(
      ({ id, label, keys }): Command => ({
        id: `member-${id}`,
        label,
        group: t`Member`,
        keys,
        disabled: isLocked,
        run: () => setOpen(id),
      }),
    ),
  );
  if (offered.length === 0) return null;
  const close = () => setOpen(null);
  return (
    <Panel title={t`Actions`} note={t`each asks for a reason, each is in the audit`}>
      <div className={styles.acts}>
        {offered.map(({ id, label, keys, isDanger }) => (
          <Button
            key={id}
            keys={keys}
            variant={isDanger === true ? 'danger' : 'plain'}
            disabled={isLocked}
            onClick={() => setOpen(id)}
          >
            {label}
          </Button>
        ))}
      </div>
      {open === null ? null : <OpenDialog id={open} member={member} onClose={close} />}
    </Panel>
  );
}
