import { PLAYER_UNSUPPORTED } from '../../player/engine/create-engine.ts';
import { JoinRefused } from '../../player/engine/join-refused.ts';
import { detectEngine } from '../../player/engine/stream-engine.ts';
import type { CreateReplayEngine } from './replay-engine.ts';

/** Creates the engine for this browser. Its code is loaded here, so never before playback starts. */
export const createReplayEngine: CreateReplayEngine = async (video, emit) => {
  const kind = detectEngine(video);
  if (kind === 'none') throw new JoinRefused(PLAYER_UNSUPPORTED);
  if (kind === 'native') {
    const { NativeReplayEngine } = await import('./native-replay-engine.ts');
    return new NativeReplayEngine(emit);
  }
  const { HlsReplayEngine } = await import('./hls-replay-engine.ts');
  return new HlsReplayEngine(emit);
};
