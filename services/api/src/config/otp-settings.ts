import type { OtpCountry } from '@sangwian/contract/page-render';
import { ConfigurationError, type Environment } from '@sangwian/node-kit/environment';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/mobile';

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

/** What the sandbox's carrier is told; nobody else's would take it. */
const SANDBOX_KEY = 'sandbox';

/**
 * @throws {ConfigurationError} on an address that may not be called, and on a carrier that is half configured; in
 *   production also on plain http, which would show every OTP, and on the sandbox's account
 */
export function readSmsSettings(environment: Environment, production: boolean): SmsSettings {
  const url = environment.text('SMS_URL').replace(/\/+$/, '');
  const sender = environment.text('SMS_SENDER');
  if (url === '') return { url, key: '', secret: '', sender };
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'https:' && (production || protocol !== 'http:')) {
    throw new ConfigurationError(
      `SMS_URL must be an https address (outside production http, too), not "${url}"`,
    );
  }
  const key = environment.required('SMS_KEY');
  const secret = environment.required('SMS_SECRET');
  if (production && (key === SANDBOX_KEY || secret === SANDBOX_KEY)) {
    throw new ConfigurationError('SMS_KEY and SMS_SECRET are those of the sandbox');
  }
  return { url, key, secret, sender };
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

/** Where OTPs are sent to, by the first country of each calling code. */
export const otpCountriesOf = ({ countries }: Pick<OtpSettings, 'countries'>): OtpCountry[] =>
  countries.map((callingCode) => ({
    callingCode,
    region:
      getCountries().find((region) => `+${getCountryCallingCode(region)}` === callingCode) ?? '',
  }));
