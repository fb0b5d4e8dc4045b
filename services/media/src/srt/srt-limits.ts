/** Limits of the resources and the time that callers can use. */
export interface SrtLimits {
  /** Callers with an accepted key. */
  readonly publishersMax: number;
  /** A venue's encoders may share one address. */
  readonly publishersPerAddressMax: number;
  /** Keys that are being checked. */
  readonly checksMax: number;
  readonly checksPerAddressMax: number;
  /** A publisher whose stream contains no pictures for this long is refused. */
  readonly pictureSilenceMsMax: number;
  /** Number of consecutive malformed units after which the stream is refused. Fewer are skipped. */
  readonly malformedUnitsMax: number;
}

export const SRT_LIMITS: SrtLimits = {
  publishersMax: 64,
  publishersPerAddressMax: 32,
  checksMax: 64,
  checksPerAddressMax: 8,
  pictureSilenceMsMax: 10_000,
  malformedUnitsMax: 50,
};
