import { type Kysely, sql } from 'kysely';

/** Foreign keys from a table of one domain to a table of another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- money → identity
    alter table account add constraint account_member_fkey foreign key (member_id) references member;
    alter table coin_order add constraint coin_order_member_fkey foreign key (member_id) references member;
    alter table parent_consent add constraint parent_consent_member_fkey foreign key (member_id) references member;
    alter table payment_slip add constraint payment_slip_member_fkey foreign key (member_id) references member;
    alter table redeem_use add constraint redeem_use_member_fkey foreign key (member_id) references member;

    -- money → live
    alter table redeem_code add constraint redeem_code_live_fkey
      foreign key (program_live_id) references program_live;
    alter table redeem_use add constraint redeem_use_live_fkey
      foreign key (program_live_id) references program_live;

    -- live → identity
    alter table live_unlock add constraint live_unlock_member_fkey foreign key (member_id) references member;
    alter table watch_session add constraint watch_session_member_fkey foreign key (member_id) references member;
    alter table watch_session add constraint watch_session_sign_in_fkey
      foreign key (member_session_id) references member_session;
    alter table chat_message add constraint chat_message_member_fkey foreign key (member_id) references member;
    alter table chat_pace add constraint chat_pace_member_fkey foreign key (member_id) references member;
    alter table chat_timeout add constraint chat_timeout_member_fkey foreign key (member_id) references member;
    alter table chat_action add constraint chat_action_member_fkey foreign key (member_id) references member;
    alter table chat_action add constraint chat_action_moderator_fkey
      foreign key (created_by_member_id) references member;

    -- live → sport
    alter table program_live add constraint program_live_program_fkey
      foreign key (program_id) references program;
    alter table match_live add constraint match_live_bout_fkey foreign key (bout_id) references bout;

    -- sport → identity
    alter table predict_sheet add constraint predict_sheet_member_fkey foreign key (member_id) references member;
    alter table push_subscription add constraint push_subscription_member_fkey
      foreign key (member_id) references member;
    alter table push_subscription add constraint push_subscription_session_fkey
      foreign key (member_session_id) references member_session;
    alter table reminder add constraint reminder_member_fkey foreign key (member_id) references member;

    -- platform → identity
    alter table idempotency_key add constraint idempotency_key_member_fkey
      foreign key (member_id) references member;
  `.execute(db);
}
