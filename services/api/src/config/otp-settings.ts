import type { OtpCountry } from '@sangwian/contract/page-render';
import { required, variableGroup, variables } from '@sangwian/node-kit/environment';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/mobile';
import type { z } from 'zod';

/** Key and secret of the sandbox's SMS carrier; a real carrier refuses them. */
const SANDBOX_KEY = 'sandbox';

/** The SMS carrier. An empty URL means that there is no carrier. */
export const SmsSettings = variableGroup(
  ['SMS_URL', 'SMS_KEY', 'SMS_SECRET', 'SMS_SENDER'],
  ['SMS_URL'],
)
  .refine(
    (values) =>
      values?.isProduction !== true ||
      (values.SMS_KEY !== SANDBOX_KEY && values.SMS_SECRET !== SANDBOX_KEY),
    { path: ['SMS_KEY'], error: 'and SMS_SECRET are those of the sandbox' },
  )
  .transform((values) => ({
    url: values?.SMS_URL ?? '',
    key: values?.SMS_KEY ?? '',
    secret: values?.SMS_SECRET ?? '',
    sender: values?.SMS_SENDER ?? '',
  }));
export type SmsSettings = z.output<typeof SmsSettings>;

export const OtpSettings = variables('OTP_COUNTRIES', 'OTP_PER_HOUR')
  .extend({ OTP_SECRET: required('OTP_SECRET') })
  .transform((values) => ({
    /** Key of the stored hashes of one-time passwords (HMAC-SHA256). */
    secret: values.OTP_SECRET,
    /** Allowed calling codes, with the plus sign. Messages to other countries are expensive, and we pay for them. */
    countries: values.OTP_COUNTRIES,
    /** Maximum number of one-time passwords per hour, for all fans together. */
    perHourMax: values.OTP_PER_HOUR,
  }));
export type OtpSettings = z.output<typeof OtpSettings>;

/** Returns the countries that may receive one-time passwords: the first country of each calling code. */
export const otpCountriesOf = ({ countries }: Pick<OtpSettings, 'countries'>): OtpCountry[] =>
  countries.map((callingCode) => ({
    callingCode,
    region:
      getCountries().find((region) => `+${getCountryCallingCode(region)}` === callingCode) ?? '',
  }));
