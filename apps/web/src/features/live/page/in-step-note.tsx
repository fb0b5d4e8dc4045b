import { lazy, Suspense } from 'react';
import type { LivePlayer } from '../../player/state/live-player.ts';
import { usePlayerProgress } from '../../player/state/use-live-player.ts';
import type { InStepPillProps } from './in-step-pill.tsx';

/** Behind by less nobody notices that things wait. */
const BEHIND_MIN_S = 10;

const LaterPill = lazy(async () => ({ default: (await import('./in-step-pill.tsx')).InStepPill }));

/** Says to who has rewound that the chat stands where the picture does, and leads back to live. */
export function InStepNote({
  player,
  ...pill
}: Omit<InStepPillProps, 'onLive'> & { readonly player: LivePlayer | null }) {
  const { latencyS, atLive } = usePlayerProgress(player);
  const late = latencyS !== null && latencyS > BEHIND_MIN_S && !atLive;
  return (
    <div role="status">
      <Suspense>{late ? <LaterPill {...pill} onLive={() => player?.goLive()} /> : null}</Suspense>
    </div>
  );
}
