import { acknowledge } from './control.ts';
import { MESSAGE_TYPE, type RtmpMessage } from './message.ts';

/** Until the peer says how often it wants to hear: half of what servers usually ask for. */
const WINDOW_BYTES_DEFAULT = 1_250_000;
/** A smaller window would only make us chatter. */
const WINDOW_BYTES_MIN = 4_096;

/** Says when a peer is due an acknowledgement of what it sent. */
export class Acknowledger {
  #windowBytes = WINDOW_BYTES_DEFAULT;
  #acknowledgedBytes = 0;

  /** Takes the peer's wish from its Window Acknowledgement Size; other messages change nothing. */
  notice({ typeId, payload }: RtmpMessage): void {
    if (typeId !== MESSAGE_TYPE.windowAcknowledgementSize || payload.length < 4) return;
    this.#windowBytes = Math.max(payload.readUInt32BE(0), WINDOW_BYTES_MIN);
  }

  /** The acknowledgement to send now, or `null` while the window is not full. */
  due(bytesRead: number): RtmpMessage | null {
    if (bytesRead - this.#acknowledgedBytes < this.#windowBytes) return null;
    this.#acknowledgedBytes = bytesRead;
    return acknowledge(bytesRead);
  }
}
