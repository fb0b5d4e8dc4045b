import { JoinRefused } from './join-refused.ts';
import {
  detectEngine,
  type EngineEvent,
  type EngineMode,
  type StreamEngine,
} from './stream-engine.ts';

/** A refusal code that the player sets, not the API: the browser cannot play any offered format. */
export const PLAYER_UNSUPPORTED = 'player_unsupported';

/**
 * Creates the engine for this browser. Loads the engine's code on demand, so that no code is loaded before playback
 * starts.
 */
export const createEngine = async (
  video: HTMLVideoElement,
  emit: (event: EngineEvent) => void,
  mode: EngineMode,
): Promise<StreamEngine> => {
  if (mode === 'realtime') {
    const { WhepEngine } = await import('./whep-engine.ts');
    return new WhepEngine(emit);
  }
  const kind = mode === 'native' ? mode : detectEngine(video);
  if (kind === 'none') throw new JoinRefused(PLAYER_UNSUPPORTED);
  if (kind === 'native') {
    const { NativeEngine } = await import('./native-engine.ts');
    return new NativeEngine(emit);
  }
  const { HlsEngine } = await import('./hls-engine.ts');
  return new HlsEngine(emit);
};
