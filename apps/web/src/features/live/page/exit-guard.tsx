import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { isForcedNavigation } from '../../../shared/navigation/navigation.ts';
import type { Chat } from '../../chat/chat.ts';
import type { CheerState } from '../../cheer/cheer-state.ts';
import type { LivePlayer } from '../../player/state/live-player.ts';
import { usePlayerPart } from '../../player/state/use-live-player.ts';
import type { ExitPromptProps } from './exit-prompt.tsx';

/** The fallback if the prompt cannot be loaded: leaves without confirmation. */
function LeaveAtOnce({ onLeave }: ExitPromptProps) {
  useEffect(onLeave, [onLeave]);
  return null;
}

const LazyExitPrompt = lazy(async (): Promise<{ default: ComponentType<ExitPromptProps> }> => {
  try {
    return { default: (await import('./exit-prompt.tsx')).ExitPrompt };
  } catch {
    return { default: LeaveAtOnce };
  }
});

/** Player statuses in which a video plays or is expected to resume. */
const WATCHING: ReadonlySet<string> = new Set([
  'loading',
  'playing',
  'buffering',
  'offline',
  'interrupted',
]);

const leadsAway: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && !isForcedNavigation(nextLocation.state);

/** Returns whether leaving would lose an unsent message or gifts in flight. */
const wouldLose = (chat: Chat | null, cheer: CheerState): boolean => {
  const { draft = '', lines = [] } = chat?.snapshot.get() ?? {};
  const underWay = cheer.sender?.snapshot.get().pendingCoins ?? 0;
  return draft.trim() !== '' || underWay > 0 || lines.some(({ kind }) => kind === 'own');
};

interface ExitGuardProps {
  readonly player: LivePlayer | null;
  readonly chat: Chat | null;
  readonly cheer: CheerState;
}

/**
 * Asks for confirmation before a viewer navigates away from a playing live. Closing the page asks only if something
 * unsent would be lost. A forced exit (ejection, sign-out, ban) does not ask.
 */
export function ExitGuard({ player, chat, cheer }: ExitGuardProps) {
  const watching = usePlayerPart(player, ({ status }) => WATCHING.has(status.name));
  const blocker = useBlocker((move) => watching && leadsAway(move));
  useEffect(() => {
    const onClose = (event: BeforeUnloadEvent) => {
      if (wouldLose(chat, cheer)) event.preventDefault();
    };
    window.addEventListener('beforeunload', onClose);
    return () => window.removeEventListener('beforeunload', onClose);
  }, [chat, cheer]);
  // The live has ended, or another device has taken over the watch session, while the prompt was open.
  const { state, proceed } = blocker;
  useEffect(() => {
    if (state === 'blocked' && !watching) proceed?.();
  }, [state, proceed, watching]);
  if (state !== 'blocked') return null;
  return (
    <Suspense>
      <LazyExitPrompt
        losing={wouldLose(chat, cheer)}
        onStay={() => blocker.reset()}
        onLeave={() => blocker.proceed()}
      />
    </Suspense>
  );
}
