import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { accountEndpoints } from './endpoints/account.ts';
import { accountAppealEndpoints } from './endpoints/account-appeals.ts';
import { chatSafetyEndpoints } from './endpoints/chat-safety.ts';
import { clipEndpoints } from './endpoints/clips.ts';
import { coinEndpoints } from './endpoints/coins.ts';
import { fighterEndpoints } from './endpoints/fighters.ts';
import { followEndpoints } from './endpoints/follows.ts';
import { giftEndpoints } from './endpoints/gifts.ts';
import { liveEndpoints } from './endpoints/live.ts';
import { memberEndpoints } from './endpoints/member.ts';
import { noticeEndpoints } from './endpoints/notices.ts';
import { operatorAppealEndpoints } from './endpoints/operator/appeals.ts';
import { auditEndpoints } from './endpoints/operator/audit.ts';
import { operatorCatalogueEndpoints } from './endpoints/operator/catalogue.ts';
import { operatorChannelEndpoints } from './endpoints/operator/channels.ts';
import { operatorChatEndpoints } from './endpoints/operator/chat.ts';
import { operatorClipEndpoints } from './endpoints/operator/clips.ts';
import { operatorCodeEndpoints } from './endpoints/operator/codes.ts';
import { operatorCorrectionEndpoints } from './endpoints/operator/corrections.ts';
import { operatorEveryoneEndpoints } from './endpoints/operator/everyone.ts';
import { operatorGameEndpoints } from './endpoints/operator/game.ts';
import { operatorHealthEndpoints } from './endpoints/operator/health.ts';
import { operatorLedgerEndpoints } from './endpoints/operator/ledger.ts';
import { operatorMemberEndpoints } from './endpoints/operator/members.ts';
import { operatorMoneyEndpoints } from './endpoints/operator/money.ts';
import { operatorOrderEndpoints } from './endpoints/operator/orders.ts';
import { operatorOutageEndpoints } from './endpoints/operator/outages.ts';
import { operatorPartnerEndpoints } from './endpoints/operator/partners.ts';
import { passkeyEndpoints } from './endpoints/operator/passkeys.ts';
import { operatorPlaybackEndpoints } from './endpoints/operator/playback.ts';
import { operatorProgrammeEndpoints } from './endpoints/operator/programme.ts';
import { operatorRecordingEndpoints } from './endpoints/operator/recordings.ts';
import { operatorRestreamEndpoints } from './endpoints/operator/restream.ts';
import { operatorRosterEndpoints } from './endpoints/operator/roster.ts';
import { operatorShowEndpoints } from './endpoints/operator/show.ts';
import { operatorSignalEndpoints } from './endpoints/operator/signals.ts';
import { staffEndpoints } from './endpoints/operator/staff.ts';
import { operatorSwitchEndpoints } from './endpoints/operator/switches.ts';
import { operatorUploadEndpoints } from './endpoints/operator/uploads.ts';
import { orderEndpoints } from './endpoints/orders.ts';
import { partnerEndpoints } from './endpoints/partners.ts';
import { passwordEndpoints } from './endpoints/passwords.ts';
import { paymentWebhookEndpoints } from './endpoints/payment-webhooks.ts';
import { predictEndpoints } from './endpoints/predict.ts';
import { programEndpoints } from './endpoints/program.ts';
import { providerEndpoints } from './endpoints/providers.ts';
import { registrationEndpoints } from './endpoints/registration.ts';
import { reminderEndpoints } from './endpoints/reminders.ts';
import { replayEndpoints } from './endpoints/replay.ts';
import { scorecardEndpoints } from './endpoints/scorecards.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { siteEndpoints } from './endpoints/site.ts';
import { spendingEndpoints } from './endpoints/spending.ts';
import { telemetryEndpoints } from './endpoints/telemetry.ts';
import { watchEndpoints } from './endpoints/watch.ts';

/** The only table of endpoints: routing, validation, the typed client and the OpenAPI document are derived from it. */
export const ENDPOINTS = {
  ...memberEndpoints,
  ...registrationEndpoints,
  ...passwordEndpoints,
  ...providerEndpoints,
  ...accountEndpoints,
  ...accountAppealEndpoints,
  ...partnerEndpoints,
  ...coinEndpoints,
  ...orderEndpoints,
  ...paymentWebhookEndpoints,
  ...giftEndpoints,
  ...liveEndpoints,
  ...replayEndpoints,
  ...clipEndpoints,
  ...chatSafetyEndpoints,
  ...programEndpoints,
  ...reminderEndpoints,
  ...followEndpoints,
  ...noticeEndpoints,
  ...fighterEndpoints,
  ...watchEndpoints,
  ...predictEndpoints,
  ...scorecardEndpoints,
  ...searchEndpoints,
  ...siteEndpoints,
  ...telemetryEndpoints,
  ...spendingEndpoints,
  ...operatorChatEndpoints,
  ...operatorClipEndpoints,
  ...operatorSwitchEndpoints,
  ...operatorOutageEndpoints,
  ...operatorShowEndpoints,
  ...operatorRestreamEndpoints,
  ...operatorSignalEndpoints,
  ...operatorOrderEndpoints,
  ...operatorMemberEndpoints,
  ...operatorEveryoneEndpoints,
  ...operatorLedgerEndpoints,
  ...operatorAppealEndpoints,
  ...operatorMoneyEndpoints,
  ...staffEndpoints,
  ...passkeyEndpoints,
  ...auditEndpoints,
  ...operatorUploadEndpoints,
  ...operatorProgrammeEndpoints,
  ...operatorRosterEndpoints,
  ...operatorChannelEndpoints,
  ...operatorRecordingEndpoints,
  ...operatorCatalogueEndpoints,
  ...operatorCodeEndpoints,
  ...operatorPartnerEndpoints,
  ...operatorGameEndpoints,
  ...operatorHealthEndpoints,
  ...operatorPlaybackEndpoints,
  ...operatorCorrectionEndpoints,
};

export type Endpoints = typeof ENDPOINTS;
export type Operation = keyof Endpoints;

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Part<Op extends Operation, Name extends keyof Endpoint> = Name extends keyof Endpoints[Op]
  ? Endpoints[Op][Name]
  : undefined;

/** An uploaded file. Its declared `type` is not trusted until the bytes have been decoded. */
export interface Upload {
  readonly type: string;
  readonly bytes: Uint8Array;
}

type UploadPart<Op extends Operation, File> =
  Part<Op, 'upload'> extends object ? { readonly upload: File } : unknown;

type IdempotencyPart<Op extends Operation> =
  Part<Op, 'idempotent'> extends true ? { readonly idempotencyKey: string } : unknown;

/** The arguments of a request: those that the endpoint declares. */
export type RequestOf<Op extends Operation> = {
  [Name in 'params' | 'query' | 'body' as Part<Op, Name> extends z.ZodType ? Name : never]: Input<
    Part<Op, Name>
  >;
} & UploadPart<Op, Blob> &
  IdempotencyPart<Op>;

/** The validated arguments that a handler receives. */
export type ParsedOf<Op extends Operation> = {
  [Name in 'params' | 'query' | 'body' as Part<Op, Name> extends z.ZodType ? Name : never]: Output<
    Part<Op, Name>
  >;
} & UploadPart<Op, Upload> &
  IdempotencyPart<Op>;

/** The success body: `{ data }`, for a list with `next_cursor`. */
export type ResponseOf<Op extends Operation> =
  Part<Op, 'list'> extends true
    ? { data: Output<Part<Op, 'data'>>[]; next_cursor: string | null }
    : { data: Output<Part<Op, 'data'>> };
