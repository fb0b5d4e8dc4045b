import { useLingui } from '@lingui/react/macro';
import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { Undo2 } from 'lucide-react';
import { useCommands } from '../../shared/commands/commands.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useActs } from './use-act.ts';

/** Reopens an ended bout that has no result yet. */
export function ReopenButton({ bout }: { readonly bout: ShowBout }) {
  const { t } = useLingui();
  const { run, isBusy } = useActs();
  const mayDirect = useMay('direct_show');
  const off = useWritesLocked() || isBusy;
  const label = t`Reopen the bout`;
  const reopen = () =>
    void run(
      'POST /operator/show/bouts/{match_live_id}/direct',
      { id: bout.match_live_id, version: bout.version },
      { action: 'undo' },
    );
  const command = { id: 'reopen', label, group: t`Tonight`, keys: 'Z', disabled: off, run: reopen };
  useCommands(mayDirect ? [command] : []);
  if (!mayDirect) return null;
  return (
    <Button variant="quiet" size="small" icon={Undo2} keys="Z" disabled={off} onClick={reopen}>
      {label}
    </Button>
  );
}
