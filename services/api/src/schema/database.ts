import type { AccountTables } from '../domains/identity/account/account.tables.ts';
import type { AccountStatusTables } from '../domains/identity/account-status/account-status.tables.ts';
import type { MemberTables } from '../domains/identity/members/members.tables.ts';
import type { OtpTables } from '../domains/identity/otp/otp.tables.ts';
import type { PartnerTables } from '../domains/identity/partners/partners.tables.ts';
import type { PastPhoneTables } from '../domains/identity/past-phones/past-phones.tables.ts';
import type { ProofTables } from '../domains/identity/proofs/proofs.tables.ts';
import type { ProviderTables } from '../domains/identity/providers/providers.tables.ts';
import type { RegistrationTables } from '../domains/identity/registration/registration.tables.ts';
import type { SessionTables } from '../domains/identity/sessions/sessions.tables.ts';
import type { BoutControlTables } from '../domains/live/bout-control/bout-control.tables.ts';
import type { ChatTables } from '../domains/live/chat/chat.tables.ts';
import type { ClipTables } from '../domains/live/clips/clips.tables.ts';
import type { GiftTables } from '../domains/live/gifts/gifts.tables.ts';
import type { LiveTables } from '../domains/live/lives/lives.tables.ts';
import type { MediaHooksTables } from '../domains/live/media-hooks/media-hooks.tables.ts';
import type { OutageTables } from '../domains/live/outages/outages.tables.ts';
import type { RecordingTables } from '../domains/live/recordings/recordings.tables.ts';
import type { RestreamTables } from '../domains/live/restream/restream.tables.ts';
import type { ScorecardTables } from '../domains/live/scorecards/scorecards.tables.ts';
import type { TelemetryTables } from '../domains/live/telemetry/telemetry.tables.ts';
import type { WatchTables } from '../domains/live/watch/watch.tables.ts';
import type { AdjustmentTables } from '../domains/money/adjustments/adjustments.tables.ts';
import type { CoinTables } from '../domains/money/coins/coins.tables.ts';
import type { OrderTables } from '../domains/money/orders/orders.tables.ts';
import type { PaymentTables } from '../domains/money/payments/payments.tables.ts';
import type { RateTables } from '../domains/money/rates/rates.tables.ts';
import type { RedeemTables } from '../domains/money/redeem/redeem.tables.ts';
import type { SlipTables } from '../domains/money/slips/slips.tables.ts';
import type { SpendingTables } from '../domains/money/spending/spending.tables.ts';
import type { WalletTables } from '../domains/money/wallet/wallet.tables.ts';
import type { AuditTables } from '../domains/operations/audit/audit.tables.ts';
import type { HealthDeskTables } from '../domains/operations/health-desk/health-desk.tables.ts';
import type { StaffTables } from '../domains/operations/staff/staff.tables.ts';
import type { UploadTables } from '../domains/operations/uploads/uploads.tables.ts';
import type { FighterTables } from '../domains/sport/fighters/fighters.tables.ts';
import type { FollowTables } from '../domains/sport/follows/follows.tables.ts';
import type { PredictTables } from '../domains/sport/predict/predict.tables.ts';
import type { PushTables } from '../domains/sport/push/push.tables.ts';
import type { ReminderTables } from '../domains/sport/reminders/reminders.tables.ts';
import type { IdempotencyTables } from '../platform/idempotency/idempotency.tables.ts';
import type { GuessTables } from '../platform/limits/guesses/guesses.tables.ts';
import type { MailTables } from '../platform/mail/mail.tables.ts';
import type { NodeTables } from '../platform/nodes/nodes.tables.ts';
import type { NoticeTables } from '../platform/notices/notices.tables.ts';
import type { SwitchTables } from '../platform/switches/switches.tables.ts';
import type { SampleSeasonTables } from '../sample-season/sample-season.tables.ts';

/** All tables, by the module that owns them. A module declares its tables in `<module>.tables.ts`. */
export interface Database
  extends MemberTables,
    SessionTables,
    ProofTables,
    GuessTables,
    OtpTables,
    RegistrationTables,
    ProviderTables,
    AccountTables,
    AccountStatusTables,
    PartnerTables,
    WalletTables,
    AdjustmentTables,
    CoinTables,
    RateTables,
    PastPhoneTables,
    RedeemTables,
    IdempotencyTables,
    SlipTables,
    OrderTables,
    PaymentTables,
    SpendingTables,
    LiveTables,
    FighterTables,
    MediaHooksTables,
    WatchTables,
    OutageTables,
    TelemetryTables,
    RecordingTables,
    RestreamTables,
    ClipTables,
    ChatTables,
    GiftTables,
    ScorecardTables,
    PredictTables,
    PushTables,
    ReminderTables,
    FollowTables,
    NoticeTables,
    BoutControlTables,
    SwitchTables,
    StaffTables,
    AuditTables,
    HealthDeskTables,
    MailTables,
    NodeTables,
    UploadTables,
    SampleSeasonTables {}
