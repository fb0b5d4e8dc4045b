import { useLingui } from '@lingui/react/macro';
import type { Match } from '@sangwian/contract/endpoints/live';
import { IconButton } from '@sangwian/ui/button';
import { DockedSheet } from '@sangwian/ui/docked-sheet';
import { X } from 'lucide-react';
import { CheerBalance, CheerPanel } from './cheer-panel.tsx';
import type { CheerState } from './cheer-state.ts';

interface CheerSheetProps {
  readonly cheer: CheerState;
  readonly match: Match | null;
  readonly isOver: boolean;
  readonly onTopUp: () => void;
  readonly onClose: () => void;
}

/** The gift panel as a sheet over the chat, so that video and bar stay visible. */
export function CheerSheet({ cheer, match, isOver, onTopUp, onClose }: CheerSheetProps) {
  const { t } = useLingui();
  return (
    <DockedSheet
      title={t`Send a gift`}
      onClose={onClose}
      head={<CheerBalance onTopUp={onTopUp} />}
      closeButton={
        <IconButton label={t`Close`} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      <CheerPanel cheer={cheer} match={match} isOver={isOver} onTopUp={onTopUp} narrow />
    </DockedSheet>
  );
}
