export interface OtpSettings {
  /** Key of what is kept of an OTP (HMAC-SHA256). */
  readonly secret: string;
  /** Calling codes with their plus: messages to other countries are expensive, and we pay for them. */
  readonly countries: readonly string[];
  /** OTPs that all fans together may ask for in an hour. */
  readonly perHourMax: number;
}
