import type { Logger } from '@sangwian/node-kit/logger';
import { SoundOutlet } from '../sound/sound-outlet.ts';
import type {
  AudioConfig,
  AudioUnit,
  Publisher,
  UnitSink,
  VideoConfig,
  VideoUnit,
} from '../stream/access-unit.ts';
import { audioHeaderOf, type StreamHeaders } from './flv-input.ts';
import type { TargetState, WantedTarget } from './restream-calls.ts';
import { type SenderOptions, TargetSender } from './target-sender.ts';

/** A publisher's codecs. */
interface Source {
  readonly publisher: Publisher;
  video: VideoConfig | null;
  audio: AudioConfig | null;
}

const isSame = (a: StreamHeaders | null, b: StreamHeaders): boolean =>
  a?.video.equals(b.video) === true &&
  (a.audio === null ? b.audio === null : b.audio !== null && a.audio.equals(b.audio));

/** Sends the shown signal of a channel on to its targets. Nothing here throws into the packaging of the signal. */
export class ChannelRestream {
  readonly #options: SenderOptions;
  readonly #senders = new Map<string, TargetSender>();
  /** Removed senders whose processes have not ended. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #sound: SoundOutlet;
  #source: Source | null = null;
  #headers: StreamHeaders | null = null;
  #soundConfig: AudioConfig | null = null;

  constructor(options: SenderOptions & { readonly logger: Logger }) {
    this.#options = options;
    const { ffmpeg, now, logger } = options;
    this.#sound = new SoundOutlet({
      ...{ codec: 'aac', ffmpeg, now, logger },
      hasListeners: () => this.#senders.size > 0,
      to: {
        audioConfig: (config) => {
          this.#soundConfig = config;
        },
        audio: (unit) => this.#each((sender) => sender.audio(unit)),
      },
    });
  }

  /** Whether the stream can be sent on. */
  get isAvailable(): boolean {
    return this.#options.ffmpeg !== null;
  }

  get states(): readonly TargetState[] {
    return Array.from(this.#senders.values(), ({ state }) => state);
  }

  /** Sets the targets that are switched on. */
  setTargets(targets: readonly WantedTarget[]): void {
    for (const [id, sender] of this.#senders) {
      if (targets.some(({ targetId }) => targetId === id)) continue;
      this.#senders.delete(id);
      const left = sender.stop().finally(() => this.#leaving.delete(left));
      this.#leaving.add(left);
    }
    for (const target of targets) {
      if (this.#senders.has(target.targetId)) continue;
      const sender = new TargetSender(target, this.#options);
      this.#senders.set(target.targetId, sender);
      if (this.#headers !== null) sender.setHeaders(this.#headers);
    }
    if (this.#senders.size === 0) this.#leaveSource();
  }

  /** Watches the connections; called about once a second. */
  check(): void {
    this.#each((sender) => sender.check());
  }

  /** Returns where a publisher's units go. @param isShown whether viewers see this publisher best */
  follow(publisher: Publisher, isShown: () => boolean): UnitSink {
    const source: Source = { publisher, video: null, audio: null };
    const isWanted = (): boolean => this.#senders.size > 0 && isShown();
    return {
      videoConfig: (config) => {
        source.video = config;
        if (this.#source === source) this.#take(source);
      },
      audioConfig: (config) => {
        source.audio = config;
        if (this.#source === source) this.#take(source);
      },
      video: (unit) => {
        if (isWanted()) this.#video(source, unit);
      },
      audio: (unit) => {
        if (this.#source === source && isWanted()) this.#audio(unit);
      },
    };
  }

  /** A publisher has ended. */
  leave(publisher: Publisher): void {
    if (this.#source?.publisher !== publisher) return;
    this.#leaveSource();
    this.#each((sender) => sender.streamEnded());
  }

  /** Ends every process at once; resolves when they have ended. */
  async stop(): Promise<void> {
    this.#leaveSource();
    await Promise.all([
      ...Array.from(this.#senders.values(), (sender) => sender.stop()),
      ...this.#leaving,
    ]);
  }

  #leaveSource(): void {
    this.#source = null;
    this.#headers = null;
    this.#sound.end();
  }

  #video(source: Source, unit: VideoUnit): void {
    if (this.#source !== source) {
      if (!unit.key) return;
      this.#source = source;
      this.#each((sender) => sender.rebase());
      this.#take(source);
    }
    this.#each((sender) => sender.video(unit));
  }

  #audio(unit: AudioUnit): void {
    try {
      this.#sound.audio(unit);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'sound of the restream lost');
    }
  }

  /** Takes the codecs of the source; targets that are sent to get other codecs over new connections. */
  #take({ video, audio }: Source): void {
    if (video === null) return;
    this.#sound.end();
    this.#soundConfig = null;
    if (audio !== null) this.#sound.audioConfig(audio);
    const headers = { video: video.record, audio: audioHeaderOf(this.#soundConfig) };
    if (isSame(this.#headers, headers)) return;
    this.#headers = headers;
    this.#each((sender) => sender.setHeaders(headers));
  }

  #each(task: (sender: TargetSender) => void): void {
    for (const sender of this.#senders.values()) {
      try {
        task(sender);
      } catch (error) {
        this.#options.logger.error({ err: error }, 'restream failed');
      }
    }
  }
}
