/** A coded frame on the period's timeline. */
export interface TimedPicture {
  readonly dts: number;
  readonly pts: number;
  readonly key: boolean;
  readonly data: Buffer;
  /** Wall clock of its arrival in milliseconds. */
  readonly arrivalMs: number;
}
