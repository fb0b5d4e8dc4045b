import { useLingui } from '@lingui/react/macro';
import type { OtpCountry } from '@sangwian/contract/page-render';
import type { ComponentProps } from 'react';
import { useLanguage } from '../language/use-language.ts';
import { useSiteConfig } from '../site-config.ts';
import { PhoneField } from './phone-field.tsx';

/** Formats a country in the reader's language: `Thailand (+66)`. */
export function nameCountry({ callingCode, region }: OtpCountry, language: string): string {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const name = region === '' ? undefined : names.of(region);
  return name === undefined ? callingCode : `${name} (${callingCode})`;
}

type OtpPhoneFieldProps = ComponentProps<typeof PhoneField> & {
  /** The error code of the phone number. */
  readonly refusal?: string | undefined;
};

/**
 * A field for the phone number of an OTP. A hint lists the supported countries, and so does the error for another
 * country.
 */
export function OtpPhoneField({ hint, error, refusal, ...rest }: OtpPhoneFieldProps) {
  const { t } = useLingui();
  const { language } = useLanguage();
  const { otpCountries } = useSiteConfig();
  const locale = language.toLowerCase();
  const countries = new Intl.ListFormat(locale).format(
    otpCountries.map((country) => nameCountry(country, locale)),
  );
  const served = countries === '' ? null : t`We send OTPs only to phone numbers from ${countries}.`;
  return (
    <PhoneField
      hint={
        <>
          {hint} {served}
        </>
      }
      error={
        refusal === 'phone_country_unserved' ? (
          <>
            {error} {served}
          </>
        ) : (
          error
        )
      }
      {...rest}
    />
  );
}
