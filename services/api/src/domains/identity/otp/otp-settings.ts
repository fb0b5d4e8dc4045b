export interface OtpSettings {
  /** Key of the stored code hashes (HMAC-SHA256). */
  readonly secret: string;
  /** Calling codes with plus sign; messages to other countries are too expensive. */
  readonly countries: readonly string[];
  /** OTPs per hour for all fans together. */
  readonly perHourMax: number;
}
