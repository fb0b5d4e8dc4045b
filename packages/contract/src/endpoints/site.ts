import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { Bilingual } from './live.ts';

/** Parts of the site that operators can switch off. */
export const SwitchName = z.enum(['payments', 'gifts', 'registration', 'chat', 'predictions']);
export type SwitchName = z.infer<typeof SwitchName>;

/**
 * How a notice is shown. A fan can dismiss information, but no warning.
 */
export const NoticeLevel = z.enum(['information', 'warning']);
export type NoticeLevel = z.infer<typeof NoticeLevel>;

/** A part that is switched off, with the reason for fans. */
export const SwitchedOff = z.object({ name: SwitchName, reason: Bilingual });
export type SwitchedOff = z.infer<typeof SwitchedOff>;

/** The notice above every page. It is shown from `from` until `until`; `null`: without such a limit. */
export const SiteNotice = z.object({
  /** Increases with every change, so that a dismissed notice stays dismissed until its text changes. */
  version: z.number().int(),
  level: NoticeLevel,
  text: Bilingual,
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
});
export type SiteNotice = z.infer<typeof SiteNotice>;

/** What operators have switched off, and their notice. */
export const SiteState = z.object({
  /** Increases with every change: clients ignore a lower one than they know. */
  revision: z.number().int(),
  off: z.array(SwitchedOff),
  /** `null` without a notice, and after its end. */
  notice: SiteNotice.nullable(),
});
export type SiteState = z.infer<typeof SiteState>;

export const siteEndpoints = endpoints({
  'GET /site/state': {
    summary: 'What is switched off, with the reasons, and the notice above every page',
    tag: 'Site',
    caller: 'browser',
    identity: 'visitor',
    data: SiteState,
    errors: [],
    cache: { maxAgeS: 5, staleS: 30 },
  },
});
