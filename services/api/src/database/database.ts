import type { AccountTables } from '../modules/account/account.tables.ts';
import type { ChatTables } from '../modules/chat/chat.tables.ts';
import type { CoinTables } from '../modules/coins/coins.tables.ts';
import type { FighterTables } from '../modules/fighters/fighters.tables.ts';
import type { GiftTables } from '../modules/gifts/gifts.tables.ts';
import type { GuessTables } from '../modules/guesses/guesses.tables.ts';
import type { IdempotencyTables } from '../modules/idempotency/idempotency.tables.ts';
import type { LiveTables } from '../modules/live/live.tables.ts';
import type { MemberTables } from '../modules/members/members.tables.ts';
import type { OrderTables } from '../modules/orders/orders.tables.ts';
import type { OtpTables } from '../modules/otp/otp.tables.ts';
import type { PartnerTables } from '../modules/partners/partners.tables.ts';
import type { PastPhoneTables } from '../modules/past-phones/past-phones.tables.ts';
import type { PaymentTables } from '../modules/payments/payments.tables.ts';
import type { PredictTables } from '../modules/predict/predict.tables.ts';
import type { ProofTables } from '../modules/proofs/proofs.tables.ts';
import type { ProviderTables } from '../modules/providers/providers.tables.ts';
import type { PushTables } from '../modules/push/push.tables.ts';
import type { RateTables } from '../modules/rates/rates.tables.ts';
import type { RedeemTables } from '../modules/redeem/redeem.tables.ts';
import type { RegistrationTables } from '../modules/registration/registration.tables.ts';
import type { ReminderTables } from '../modules/reminders/reminders.tables.ts';
import type { SessionTables } from '../modules/sessions/sessions.tables.ts';
import type { ShowTables } from '../modules/show/show.tables.ts';
import type { SlipTables } from '../modules/slips/slips.tables.ts';
import type { StandingTables } from '../modules/standing/standing.tables.ts';
import type { WalletTables } from '../modules/wallet/wallet.tables.ts';
import type { WatchTables } from '../modules/watch/watch.tables.ts';
import type { SampleSeasonTables } from '../sample-season/sample-season.tables.ts';

/** Every table, by the module that owns it. A module names its own tables in `<module>.tables.ts`. */
export interface Database
  extends MemberTables,
    SessionTables,
    ProofTables,
    GuessTables,
    OtpTables,
    RegistrationTables,
    ProviderTables,
    AccountTables,
    StandingTables,
    PartnerTables,
    WalletTables,
    CoinTables,
    RateTables,
    PastPhoneTables,
    RedeemTables,
    IdempotencyTables,
    SlipTables,
    OrderTables,
    PaymentTables,
    LiveTables,
    FighterTables,
    WatchTables,
    ChatTables,
    GiftTables,
    PredictTables,
    PushTables,
    ReminderTables,
    ShowTables,
    SampleSeasonTables {}
