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
    return import('./whep-engine.ts').then((module) => new module.WhepEngine(emit));
  }
  const kind = mode === 'native' ? mode : detectEngine(video);
  if (kind === 'none') throw new JoinRefused(PLAYER_UNSUPPORTED);
  if (kind === 'native') {
    return import('./native-engine.ts').then((module) => new module.NativeEngine(emit));
  }
  return import('./hls-engine.ts').then((module) => new module.HlsEngine(emit));
};
