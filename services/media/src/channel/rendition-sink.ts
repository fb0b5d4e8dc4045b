import type { Publisher, UnitSink } from '../stream/access-unit.ts';
import type { RealtimeRendition } from './realtime-rendition.ts';
import type { Rendition } from './rendition.ts';

export interface RenditionSinkOptions {
  readonly rendition: Rendition;
  readonly publisher: Publisher;
  /** `null`: WebRTC is unavailable. */
  readonly realtime: RealtimeRendition | null;
  /** Sends the publisher's units on to other servers. */
  readonly restream: UnitSink;
  /** Called when packaging failed; must disconnect the publisher. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Returns the sink for the publisher of a rendition. Units that arrive after another publisher has attached are
 * dropped.
 */
export function createRenditionSink(options: RenditionSinkOptions): UnitSink {
  const { rendition, publisher, realtime, restream, onFailed } = options;
  const { alignment } = rendition;
  const guard = (take: () => void): void => {
    if (rendition.publisher !== publisher) return;
    try {
      take();
    } catch (error) {
      // A sink must not throw: its exception would reach the ingest.
      onFailed(error);
    }
  };
  return {
    videoConfig: (config) =>
      guard(() => {
        realtime?.of(rendition)?.videoConfig(config);
        rendition.videoConfig(config);
        restream.videoConfig(config);
      }),
    audioConfig: (config) =>
      guard(() => {
        alignment.audioConfig(config);
        realtime?.of(rendition)?.audioConfig(config);
        rendition.audioConfig(config);
        restream.audioConfig(config);
      }),
    video: (unit) =>
      guard(() => {
        alignment.video(unit.dts);
        realtime?.of(rendition)?.video(unit);
        rendition.video(unit);
        restream.video(unit);
      }),
    audio: (unit) =>
      guard(() => {
        const aligned = { ...unit, pts: alignment.audio(unit.pts) };
        realtime?.of(rendition)?.audio(aligned);
        rendition.audio(aligned);
        restream.audio(aligned);
      }),
  };
}
