import { z } from 'zod';

const PORT_MAX = 65_535;
/** More requests, sockets or one-time passwords than a node can serve. A larger value is a typing mistake. */
export const COUNT_MAX = 10_000_000;
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A host name with at least one dot that is not an IPv4 address. `*.` at its start matches subdomains. */
export const HOST_PATTERN = /^(?![\d.]+$)(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** Whether tokens and passwords would be sent to this URL unencrypted over a network. */
export const isInsecureUrl = (url: string): boolean =>
  !url.startsWith('https:') && !LOOPBACK.test(new URL(url).hostname);

const isWebUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

export const isSmtpUrl = (text: string): boolean =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';

/** Lower case, as bucket names are; the folder follows the rules of object keys. */
export const isBucketUrl = (text: string): boolean =>
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(\/[a-z0-9][a-z0-9.-]*)*\/?$/.test(text);

const H264_ENCODERS = ['libx264', 'h264_nvenc', 'h264_vaapi', 'h264_qsv'];
const LADDER_RUNG = /^(\d{3,4}p):([1-9]\d{1,4})k$/;
const LADDER_RUNGS_MAX = 4;

/** Whether this is a list of different renditions with their bit rates, such as `720p:2500k,480p:1200k`. */
export function isLadder(text: string): boolean {
  if (text === 'auto' || text === 'off') return true;
  const rungs = text.split(',').map((rung) => LADDER_RUNG.exec(rung.trim()));
  const sizes = new Set(rungs.map((rung) => rung?.[1]));
  return !sizes.has(undefined) && sizes.size === rungs.length && rungs.length <= LADDER_RUNGS_MAX;
}

/** A variable whose text is empty or satisfies `isValid`. `expected` completes "NAME must …". */
export const checked = (isValid: (text: string) => boolean, expected: string) =>
  z.string().refine((text) => text === '' || isValid(text), {
    error: ({ input }) => `must ${expected}, not "${input}"`,
  });

export const text = (fallback: string, about: string) =>
  z.string().prefault(fallback).describe(about);

export const choice = (names: readonly string[], fallback: string, about: string) =>
  checked((name) => names.includes(name), `be one of ${names.join(', ')}`)
    .prefault(fallback)
    .describe(about);

export const flag = (fallback: '0' | '1', about: string) =>
  checked((value) => /^(0|1|true|false)$/.test(value), 'be 0 or 1')
    .transform((value) => value === '1' || value === 'true')
    .prefault(fallback)
    .describe(about);

export const integer = (min: number, max: number, fallback: string, about: string) =>
  checked(
    (value) => Number.isInteger(Number(value)) && Number(value) >= min && Number(value) <= max,
    `be a whole number from ${min} to ${max}`,
  )
    .transform(Number)
    .prefault(fallback)
    .describe(about);

export const port = (fallback: string, about: string) => integer(0, PORT_MAX, fallback, about);

/** `auto`, `off`, or the renditions to make of each stream. */
export const ladder = (about: string) =>
  checked(isLadder, 'be auto, off, or up to four renditions such as 720p:2500k,480p:1200k')
    .prefault('auto')
    .describe(about);

export const h264Encoder = (about: string) => choice(H264_ENCODERS, 'libx264', about);

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** An http or https URL, without trailing slashes. */
export const address = (about: string) =>
  checked(isWebUrl, 'be an http or https address')
    .transform(withoutSlash)
    .prefault('')
    .describe(about);

/** A URL that receives our secrets. Plain http is accepted on this machine only. */
export const secretAddress = (about: string) =>
  checked(
    (url) => isWebUrl(url) && !isInsecureUrl(url),
    'be an https address (outside production http on this machine)',
  )
    .transform(withoutSlash)
    .prefault('')
    .describe(about);

/** Comma-separated items, without surrounding blanks. */
export const list = (pattern: RegExp, expected: string, fallback: string, about: string) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((parts) => parts.every((part) => pattern.test(part)), {
      error: ({ input }) => {
        const wrong = (input as string[]).find((part) => !pattern.test(part));
        return `must list ${expected}, not "${wrong}"`;
      },
    })
    .prefault(fallback)
    .describe(about);

/** Comma-separated http or https URLs, without trailing slashes. */
export const addresses = (about: string) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => withoutSlash(part.trim()))
        .filter((part) => part !== ''),
    )
    .refine((parts) => parts.every(isWebUrl), {
      error: ({ input }) =>
        `must list http or https addresses, not "${(input as string[]).find((part) => !isWebUrl(part))}"`,
    })
    .prefault('')
    .describe(about);
