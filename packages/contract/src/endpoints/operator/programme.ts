import { z } from 'zod';
import { endpoints, flag, pageQuery, requestTime } from '../../endpoint.ts';
import { FighterId, MatchId, MatchLiveId, ProgramId, ProgramLiveId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { Bilingual, MatchResult } from '../live.ts';
import { Photo } from '../photo.ts';
import { deletion, programmeRow, searchText, seenVersion } from './programme-row.ts';
import { replayDays, replayPrice } from './recordings.ts';

const count = z.number().int().nonnegative();
const time = z.iso.datetime();
const version = z.number().int().nonnegative();
const id = z.uuid().toLowerCase();
const title = z.string().trim().min(1).max(LIMITS.programmeTitleCharsMax);
const reason = z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax);
/** Rounds and pounds as the database checks them. */
const rounds = z.number().int().min(1).max(12);
const weightPounds = z.number().int().min(60).max(400);
const PRICE_COINS_MAX = 100_000;

const Named = z.object({ id, name: Bilingual });
const LiveStatus = z.enum(['not_started', 'in_progress', 'ended']);

/** The broadcast of an event. */
export const EventLive = z.object({
  program_live_id: ProgramLiveId,
  status: LiveStatus,
  cancelled: z.boolean(),
  access: z.enum(['free', 'premium']),
  price_coins: count.nullable(),
  /** `null`: the price of the broadcast; 0: the replay is free. */
  replay_price_coins: count.nullable(),
  /** `null`: the default of the site; 0: not recorded. */
  replay_days: count.nullable(),
  /** Whether partners may list it. */
  external: z.boolean(),
  starts_at: time,
  channel_id: z.string().nullable(),
  /** Fans who opened it, and the coins that they paid. */
  unlocks: count,
  unlock_coins: count,
});
export type EventLive = z.infer<typeof EventLive>;

/** An event in a list of the console. */
export const EventLine = z.object({
  program_id: ProgramId,
  title: Bilingual,
  promotion: Named,
  stadium: Named,
  starts_at: time,
  bouts: count,
  live: EventLive.pick({
    status: true,
    cancelled: true,
    access: true,
    price_coins: true,
  }).nullable(),
  photo: Photo.nullable(),
});
export type EventLine = z.infer<typeof EventLine>;

const EventFighter = z.object({
  fighter_id: FighterId,
  name: Bilingual,
  gym: Bilingual,
  photo: Photo.nullable(),
});

/** A bout of an event, as editors see it. */
export const EventBout = z.object({
  match_id: MatchId,
  /** The bout in the live; `null` without a live. */
  match_live_id: MatchLiveId.nullable(),
  order: z.number().int(),
  main_event: z.boolean(),
  division: Named,
  weight_pounds: z.number().int(),
  rounds: z.number().int(),
  starts_at: time,
  red: EventFighter,
  blue: EventFighter,
  status: LiveStatus,
  result: MatchResult.nullable(),
  /** Whether fans have cheered or predicted it: then a fighter is changed by a substitution only. */
  has_stakes: z.boolean(),
  /** Sent back with a change: a change of an older version is refused with `edit_stale`. */
  version,
  updated_by: z.string().nullable(),
});
export type EventBout = z.infer<typeof EventBout>;

/** An event with its bouts in order and its live. */
export const EventFile = EventLine.omit({ bouts: true, live: true }).extend({
  /** Counts the changes of the event, of its live and of the list of its bouts. */
  version,
  updated_by: z.string().nullable(),
  live: EventLive.nullable(),
  bouts: z.array(EventBout),
});
export type EventFile = z.infer<typeof EventFile>;

const eventFields = {
  title_th: title,
  title_en: title,
  promotion_id: id,
  stadium_id: id,
  starts_at: requestTime,
};
const boutFields = {
  red_fighter_id: FighterId,
  blue_fighter_id: FighterId,
  division_id: id,
  weight_pounds: weightPounds,
  rounds,
  main_event: z.boolean(),
  starts_at: requestTime,
};

/** What a substitution returns and voids, in numbers. */
export const SubstitutionEffect = z.object({
  version,
  /** Cheers that are returned. */
  coins: count,
  members: count,
  /** Predictions of this pairing that do not count any more. */
  predictions: count,
});
export type SubstitutionEffect = z.infer<typeof SubstitutionEffect>;

const ofEvent = { ...programmeRow, params: z.object({ program_id: ProgramId }) } as const;
const ofBout = { ...programmeRow, params: z.object({ match_id: MatchId }) } as const;

export const operatorProgrammeEndpoints = endpoints({
  'GET /operator/event': {
    ...programmeRow,
    permission: 'read_programme',
    summary: 'Events: coming ones from today on, the next first, or past ones, the latest first',
    query: z.object({
      when: z.enum(['coming', 'past']).default('coming'),
      /** A part of the title, the promotion or the stadium. */
      q: searchText,
      /** Only premium lives. */
      premium: flag.optional(),
      ...pageQuery,
    }),
    data: EventLine,
    list: true,
    errors: [],
  },
  'POST /operator/event': {
    ...programmeRow,
    summary: 'Create an event without bouts',
    body: z.strictObject(eventFields),
    data: EventFile,
    errors: ['not_found'],
  },
  'GET /operator/event/{program_id}': {
    ...ofEvent,
    permission: 'read_programme',
    summary: 'One event with its live and its bouts',
    data: EventFile,
    errors: ['event_not_found'],
  },
  'PUT /operator/event/{program_id}': {
    ...ofEvent,
    summary: 'Change the title, the promotion, the stadium or the time of an event',
    body: z.strictObject({ version, ...eventFields }),
    data: EventFile,
    errors: ['event_not_found', 'not_found', 'edit_stale'],
  },
  'DELETE /operator/event/{program_id}': {
    ...ofEvent,
    summary: 'Delete an event that nothing depends on',
    ...deletion,
    errors: ['event_not_found', 'edit_stale', 'programme_in_use'],
  },
  'POST /operator/event/{program_id}/copy': {
    ...ofEvent,
    summary: 'Copy an event to another time, with or without its pairings; results are not copied',
    body: z.strictObject({ starts_at: requestTime, with_bouts: z.boolean() }),
    data: EventFile,
    errors: ['event_not_found'],
  },
  'PUT /operator/event/{program_id}/live': {
    ...ofEvent,
    summary:
      'Set the broadcast of an event: time, price and channel. Who has paid keeps the access',
    sensitive: true,
    body: z.strictObject({
      version,
      starts_at: requestTime,
      /** `null`: free. */
      price_coins: z.number().int().min(1).max(PRICE_COINS_MAX).nullable(),
      /** A missing field is left unchanged. */
      replay_price_coins: replayPrice.optional(),
      replay_days: replayDays.optional(),
      external: z.boolean(),
      /** The channel; `null`: no video yet. A change is refused as in use once fans have watched. */
      channel_id: z.string().max(LIMITS.channelCharsMax).nullable(),
    }),
    data: EventFile,
    errors: [
      'event_not_found',
      'edit_stale',
      'live_ended',
      'channel_not_found',
      'programme_in_use',
    ],
  },
  'PUT /operator/event/{program_id}/order': {
    ...ofEvent,
    summary: 'Put the bouts in order: all of them, each once. The times stay at their places',
    body: z.strictObject({ version, match_ids: z.array(MatchId).max(LIMITS.cardBoutsMax) }),
    data: EventFile,
    errors: ['event_not_found', 'edit_stale', 'bout_begun'],
  },
  'POST /operator/event/{program_id}/bout': {
    ...ofEvent,
    summary: 'Add a bout at the end of the card',
    body: z.strictObject({ version, ...boutFields }),
    data: EventFile,
    errors: [
      'event_not_found',
      'edit_stale',
      'live_ended',
      'card_full',
      'fighter_not_found',
      'not_found',
    ],
  },
  'PUT /operator/match/{match_id}': {
    ...ofBout,
    summary: 'Change a bout that has not begun',
    body: z.strictObject({ version, ...boutFields }),
    data: EventFile,
    errors: [
      'match_not_found',
      'edit_stale',
      'bout_begun',
      'bout_needs_substitution',
      'fighter_not_found',
      'not_found',
    ],
  },
  'DELETE /operator/match/{match_id}': {
    ...ofBout,
    summary: 'Remove a bout that has not begun and that nothing depends on',
    query: seenVersion,
    data: EventFile,
    errors: ['match_not_found', 'edit_stale', 'bout_begun', 'programme_in_use'],
  },
  'GET /operator/match/{match_id}/substitution': {
    ...ofBout,
    permission: 'substitute_fighters',
    summary: 'What a substitution would return and void now, in numbers',
    data: SubstitutionEffect,
    errors: ['match_not_found'],
  },
  'POST /operator/match/{match_id}/substitution': {
    ...ofBout,
    permission: 'substitute_fighters',
    summary:
      'Substitute a fighter: cheers of the bout are returned and its predictions do not count',
    sensitive: true,
    body: z.strictObject({
      /** The id of the act. A repeated request has no second effect. */
      act_id: z.uuid().toLowerCase(),
      version,
      corner: z.enum(['red', 'blue']),
      fighter_id: FighterId,
      reason,
    }),
    data: EventFile,
    errors: ['match_not_found', 'fighter_not_found', 'edit_stale', 'bout_begun'],
  },
});
