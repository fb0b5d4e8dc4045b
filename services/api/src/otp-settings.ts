import { ConfigurationError, type Environment } from '@sangwian/node-kit/environment';

/** Who carries our text messages. */
export interface SmsSettings {
  /** Without a slash at its end; empty: nobody. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly sender: string;
}

export interface OtpSettings {
  /** Key of what is kept of an OTP (HMAC-SHA256). */
  readonly secret: string;
  /** Calling codes with their plus: messages elsewhere cost dear, and nobody pays for them but us. */
  readonly countries: readonly string[];
  /** OTPs that all fans together may ask for in an hour. */
  readonly perHourMax: number;
}

const PER_HOUR_MAX = 10_000_000;

/** @throws {ConfigurationError} on an address or a calling code that is none */
export function readSmsSettings(environment: Environment): SmsSettings {
  const url = environment.text('SMS_URL').replace(/\/+$/, '');
  if (url !== '' && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw new ConfigurationError(`SMS_URL must be an http or https address, not "${url}"`);
  }
  return {
    url,
    key: environment.text('SMS_KEY'),
    secret: environment.text('SMS_SECRET'),
    sender: environment.text('SMS_SENDER'),
  };
}

/** @throws {ConfigurationError} on a calling code that is none */
export function readOtpSettings(environment: Environment): OtpSettings {
  const countries = environment
    .text('OTP_COUNTRIES')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  const odd = countries.find((code) => !/^\+[1-9]\d{0,3}$/.test(code));
  if (odd !== undefined) throw new ConfigurationError(`OTP_COUNTRIES: "${odd}" is not like +66`);
  return {
    secret: environment.required('OTP_SECRET'),
    countries,
    perHourMax: environment.integer('OTP_PER_HOUR', { min: 1, max: PER_HOUR_MAX }),
  };
}
