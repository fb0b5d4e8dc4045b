import { acknowledge } from './control.ts';
import { MESSAGE_TYPE, type RtmpMessage } from './message.ts';

/** Window until the peer sets one: half of the usual window of servers. */
const WINDOW_BYTES_DEFAULT = 1_250_000;
/** Minimum window, to limit the number of acknowledgements. */
const WINDOW_BYTES_MIN = 4_096;

/** Decides when to acknowledge received bytes. */
export class Acknowledger {
  #windowBytes = WINDOW_BYTES_DEFAULT;
  #acknowledgedBytes = 0;

  /** Applies a Window Acknowledgement Size message; ignores other messages. */
  notice({ typeId, payload }: RtmpMessage): void {
    if (typeId !== MESSAGE_TYPE.windowAcknowledgementSize || payload.length < 4) return;
    this.#windowBytes = Math.max(payload.readUInt32BE(0), WINDOW_BYTES_MIN);
  }

  /** Returns the acknowledgement to send now, or `null` while the window is not full. */
  due(bytesRead: number): RtmpMessage | null {
    if (bytesRead - this.#acknowledgedBytes < this.#windowBytes) return null;
    this.#acknowledgedBytes = bytesRead;
    return acknowledge(bytesRead);
  }
}
