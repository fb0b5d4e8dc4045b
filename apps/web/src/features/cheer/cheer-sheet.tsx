import { useLingui } from '@lingui/react/macro';
import type { Match } from '@sangwian/contract/endpoints/live';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { CheerPanel } from './cheer-panel.tsx';
import type { CheerRoom } from './cheer-room.ts';

interface CheerSheetProps {
  readonly room: CheerRoom;
  readonly match: Match | null;
  readonly onClose: () => void;
}

/** The panel as a sheet over the chat of a phone. */
export function CheerSheet({ room, match, onClose }: CheerSheetProps) {
  const { t } = useLingui();
  return (
    <ClosableDialog title={t`Send a gift`} onClose={onClose}>
      <CheerPanel room={room} match={match} />
    </ClosableDialog>
  );
}
