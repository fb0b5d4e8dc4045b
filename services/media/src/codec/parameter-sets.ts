import { describeAvc } from './avc-record.ts';
import { NAL_TYPE, nalType, writeAvcRecord } from './nal-units.ts';
import { refuseUnplayable } from './playable-picture.ts';

/** Maximum parameter set: the limit of a decoder configuration. Typical sets have some dozens of bytes. */
const BYTES_MAX = 0xffff;

/** The parameter sets of a stream that sends them between its pictures. */
export class ParameterSets {
  #sequence: Buffer | null = null;
  #picture: Buffer | null = null;
  #record: Buffer | null = null;

  /** Whether the stream has a decoder configuration. */
  get isComplete(): boolean {
    return this.#record !== null;
  }

  /** Remembers the parameter sets among the NAL units. */
  take(nals: readonly Buffer[]): void {
    for (const nal of nals) {
      if (nalType(nal) === NAL_TYPE.sequenceParameters) this.#sequence = Buffer.from(nal);
      if (nalType(nal) === NAL_TYPE.pictureParameters) this.#picture = Buffer.from(nal);
    }
  }

  /**
   * Returns the AVCDecoderConfigurationRecord of the remembered sets if it is valid and differs from the last one.
   *
   * @throws {UnsupportedMediaError} if browsers cannot decode the stream
   */
  takeChanged(): Buffer | null {
    const [sequence, picture] = [this.#sequence, this.#picture];
    if (sequence === null || picture === null || sequence.length < 4) return null;
    if (Math.max(sequence.length, picture.length) > BYTES_MAX) return null;
    const record = writeAvcRecord(sequence, picture);
    if (this.#record?.equals(record) === true) return null;
    const format = describeAvc(record);
    if (format === null) return null;
    refuseUnplayable(format);
    this.#record = record;
    return record;
  }
}
