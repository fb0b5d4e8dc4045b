/** Maximum bytes of one picture. */
const PICTURE_BYTES_MAX = 8 * 1024 * 1024;
const STAP_A = 24;
const FU_A = 28;
const SINGLE_MAX = 23;
const FU_START = 0x80;
const FU_END = 0x40;

/** Collects the NAL units of one picture from consecutive RTP payloads (RFC 6184: single, STAP-A, FU-A). */
export class H264Depacketizer {
  #nals: Buffer[] = [];
  #bytes = 0;
  #fragments: Buffer[] | null = null;
  #broken = false;

  /** Marks this picture as incomplete. */
  breakPicture(): void {
    this.#broken = true;
    this.#fragments = null;
  }

  take(payload: Buffer): void {
    const head = payload[0];
    if (head === undefined || this.#broken) return;
    this.#bytes += payload.length;
    const type = head & 0x1f;
    if (this.#bytes > PICTURE_BYTES_MAX) this.breakPicture();
    else if (type >= 1 && type <= SINGLE_MAX) this.#nals.push(payload);
    else if (type === STAP_A) this.#takeAggregate(payload);
    else if (type === FU_A) this.#takeFragment(head, payload);
    else this.breakPicture();
  }

  /** Returns the NAL units of the picture, or `null` if some are missing. The next payload begins a new picture. */
  finish(): Buffer[] | null {
    const nals = this.#nals;
    const whole = !this.#broken && this.#fragments === null && nals.length > 0;
    this.#nals = [];
    this.#bytes = 0;
    this.#fragments = null;
    this.#broken = false;
    return whole ? nals : null;
  }

  #takeAggregate(payload: Buffer): void {
    let offset = 1;
    while (offset + 2 <= payload.length) {
      const start = offset + 2;
      const end = start + payload.readUInt16BE(offset);
      if (end > payload.length || end === start) return void this.breakPicture();
      this.#nals.push(payload.subarray(start, end));
      offset = end;
    }
  }

  #takeFragment(head: number, payload: Buffer): void {
    const edge = payload[1];
    if (edge === undefined) return void this.breakPicture();
    if ((edge & FU_START) !== 0) this.#fragments = [Buffer.from([(head & 0xe0) | (edge & 0x1f)])];
    if (this.#fragments === null) return void this.breakPicture();
    this.#fragments.push(payload.subarray(2));
    if ((edge & FU_END) === 0) return;
    this.#nals.push(Buffer.concat(this.#fragments));
    this.#fragments = null;
  }
}
