import { JoinRefused } from './join-refused.ts';
import {
  detectEngine,
  type EngineEvent,
  type EngineWish,
  type StreamEngine,
} from './stream-engine.ts';

/** The code of a browser that can play nothing of ours. Not one of the API's. */
export const PLAYER_UNSUPPORTED = 'player_unsupported';

/** The engine for this browser. hls.js, or what WebRTC needs, is fetched here, so never before somebody watches. */
export const createEngine = async (
  video: HTMLVideoElement,
  tell: (event: EngineEvent) => void,
  wish: EngineWish,
): Promise<StreamEngine> => {
  if (wish === 'realtime') {
    const { WhepEngine } = await import('./whep-engine.ts');
    return new WhepEngine(tell);
  }
  const kind = wish === 'native' ? wish : detectEngine(video);
  if (kind === 'none') throw new JoinRefused(PLAYER_UNSUPPORTED);
  if (kind === 'native') {
    const { NativeEngine } = await import('./native-engine.ts');
    return new NativeEngine(tell);
  }
  const { HlsEngine } = await import('./hls-engine.ts');
  return new HlsEngine(tell);
};
