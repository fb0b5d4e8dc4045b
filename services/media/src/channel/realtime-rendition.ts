import type { Logger } from '@sangwian/node-kit/logger';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import { SoundOutlet } from '../sound/sound-outlet.ts';
import type { UnitSink } from '../stream/access-unit.ts';
import type { RtpFanout } from '../webrtc/rtp-fanout.ts';
import type { Rendition } from './rendition.ts';

export interface RealtimeRenditionOptions {
  readonly fanout: RtpFanout;
  /** `null`: audio is passed on without conversion. */
  readonly ffmpeg: Ffmpeg | null;
  /** Elapsed time. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** The rendition that the WebRTC viewers of a channel receive, from the signal that is shown. */
export class RealtimeRendition {
  readonly #fanout: RtpFanout;
  readonly #sound: SoundOutlet;
  readonly #sink: UnitSink;
  #rendition: Rendition | null = null;

  constructor({ fanout, ...options }: RealtimeRenditionOptions) {
    this.#fanout = fanout;
    const sound = new SoundOutlet({
      ...options,
      to: fanout,
      codec: 'opus',
      hasListeners: () => fanout.watched,
    });
    this.#sound = sound;
    this.#sink = {
      videoConfig: (config) => fanout.videoConfig(config),
      audioConfig: (config) => sound.audioConfig(config),
      video: (unit) => fanout.video(unit),
      audio: (unit) => sound.audio(unit),
    };
  }

  /** Returns the sink for the units of this rendition; `null` if viewers receive another one. */
  of(rendition: Rendition): UnitSink | null {
    return this.#rendition === rendition ? this.#sink : null;
  }

  /** Stops sending this rendition. */
  leave(rendition: Rendition): void {
    if (this.#rendition === rendition) this.#send(null);
  }

  /** Sends the best rendition. A worse one stays while it has viewers and a publisher. */
  choose(best: Rendition | null): void {
    if (this.#rendition !== null && this.#fanout.watched) return;
    if (best !== this.#rendition) this.#send(best);
  }

  #send(rendition: Rendition | null): void {
    if (this.#rendition !== null) {
      this.#sound.end();
      this.#fanout.end();
    }
    this.#rendition = rendition;
    if (rendition === null) return;
    const { latestVideoConfig, latestAudioConfig } = rendition;
    if (latestVideoConfig !== null) this.#fanout.videoConfig(latestVideoConfig);
    if (latestAudioConfig !== null) this.#sound.audioConfig(latestAudioConfig);
  }
}
