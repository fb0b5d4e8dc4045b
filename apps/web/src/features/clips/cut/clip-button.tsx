import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { LivePlayer } from '../../player/state/live-player.ts';
import type { ReplayPlayer } from '../../replay/player/replay-player.ts';
import { ClipSheet } from './clip-sheet.tsx';
import { type CutPlayer, cutPlayerOf } from './cut-player.ts';

export interface ClipButtonProps {
  readonly programLiveId: string;
  readonly player: LivePlayer | ReplayPlayer | null;
}

/** The button that opens the sheet to cut a clip from the last minutes that the fan has watched. */
export function ClipButton({ programLiveId, player }: ClipButtonProps) {
  const { t } = useLingui();
  const [cut, setCut] = useState<{ readonly player: CutPlayer | null } | null>(null);
  const close = () => {
    cut?.player?.restore();
    setCut(null);
  };
  return (
    <>
      <IconButton
        label={t`Cut a clip`}
        aria-expanded={cut !== null}
        onClick={() => (cut === null ? setCut({ player: player && cutPlayerOf(player) }) : close())}
      >
        <Scissors size={20} aria-hidden="true" />
      </IconButton>
      {cut === null
        ? null
        : createPortal(
            <ClipSheet programLiveId={programLiveId} player={cut.player} onClose={close} />,
            document.body,
          )}
    </>
  );
}
