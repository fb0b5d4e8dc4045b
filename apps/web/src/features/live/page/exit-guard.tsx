import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { isSentAway } from '../../../shared/navigation/navigation.ts';
import type { Chat } from '../../chat/chat.ts';
import type { CheerRoom } from '../../cheer/cheer-room.ts';
import type { LivePlayer } from '../../player/state/live-player.ts';
import { usePlayerPart } from '../../player/state/use-live-player.ts';
import type { ExitPromptProps } from './exit-prompt.tsx';

/** Whose question cannot be fetched is not kept from leaving. */
function LeaveUnasked({ onLeave }: ExitPromptProps) {
  useEffect(onLeave, [onLeave]);
  return null;
}

const LaterExitPrompt = lazy(async (): Promise<{ default: ComponentType<ExitPromptProps> }> => {
  try {
    return { default: (await import('./exit-prompt.tsx')).ExitPrompt };
  } catch {
    return { default: LeaveUnasked };
  }
});

/** Statuses in which there is a picture, or one is about to come back. */
const WATCHING: ReadonlySet<string> = new Set([
  'loading',
  'playing',
  'buffering',
  'offline',
  'interrupted',
]);

const leadsAway: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && !isSentAway(nextLocation.state);

/** A text that was not sent, or coins that are on their way. */
const wouldLose = (chat: Chat | null, room: CheerRoom): boolean => {
  const { draft = '', lines = [] } = chat?.snapshot.get() ?? {};
  const underWay = room.sender?.snapshot.get().underWayCoins ?? 0;
  return draft.trim() !== '' || underWay > 0 || lines.some(({ kind }) => kind === 'own');
};

interface ExitGuardProps {
  readonly player: LivePlayer | null;
  readonly chat: Chat | null;
  readonly room: CheerRoom;
}

/**
 * Asks whoever leaves the live while watching it, by a link or by the way back. A page that is closed asks only where
 * something of the member's own would be lost. Whoever is sent away (ejected, signed out, barred) is not asked.
 */
export function ExitGuard({ player, chat, room }: ExitGuardProps) {
  const watching = usePlayerPart(player, ({ status }) => WATCHING.has(status.name));
  const blocker = useBlocker((move) => watching && leadsAway(move));
  useEffect(() => {
    const onClose = (event: BeforeUnloadEvent) => {
      if (wouldLose(chat, room)) event.preventDefault();
    };
    window.addEventListener('beforeunload', onClose);
    return () => window.removeEventListener('beforeunload', onClose);
  }, [chat, room]);
  // The live ended, or was taken over, while the question stood.
  const { state, proceed } = blocker;
  useEffect(() => {
    if (state === 'blocked' && !watching) proceed?.();
  }, [state, proceed, watching]);
  if (state !== 'blocked') return null;
  return (
    <Suspense>
      <LaterExitPrompt
        losing={wouldLose(chat, room)}
        onStay={() => blocker.reset()}
        onLeave={() => blocker.proceed()}
      />
    </Suspense>
  );
}
