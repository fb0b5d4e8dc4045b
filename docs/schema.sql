-- The present schema of the database, to be read. Written by `npm run schema` from the catalogue of a new database;
-- do not edit it. The reasons are in services/api/src/schema; the bodies of functions are in its folder functions.

-- migration 0001-identity
-- migration 0002-money-coins
-- migration 0003-money-payments
-- migration 0004-live
-- migration 0005-sport
-- migration 0006-platform
-- migration 0007-keys-between-domains
-- migration 0008-starting-data
-- migration 0009-staff
-- migration 0010-show-desk
-- migration 0011-chat-safety
-- migration 0012-switches
-- migration 0013-mail
-- migration 0014-slip-reviews
-- migration 0015-money-indexes
-- migration 0016-uploads
-- migration 0017-members-desk
-- migration 0018-programme
-- migration 0019-catalogue
-- migration 0020-announcement
-- migration 0022-appeals
-- migration 0023-nodes
-- migration 0024-passkeys
-- migration 0025-result-corrections
-- migration 0028-account-appeals
-- migration 0029-code-batch-approval
-- migration 0030-watch-nodes
-- migration 0034-backups
-- migration 0035-channel-leases
-- migration 0036-recordings
-- migration 0037-spending-limits
-- migration 0038-show-results
-- migration 0039-replay-positions
-- migration 0040-clips
-- migration 0041-outages
-- migration 0043-restream
-- migration 0044-follows-and-notices
-- migration 0045-nicknames
-- migration 0047-round-lengths
-- migration 0048-chat-replies
-- migration 0051-scorecards
-- migration 0052-telemetry
-- migration 0053-chat-notices

CREATE EXTENSION fuzzystrmatch;
CREATE EXTENSION pg_trgm;

CREATE TABLE account (
  account_id uuid NOT NULL DEFAULT uuidv7(),
  name text NOT NULL,
  member_id uuid,
  holder text NOT NULL DEFAULT 'house'::text,
  balance_coins bigint NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  closed_at timestamp(3) with time zone,
  CONSTRAINT account_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_member_key UNIQUE (member_id),
  CONSTRAINT account_name_key UNIQUE (name),
  CONSTRAINT account_balance_check CHECK (((member_id IS NULL) OR (balance_coins >= 0))),
  CONSTRAINT account_closed_check CHECK (((closed_at IS NULL) OR (member_id IS NOT NULL) OR (name ~~ 'escrow:%'::text))),
  CONSTRAINT account_holder_check CHECK ((holder = ANY (ARRAY['house'::text, 'member'::text, 'receivable'::text]))),
  CONSTRAINT account_holder_member_check CHECK (((holder = 'member'::text) = (member_id IS NOT NULL))),
  CONSTRAINT account_member_name_check CHECK (((member_id IS NULL) OR (name = ('member:'::text || (member_id)::text)))),
  CONSTRAINT account_receivable_check CHECK (((holder <> 'receivable'::text) OR (balance_coins <= 0))),
  CONSTRAINT account_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
) WITH (fillfactor=70);
CREATE INDEX account_late_idx ON account (account_id) WHERE (closed_at IS NOT NULL);
CREATE INDEX account_settled_idx ON account (account_id) WHERE ((closed_at IS NOT NULL) AND (name ~~ 'escrow:%'::text));
CREATE TRIGGER account_stays BEFORE DELETE OR UPDATE OF account_id ON account FOR EACH ROW EXECUTE FUNCTION refuse_account_end();

CREATE TABLE account_appeal (
  account_appeal_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  member_standing_change_id uuid NOT NULL,
  text text NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  created_at timestamp(3) with time zone NOT NULL,
  reason text,
  decided_by text,
  decided_by_staff_id uuid,
  decided_at timestamp(3) with time zone,
  decision_change_id uuid,
  CONSTRAINT account_appeal_pkey PRIMARY KEY (account_appeal_id),
  CONSTRAINT account_appeal_decision_key UNIQUE (decision_change_id),
  CONSTRAINT account_appeal_sanction_key UNIQUE (member_standing_change_id),
  CONSTRAINT account_appeal_decided_check CHECK ((((state = 'open'::text) = (decided_at IS NULL)) AND (num_nulls(reason, decided_by, decided_by_staff_id, decided_at) = ANY (ARRAY[0, 4])) AND ((decision_change_id IS NOT NULL) = (state = ANY (ARRAY['lifted'::text, 'shortened'::text]))))),
  CONSTRAINT account_appeal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text, 'lifted'::text, 'shortened'::text]))),
  CONSTRAINT account_appeal_decider_fkey FOREIGN KEY (decided_by_staff_id) REFERENCES staff(staff_id),
  CONSTRAINT account_appeal_decision_fkey FOREIGN KEY (decision_change_id) REFERENCES member_standing_change(member_standing_change_id),
  CONSTRAINT account_appeal_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT account_appeal_sanction_fkey FOREIGN KEY (member_standing_change_id) REFERENCES member_standing_change(member_standing_change_id)
);
CREATE INDEX account_appeal_decider_idx ON account_appeal (decided_by_staff_id) WHERE (decided_by_staff_id IS NOT NULL);
CREATE INDEX account_appeal_member_idx ON account_appeal (member_id, account_appeal_id DESC);
CREATE INDEX account_appeal_open_idx ON account_appeal (account_appeal_id) WHERE (state = 'open'::text);

CREATE TABLE api_node (
  api_node_id uuid NOT NULL,
  name text NOT NULL,
  version text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  reported_at timestamp(3) with time zone NOT NULL,
  report jsonb NOT NULL,
  CONSTRAINT api_node_pkey PRIMARY KEY (api_node_id)
);

CREATE TABLE apple_return (
  state text NOT NULL,
  code text NOT NULL,
  first_name text,
  last_name text,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT apple_return_pkey PRIMARY KEY (state)
);

CREATE TABLE audit_entry (
  audit_entry_id uuid NOT NULL DEFAULT uuidv7(),
  staff_id uuid,
  actor text NOT NULL,
  role text,
  credential text NOT NULL,
  operation text NOT NULL,
  parts jsonb NOT NULL,
  request_id text NOT NULL,
  address text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (audit_entry_id),
  CONSTRAINT audit_entry_credential_check CHECK ((credential = ANY (ARRAY['session'::text, 'token'::text, 'local'::text, 'none'::text]))),
  CONSTRAINT audit_entry_staff_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);
CREATE INDEX audit_entry_created_idx ON audit_entry (created_at);
CREATE INDEX audit_entry_operation_idx ON audit_entry (operation, audit_entry_id);
CREATE INDEX audit_entry_staff_idx ON audit_entry (staff_id, audit_entry_id);

CREATE TABLE audit_outcome (
  audit_entry_id uuid NOT NULL,
  result text NOT NULL,
  error_code text,
  subject_type text,
  subject_id text,
  reason text,
  before jsonb,
  after jsonb,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT audit_outcome_pkey PRIMARY KEY (audit_entry_id),
  CONSTRAINT audit_outcome_result_check CHECK ((result = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text]))),
  CONSTRAINT audit_outcome_entry_fkey FOREIGN KEY (audit_entry_id) REFERENCES audit_entry(audit_entry_id)
);
CREATE INDEX audit_outcome_subject_idx ON audit_outcome (subject_type, subject_id, audit_entry_id);

CREATE TABLE backup (
  backup_id uuid NOT NULL DEFAULT uuidv7(),
  taken_at timestamp(3) with time zone NOT NULL,
  bytes bigint NOT NULL,
  place text NOT NULL,
  CONSTRAINT backup_pkey PRIMARY KEY (backup_id),
  CONSTRAINT backup_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT backup_place_check CHECK (((length(place) >= 1) AND (length(place) <= 500)))
);
CREATE INDEX backup_taken_idx ON backup (taken_at DESC);

CREATE TABLE bout (
  bout_id uuid NOT NULL DEFAULT uuidv7(),
  program_id uuid NOT NULL,
  card_order integer NOT NULL,
  main_event boolean NOT NULL,
  division_id uuid NOT NULL,
  weight_pounds integer NOT NULL,
  rounds integer NOT NULL,
  red_fighter_id uuid NOT NULL,
  blue_fighter_id uuid NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  winner text,
  method text,
  result_round integer,
  result_at timestamp(3) with time zone,
  revision bigint NOT NULL DEFAULT 0,
  updated_by text,
  round_s integer NOT NULL DEFAULT 180,
  rest_s integer NOT NULL DEFAULT 120,
  judges jsonb,
  judged_at timestamp(3) with time zone,
  CONSTRAINT bout_pkey PRIMARY KEY (bout_id),
  CONSTRAINT bout_program_order_key UNIQUE (program_id, card_order) DEFERRABLE,
  CONSTRAINT bout_corners_check CHECK ((red_fighter_id <> blue_fighter_id)),
  CONSTRAINT bout_judges_check CHECK (((judges IS NULL) = (judged_at IS NULL))),
  CONSTRAINT bout_order_check CHECK (((card_order >= 1) AND (card_order <= 40))),
  CONSTRAINT bout_rest_s_check CHECK (((rest_s >= 5) AND (rest_s <= 600))),
  CONSTRAINT bout_result_check CHECK ((((winner IS NULL) AND (method IS NULL) AND (result_round IS NULL) AND (result_at IS NULL)) OR ((result_at IS NOT NULL) AND (winner IS NOT NULL) AND (method IS NOT NULL) AND (((winner = ANY (ARRAY['red'::text, 'blue'::text])) AND (method = ANY (ARRAY['decision'::text, 'tko'::text, 'disqualification'::text, 'forfeit'::text]))) OR ((winner = 'draw'::text) AND (method = 'draw'::text)) OR ((winner = 'none'::text) AND (method = 'cancelled'::text)))))),
  CONSTRAINT bout_result_round_check CHECK (((result_round >= 1) AND (result_round <= rounds))),
  CONSTRAINT bout_round_s_check CHECK (((round_s >= 10) AND (round_s <= 600))),
  CONSTRAINT bout_rounds_check CHECK (((rounds >= 1) AND (rounds <= 12))),
  CONSTRAINT bout_tko_round_check CHECK (((method <> 'tko'::text) OR (result_round IS NOT NULL))),
  CONSTRAINT bout_weight_check CHECK (((weight_pounds >= 60) AND (weight_pounds <= 400))),
  CONSTRAINT bout_blue_fighter_fkey FOREIGN KEY (blue_fighter_id) REFERENCES fighter(fighter_id),
  CONSTRAINT bout_division_fkey FOREIGN KEY (division_id) REFERENCES division(division_id),
  CONSTRAINT bout_program_fkey FOREIGN KEY (program_id) REFERENCES program(program_id),
  CONSTRAINT bout_red_fighter_fkey FOREIGN KEY (red_fighter_id) REFERENCES fighter(fighter_id)
);
CREATE INDEX bout_blue_fighter_idx ON bout (blue_fighter_id, starts_at DESC);
CREATE INDEX bout_red_fighter_idx ON bout (red_fighter_id, starts_at DESC);
CREATE TRIGGER bout_added AFTER INSERT ON bout REFERENCING NEW TABLE AS bout_after FOR EACH STATEMENT EXECUTE FUNCTION bouts_revise_programs();
CREATE TRIGGER bout_changed AFTER UPDATE ON bout REFERENCING OLD TABLE AS bout_before NEW TABLE AS bout_after FOR EACH STATEMENT EXECUTE FUNCTION bouts_revise_programs();
CREATE TRIGGER bout_predicted AFTER UPDATE ON bout REFERENCING OLD TABLE AS bout_before NEW TABLE AS bout_after FOR EACH STATEMENT EXECUTE FUNCTION predict_bouts_changed();
CREATE TRIGGER bout_removed AFTER DELETE ON bout REFERENCING OLD TABLE AS bout_before FOR EACH STATEMENT EXECUTE FUNCTION bouts_revise_programs();
CREATE TRIGGER bout_revision BEFORE UPDATE ON bout FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION count_revision();
CREATE TRIGGER bout_unpredicted AFTER DELETE ON bout REFERENCING OLD TABLE AS bout_before FOR EACH STATEMENT EXECUTE FUNCTION predict_bouts_changed();

CREATE TABLE bout_ruling (
  bout_ruling_id uuid NOT NULL DEFAULT uuidv7(),
  match_live_id uuid NOT NULL,
  outcome text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  confirmed_by text,
  confirmed_at timestamp(3) with time zone,
  withdrawn_by text,
  withdrawn_at timestamp(3) with time zone,
  before_bell boolean NOT NULL DEFAULT false,
  status_before text,
  round_number_before integer,
  round_started_before timestamp(3) with time zone,
  resting_before boolean,
  created_by_staff_id uuid,
  confirmed_by_staff_id uuid,
  CONSTRAINT bout_ruling_pkey PRIMARY KEY (bout_ruling_id),
  CONSTRAINT bout_ruling_end_check CHECK (((confirmed_at IS NULL) OR (withdrawn_at IS NULL))),
  CONSTRAINT bout_ruling_outcome_check CHECK ((outcome = ANY (ARRAY['red'::text, 'blue'::text, 'draw'::text, 'cancelled'::text, 'no_contest'::text, 'substituted'::text, 'forgotten'::text]))),
  CONSTRAINT bout_ruling_status_before_check CHECK ((status_before = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'ended'::text]))),
  CONSTRAINT bout_ruling_match_fkey FOREIGN KEY (match_live_id) REFERENCES match_live(match_live_id)
);
CREATE UNIQUE INDEX bout_ruling_current_key ON bout_ruling (match_live_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX bout_ruling_open_idx ON bout_ruling (created_at) WHERE ((confirmed_at IS NULL) AND (withdrawn_at IS NULL));

CREATE TABLE camp (
  camp_id uuid NOT NULL DEFAULT uuidv7(),
  name_th text NOT NULL,
  name_en text NOT NULL,
  province_th text NOT NULL,
  province_en text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  CONSTRAINT camp_pkey PRIMARY KEY (camp_id)
);
CREATE TRIGGER camp_changed AFTER UPDATE ON camp FOR EACH ROW WHEN (((old.name_th IS DISTINCT FROM new.name_th) OR (old.name_en IS DISTINCT FROM new.name_en))) EXECUTE FUNCTION fighters_of_camp_are_due();

CREATE TABLE channel (
  channel_id text NOT NULL,
  publishing boolean NOT NULL DEFAULT false,
  publish_changed_at timestamp(3) with time zone,
  stats jsonb,
  stats_at timestamp(3) with time zone,
  refused_at timestamp(3) with time zone,
  refusal text,
  clip_crop_permille integer NOT NULL DEFAULT 500,
  CONSTRAINT channel_pkey PRIMARY KEY (channel_id),
  CONSTRAINT channel_clip_crop_check CHECK (((clip_crop_permille >= 0) AND (clip_crop_permille <= 1000))),
  CONSTRAINT channel_id_check CHECK ((channel_id ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
  CONSTRAINT channel_refusal_check CHECK ((char_length(refusal) <= 300))
);

CREATE TABLE channel_lease (
  channel_id text NOT NULL,
  media_origin_id uuid NOT NULL,
  media_process_id uuid NOT NULL,
  fence integer NOT NULL,
  discontinuity integer NOT NULL,
  media_sequence integer NOT NULL,
  is_standby boolean NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT channel_lease_pkey PRIMARY KEY (channel_id),
  CONSTRAINT channel_lease_channel_fkey FOREIGN KEY (channel_id) REFERENCES channel(channel_id) ON DELETE CASCADE,
  CONSTRAINT channel_lease_origin_fkey FOREIGN KEY (media_origin_id) REFERENCES media_origin(media_origin_id) ON DELETE CASCADE
) WITH (fillfactor=50);
CREATE INDEX channel_lease_origin_idx ON channel_lease (media_origin_id);

CREATE TABLE chat_action (
  chat_action_id uuid NOT NULL DEFAULT uuidv7(),
  program_live_id uuid,
  member_id uuid,
  action text NOT NULL,
  details jsonb NOT NULL,
  created_by text NOT NULL,
  created_by_member_id uuid,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT chat_action_pkey PRIMARY KEY (chat_action_id),
  CONSTRAINT chat_action_by_check CHECK ((created_by <> ''::text)),
  CONSTRAINT chat_action_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT chat_action_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT chat_action_moderator_fkey FOREIGN KEY (created_by_member_id) REFERENCES member(member_id)
);
CREATE INDEX chat_action_live_idx ON chat_action (program_live_id, chat_action_id DESC);
CREATE INDEX chat_action_member_idx ON chat_action (member_id, chat_action_id DESC);

CREATE TABLE chat_appeal (
  chat_appeal_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  program_live_id uuid,
  until timestamp(3) with time zone,
  text text NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  created_at timestamp(3) with time zone NOT NULL,
  reason text,
  decided_by text,
  decided_at timestamp(3) with time zone,
  chat_message_id uuid,
  CONSTRAINT chat_appeal_pkey PRIMARY KEY (chat_appeal_id),
  CONSTRAINT chat_appeal_decided_check CHECK ((((state = 'open'::text) = (decided_at IS NULL)) AND (num_nulls(reason, decided_by, decided_at) = ANY (ARRAY[0, 3])))),
  CONSTRAINT chat_appeal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'granted'::text, 'refused'::text]))),
  CONSTRAINT chat_appeal_target_check CHECK (((num_nulls(until, chat_message_id) = 1) AND ((chat_message_id IS NULL) OR (program_live_id IS NOT NULL)))),
  CONSTRAINT chat_appeal_line_fkey FOREIGN KEY (chat_message_id, program_live_id) REFERENCES chat_message(chat_message_id, program_live_id),
  CONSTRAINT chat_appeal_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT chat_appeal_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE UNIQUE INDEX chat_appeal_line_key ON chat_appeal (chat_message_id) WHERE (chat_message_id IS NOT NULL);
CREATE INDEX chat_appeal_live_idx ON chat_appeal (program_live_id);
CREATE INDEX chat_appeal_member_idx ON chat_appeal (member_id, chat_appeal_id DESC);
CREATE INDEX chat_appeal_open_idx ON chat_appeal (chat_appeal_id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX chat_appeal_timeout_key ON chat_appeal (member_id, program_live_id, until) NULLS NOT DISTINCT WHERE (chat_message_id IS NULL);

CREATE TABLE chat_block (
  member_id uuid NOT NULL,
  blocked_member_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT chat_block_pkey PRIMARY KEY (member_id, blocked_member_id),
  CONSTRAINT chat_block_other_check CHECK ((member_id <> blocked_member_id)),
  CONSTRAINT chat_block_blocked_fkey FOREIGN KEY (blocked_member_id) REFERENCES member(member_id),
  CONSTRAINT chat_block_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX chat_block_blocked_idx ON chat_block (blocked_member_id);

CREATE TABLE chat_case (
  chat_case_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  program_live_id uuid,
  chat_message_id uuid,
  state text NOT NULL DEFAULT 'open'::text,
  reports integer NOT NULL DEFAULT 1,
  opened_at timestamp(3) with time zone NOT NULL,
  reported_at timestamp(3) with time zone NOT NULL,
  taken_by text,
  taken_at timestamp(3) with time zone,
  decision text,
  decision_reason text,
  decided_by text,
  decided_at timestamp(3) with time zone,
  CONSTRAINT chat_case_pkey PRIMARY KEY (chat_case_id),
  CONSTRAINT chat_case_decided_check CHECK (((state = 'decided'::text) = (num_nulls(decision, decision_reason, decided_by, decided_at) = 0))),
  CONSTRAINT chat_case_decision_check CHECK ((decision = ANY (ARRAY['removed'::text, 'timed_out'::text, 'dismissed'::text]))),
  CONSTRAINT chat_case_line_check CHECK (((chat_message_id IS NULL) OR (program_live_id IS NOT NULL))),
  CONSTRAINT chat_case_reports_check CHECK ((reports > 0)),
  CONSTRAINT chat_case_state_check CHECK ((state = ANY (ARRAY['open'::text, 'taken'::text, 'decided'::text]))),
  CONSTRAINT chat_case_taken_check CHECK (((state <> 'taken'::text) OR (num_nulls(taken_by, taken_at) = 0))),
  CONSTRAINT chat_case_line_fkey FOREIGN KEY (chat_message_id, program_live_id) REFERENCES chat_message(chat_message_id, program_live_id),
  CONSTRAINT chat_case_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT chat_case_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE UNIQUE INDEX chat_case_line_key ON chat_case (chat_message_id) WHERE (chat_message_id IS NOT NULL);
CREATE INDEX chat_case_live_idx ON chat_case (program_live_id);
CREATE INDEX chat_case_member_idx ON chat_case (member_id, chat_case_id DESC);
CREATE UNIQUE INDEX chat_case_member_key ON chat_case (member_id) WHERE ((chat_message_id IS NULL) AND (state <> 'decided'::text));
CREATE INDEX chat_case_state_idx ON chat_case (state, chat_case_id);

CREATE TABLE chat_held_line (
  chat_held_line_id uuid NOT NULL,
  program_live_id uuid NOT NULL,
  member_id uuid NOT NULL,
  member_name text NOT NULL,
  member_avatar text,
  member_role text,
  text text NOT NULL,
  word text NOT NULL,
  state text NOT NULL DEFAULT 'held'::text,
  held_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  reason text,
  decided_by text,
  decided_at timestamp(3) with time zone,
  reply_seq integer,
  CONSTRAINT chat_held_line_pkey PRIMARY KEY (chat_held_line_id),
  CONSTRAINT chat_held_line_decided_check CHECK (((state = 'held'::text) = (decided_at IS NULL))),
  CONSTRAINT chat_held_line_state_check CHECK ((state = ANY (ARRAY['held'::text, 'allowed'::text, 'removed'::text, 'expired'::text]))),
  CONSTRAINT chat_held_line_text_check CHECK ((text <> ''::text)),
  CONSTRAINT chat_held_line_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT chat_held_line_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX chat_held_line_live_idx ON chat_held_line (program_live_id, chat_held_line_id);
CREATE INDEX chat_held_line_member_idx ON chat_held_line (member_id, held_at);
CREATE INDEX chat_held_line_queue_idx ON chat_held_line (expires_at) WHERE (state = 'held'::text);

CREATE TABLE chat_message (
  program_live_id uuid NOT NULL,
  seq integer NOT NULL,
  chat_message_id uuid NOT NULL,
  member_id uuid NOT NULL,
  member_name text NOT NULL,
  member_avatar text,
  member_role text,
  text text NOT NULL,
  sent_at timestamp(3) with time zone NOT NULL,
  removed_at timestamp(3) with time zone,
  reply_seq integer,
  member_corner text,
  CONSTRAINT chat_message_pkey PRIMARY KEY (program_live_id, seq),
  CONSTRAINT chat_message_id_key UNIQUE (chat_message_id, program_live_id),
  CONSTRAINT chat_message_text_check CHECK ((text <> ''::text)),
  CONSTRAINT chat_message_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT chat_message_room_fkey FOREIGN KEY (program_live_id) REFERENCES chat_room(program_live_id)
) PARTITION BY RANGE (program_live_id);
CREATE INDEX chat_message_member_idx ON chat_message (member_id, sent_at);
CREATE INDEX chat_message_removed_idx ON chat_message (program_live_id, seq) WHERE (removed_at IS NOT NULL);

CREATE TABLE chat_pace (
  member_id uuid NOT NULL,
  last_sent_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT chat_pace_pkey PRIMARY KEY (member_id),
  CONSTRAINT chat_pace_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
) WITH (fillfactor=50);

CREATE TABLE chat_report (
  chat_report_id uuid NOT NULL DEFAULT uuidv7(),
  chat_case_id uuid NOT NULL,
  member_id uuid,
  reason text NOT NULL,
  note text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT chat_report_pkey PRIMARY KEY (chat_report_id),
  CONSTRAINT chat_report_once_key UNIQUE (chat_case_id, member_id),
  CONSTRAINT chat_report_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'gambling'::text, 'sexual'::text, 'other'::text]))),
  CONSTRAINT chat_report_case_fkey FOREIGN KEY (chat_case_id) REFERENCES chat_case(chat_case_id),
  CONSTRAINT chat_report_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX chat_report_member_idx ON chat_report (member_id, created_at);

CREATE TABLE chat_room (
  program_live_id uuid NOT NULL,
  last_seq integer NOT NULL DEFAULT 0,
  slow_mode_s integer NOT NULL DEFAULT 3,
  pin_id uuid,
  pin_th text,
  pin_en text,
  pin_name text,
  pin_message_id uuid,
  pinned_at timestamp(3) with time zone,
  shield_until timestamp(3) with time zone,
  shield_slow_s integer,
  shield_member_min integer,
  shield_reason text,
  announcement_id uuid,
  announcement_th text,
  announcement_en text,
  announced_until timestamp(3) with time zone,
  noticed_seq integer NOT NULL DEFAULT 0,
  CONSTRAINT chat_room_pkey PRIMARY KEY (program_live_id),
  CONSTRAINT chat_room_announcement_check CHECK ((num_nulls(announcement_id, announcement_th, announcement_en, announced_until) = ANY (ARRAY[0, 4]))),
  CONSTRAINT chat_room_pin_check CHECK (((num_nulls(pin_id, pin_th, pin_en, pinned_at) = ANY (ARRAY[0, 4])) AND ((pin_id IS NOT NULL) OR (num_nonnulls(pin_name, pin_message_id) = 0)))),
  CONSTRAINT chat_room_seq_check CHECK ((last_seq >= 0)),
  CONSTRAINT chat_room_shield_check CHECK ((num_nulls(shield_until, shield_slow_s, shield_member_min, shield_reason) = ANY (ARRAY[0, 4]))),
  CONSTRAINT chat_room_shield_member_check CHECK ((shield_member_min >= 0)),
  CONSTRAINT chat_room_shield_reason_check CHECK ((shield_reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'gambling'::text]))),
  CONSTRAINT chat_room_shield_slow_check CHECK (((shield_slow_s >= 1) AND (shield_slow_s <= 3600))),
  CONSTRAINT chat_room_slow_check CHECK (((slow_mode_s >= 1) AND (slow_mode_s <= 3600))),
  CONSTRAINT chat_room_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT chat_room_pin_message_fkey FOREIGN KEY (pin_message_id, program_live_id) REFERENCES chat_message(chat_message_id, program_live_id)
) WITH (fillfactor=50);

CREATE TABLE chat_timeout (
  member_id uuid NOT NULL,
  program_live_id uuid,
  until timestamp(3) with time zone NOT NULL,
  CONSTRAINT chat_timeout_key UNIQUE NULLS NOT DISTINCT (member_id, program_live_id),
  CONSTRAINT chat_timeout_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT chat_timeout_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

CREATE TABLE chat_word (
  word text NOT NULL,
  kind text NOT NULL,
  CONSTRAINT chat_word_pkey PRIMARY KEY (word),
  CONSTRAINT chat_word_kind_check CHECK ((kind = ANY (ARRAY['banned'::text, 'watched'::text, 'innocent'::text])))
);

CREATE TABLE clip (
  clip_id uuid NOT NULL,
  recording_id uuid NOT NULL,
  member_id uuid,
  title text NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  duration_ms integer NOT NULL,
  crop_permille integer NOT NULL,
  state text NOT NULL DEFAULT 'queued'::text,
  attempt integer NOT NULL DEFAULT 0,
  progress integer NOT NULL DEFAULT 0,
  failure text,
  held_word text,
  landscape_bytes integer,
  vertical_bytes integer,
  poster_bytes integer,
  created_at timestamp(3) with time zone NOT NULL,
  ready_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  removal text,
  removed_because text,
  CONSTRAINT clip_pkey PRIMARY KEY (clip_id),
  CONSTRAINT clip_duration_check CHECK (((duration_ms >= 15000) AND (duration_ms <= 60000))),
  CONSTRAINT clip_failed_check CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT clip_failure_check CHECK ((failure = ANY (ARRAY['no_picture'::text, 'interrupted'::text, 'encoding_failed'::text]))),
  CONSTRAINT clip_ready_check CHECK (((state = 'ready'::text) = (num_nulls(ready_at, landscape_bytes, vertical_bytes, poster_bytes) = 0))),
  CONSTRAINT clip_removal_check CHECK ((removal = ANY (ARRAY['owner'::text, 'staff'::text, 'account'::text]))),
  CONSTRAINT clip_removed_check CHECK (((removed_at IS NULL) = (removal IS NULL))),
  CONSTRAINT clip_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'encoding'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT clip_title_check CHECK ((char_length(title) <= 400)),
  CONSTRAINT clip_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT clip_recording_fkey FOREIGN KEY (recording_id) REFERENCES recording(recording_id) ON DELETE CASCADE
) WITH (fillfactor=70);
CREATE INDEX clip_created_idx ON clip (created_at, clip_id);
CREATE INDEX clip_member_idx ON clip (member_id, created_at);
CREATE INDEX clip_recording_idx ON clip (recording_id);
CREATE INDEX clip_removed_idx ON clip (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX clip_waiting_idx ON clip (created_at) WHERE (state = ANY (ARRAY['queued'::text, 'encoding'::text]));

CREATE TABLE clip_report (
  clip_report_id uuid NOT NULL DEFAULT uuidv7(),
  clip_id uuid NOT NULL,
  member_id uuid,
  reason text NOT NULL,
  note text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  decided_at timestamp(3) with time zone,
  CONSTRAINT clip_report_pkey PRIMARY KEY (clip_report_id),
  CONSTRAINT clip_report_once_key UNIQUE (clip_id, member_id),
  CONSTRAINT clip_report_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'gambling'::text, 'sexual'::text, 'other'::text]))),
  CONSTRAINT clip_report_clip_fkey FOREIGN KEY (clip_id) REFERENCES clip(clip_id) ON DELETE CASCADE,
  CONSTRAINT clip_report_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX clip_report_member_idx ON clip_report (member_id, created_at);
CREATE INDEX clip_report_open_idx ON clip_report (clip_id) WHERE (decided_at IS NULL);

CREATE TABLE coin_adjustment (
  coin_adjustment_id uuid NOT NULL,
  member_id uuid NOT NULL,
  amount_coins bigint NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  alone boolean NOT NULL,
  created_by text NOT NULL,
  created_by_staff_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  decided_by text,
  decided_by_staff_id uuid,
  decided_at timestamp(3) with time zone,
  decision_reason text,
  CONSTRAINT coin_adjustment_pkey PRIMARY KEY (coin_adjustment_id),
  CONSTRAINT coin_adjustment_by_check CHECK ((created_by <> ''::text)),
  CONSTRAINT coin_adjustment_coins_check CHECK ((amount_coins <> 0)),
  CONSTRAINT coin_adjustment_decided_check CHECK ((((state = 'open'::text) = (num_nulls(decided_by, decided_by_staff_id, decided_at) = 3)) AND (num_nulls(decided_by, decided_by_staff_id, decided_at) = ANY (ARRAY[0, 3])))),
  CONSTRAINT coin_adjustment_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT coin_adjustment_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text, 'withdrawn'::text]))),
  CONSTRAINT coin_adjustment_two_persons_check CHECK (((state <> 'done'::text) OR alone OR (decided_by_staff_id <> created_by_staff_id))),
  CONSTRAINT coin_adjustment_author_fkey FOREIGN KEY (created_by_staff_id) REFERENCES staff(staff_id),
  CONSTRAINT coin_adjustment_decider_fkey FOREIGN KEY (decided_by_staff_id) REFERENCES staff(staff_id),
  CONSTRAINT coin_adjustment_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX coin_adjustment_author_idx ON coin_adjustment (created_by_staff_id, created_at);
CREATE INDEX coin_adjustment_created_idx ON coin_adjustment (created_at DESC, coin_adjustment_id DESC);
CREATE INDEX coin_adjustment_decider_idx ON coin_adjustment (decided_by_staff_id) WHERE (decided_by_staff_id IS NOT NULL);
CREATE INDEX coin_adjustment_member_idx ON coin_adjustment (member_id);
CREATE INDEX coin_adjustment_open_idx ON coin_adjustment (created_at DESC, coin_adjustment_id DESC) WHERE (state = 'open'::text);

CREATE TABLE coin_order (
  coin_order_id uuid NOT NULL DEFAULT uuidv7(),
  number text NOT NULL,
  member_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  reason text,
  coin_package_id integer,
  base_coins bigint NOT NULL,
  bonus_coins bigint NOT NULL,
  amount_satang bigint NOT NULL,
  ledger_account text NOT NULL DEFAULT 'sold'::text,
  method text,
  paid_attempt_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  paid_at timestamp(3) with time zone,
  CONSTRAINT coin_order_pkey PRIMARY KEY (coin_order_id),
  CONSTRAINT coin_order_number_key UNIQUE (number),
  CONSTRAINT coin_order_base_check CHECK ((base_coins > 0)),
  CONSTRAINT coin_order_bonus_check CHECK ((bonus_coins >= 0)),
  CONSTRAINT coin_order_paid_check CHECK (((paid_at IS NOT NULL) = (status = ANY (ARRAY['paid'::text, 'refunded'::text, 'charged_back'::text])))),
  CONSTRAINT coin_order_satang_check CHECK ((amount_satang > 0)),
  CONSTRAINT coin_order_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'pending'::text, 'awaiting_confirmation'::text, 'paid'::text, 'failed'::text, 'expired'::text, 'cancelled'::text, 'refunded'::text, 'charged_back'::text]))),
  CONSTRAINT coin_order_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT coin_order_package_fkey FOREIGN KEY (coin_package_id) REFERENCES coin_package(coin_package_id),
  CONSTRAINT coin_order_paid_attempt_fkey FOREIGN KEY (paid_attempt_id) REFERENCES payment_attempt(payment_attempt_id)
);
CREATE INDEX coin_order_amount_idx ON coin_order (amount_satang, created_at DESC, coin_order_id DESC);
CREATE INDEX coin_order_buyer_idx ON coin_order (member_id, created_at DESC, coin_order_id DESC);
CREATE INDEX coin_order_created_idx ON coin_order (created_at DESC, coin_order_id DESC);
CREATE INDEX coin_order_member_idx ON coin_order (member_id, coin_order_id DESC);
CREATE INDEX coin_order_method_idx ON coin_order (method, created_at DESC, coin_order_id DESC);
CREATE INDEX coin_order_open_idx ON coin_order (expires_at) WHERE (status = ANY (ARRAY['waiting'::text, 'pending'::text, 'awaiting_confirmation'::text]));
CREATE INDEX coin_order_paid_idx ON coin_order (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX coin_order_partner_idx ON coin_order (ledger_account, paid_at) WHERE (ledger_account <> 'sold'::text);
CREATE INDEX coin_order_status_idx ON coin_order (status, created_at DESC, coin_order_id DESC);

CREATE TABLE coin_package (
  coin_package_id integer NOT NULL,
  name text NOT NULL,
  base_coins bigint NOT NULL,
  bonus_coins bigint NOT NULL,
  price_satang bigint NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  "position" integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  CONSTRAINT coin_package_pkey PRIMARY KEY (coin_package_id),
  CONSTRAINT coin_package_position_key UNIQUE ("position"),
  CONSTRAINT coin_package_base_check CHECK ((base_coins > 0)),
  CONSTRAINT coin_package_bonus_check CHECK ((bonus_coins >= 0)),
  CONSTRAINT coin_package_price_check CHECK (((price_satang >= 1) AND (price_satang <= 100000000)))
);

CREATE TABLE coin_price_change (
  coin_price_change_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  coin_package_id integer,
  price_before_satang bigint NOT NULL,
  price_after_satang bigint NOT NULL,
  active_before boolean NOT NULL,
  active_after boolean NOT NULL,
  reason text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT coin_price_change_pkey PRIMARY KEY (coin_price_change_id),
  CONSTRAINT coin_price_change_package_fkey FOREIGN KEY (coin_package_id) REFERENCES coin_package(coin_package_id)
);

CREATE TABLE coin_setting (
  only_one boolean NOT NULL DEFAULT true,
  coin_price_satang bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  CONSTRAINT coin_setting_pkey PRIMARY KEY (only_one),
  CONSTRAINT coin_setting_only_one_check CHECK (only_one),
  CONSTRAINT coin_setting_satang_check CHECK (((coin_price_satang >= 1) AND (coin_price_satang <= 10000)))
);

CREATE TABLE crowd_score (
  match_live_id uuid NOT NULL,
  round_number smallint NOT NULL,
  red_points smallint NOT NULL,
  blue_points smallint NOT NULL,
  cards integer NOT NULL,
  CONSTRAINT crowd_score_pkey PRIMARY KEY (match_live_id, round_number, red_points, blue_points),
  CONSTRAINT crowd_score_bout_fkey FOREIGN KEY (match_live_id) REFERENCES match_live(match_live_id) ON DELETE CASCADE
);

CREATE TABLE deleted_member (
  member_id uuid NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL,
  traffic_forgotten_at timestamp(3) with time zone,
  CONSTRAINT deleted_member_pkey PRIMARY KEY (member_id),
  CONSTRAINT deleted_member_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX deleted_member_due_idx ON deleted_member (deleted_at) WHERE (traffic_forgotten_at IS NULL);

CREATE TABLE division (
  division_id uuid NOT NULL DEFAULT uuidv7(),
  name_th text NOT NULL,
  name_en text NOT NULL,
  weight_pounds_max integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  CONSTRAINT division_pkey PRIMARY KEY (division_id),
  CONSTRAINT division_weight_check CHECK ((weight_pounds_max > 0))
);

CREATE TABLE dropped_photo_folder (
  folder text NOT NULL,
  dropped_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT dropped_photo_folder_pkey PRIMARY KEY (folder)
);
CREATE INDEX dropped_photo_folder_dropped_idx ON dropped_photo_folder (dropped_at);

CREATE TABLE dropped_picture (
  picture text NOT NULL,
  dropped_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT dropped_picture_pkey PRIMARY KEY (picture)
);

CREATE TABLE ended_watch_session (
  watch_session_id uuid NOT NULL,
  member_id uuid NOT NULL,
  member_session_id uuid NOT NULL,
  watch_token uuid NOT NULL,
  program_live_id uuid NOT NULL,
  match_live_stream_id uuid NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone NOT NULL,
  end_reason text NOT NULL,
  CONSTRAINT ended_watch_session_pkey PRIMARY KEY (watch_session_id),
  CONSTRAINT ended_watch_session_reason_check CHECK ((end_reason = ANY (ARRAY['left'::text, 'ejected'::text, 'silent'::text, 'signed_out'::text])))
) PARTITION BY RANGE (watch_session_id);
CREATE INDEX ended_watch_session_ejected_idx ON ended_watch_session (member_id, watch_token) WHERE (end_reason = 'ejected'::text);
CREATE INDEX ended_watch_session_member_idx ON ended_watch_session (member_id, watch_session_id DESC);

CREATE TABLE exchange_rate (
  base_code text NOT NULL,
  code text NOT NULL,
  rate numeric NOT NULL,
  CONSTRAINT exchange_rate_pkey PRIMARY KEY (base_code, code),
  CONSTRAINT exchange_rate_code_check CHECK ((code ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT exchange_rate_rate_check CHECK ((rate > (0)::numeric)),
  CONSTRAINT exchange_rate_base_fkey FOREIGN KEY (base_code) REFERENCES exchange_rate_sheet(base_code)
);

CREATE TABLE exchange_rate_check (
  base_code text NOT NULL,
  next_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT exchange_rate_check_pkey PRIMARY KEY (base_code)
);

CREATE TABLE exchange_rate_sheet (
  base_code text NOT NULL,
  as_of timestamp(3) with time zone NOT NULL,
  source text NOT NULL,
  updated_by text,
  updated_at timestamp(3) with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT exchange_rate_sheet_pkey PRIMARY KEY (base_code),
  CONSTRAINT exchange_rate_sheet_base_check CHECK ((base_code ~ '^[A-Z]{3}$'::text))
);

CREATE TABLE fighter (
  fighter_id uuid NOT NULL DEFAULT uuidv7(),
  camp_id uuid NOT NULL,
  division_id uuid NOT NULL,
  name_th text NOT NULL,
  name_en text NOT NULL,
  nickname_th text NOT NULL,
  nickname_en text NOT NULL,
  province_th text NOT NULL,
  province_en text NOT NULL,
  stance text NOT NULL,
  height_cm integer NOT NULL,
  weight_pounds integer NOT NULL,
  born_on date NOT NULL,
  CONSTRAINT fighter_pkey PRIMARY KEY (fighter_id),
  CONSTRAINT fighter_height_check CHECK (((height_cm >= 100) AND (height_cm <= 230))),
  CONSTRAINT fighter_stance_check CHECK ((stance = ANY (ARRAY['orthodox'::text, 'southpaw'::text]))),
  CONSTRAINT fighter_weight_check CHECK (((weight_pounds >= 60) AND (weight_pounds <= 400))),
  CONSTRAINT fighter_camp_fkey FOREIGN KEY (camp_id) REFERENCES camp(camp_id),
  CONSTRAINT fighter_division_fkey FOREIGN KEY (division_id) REFERENCES division(division_id)
);
CREATE INDEX fighter_camp_idx ON fighter (camp_id);
CREATE INDEX fighter_division_idx ON fighter (division_id);
CREATE INDEX fighter_name_idx ON fighter (name_en, fighter_id);
CREATE INDEX fighter_names_idx ON fighter USING gin ((((((((name_th || ' '::text) || name_en) || ' '::text) || nickname_th) || ' '::text) || nickname_en)) gin_trgm_ops);
CREATE INDEX fighter_province_idx ON fighter (province_en, name_en, fighter_id);
CREATE TRIGGER fighter_added AFTER INSERT ON fighter FOR EACH ROW EXECUTE FUNCTION fighter_search_is_due();
CREATE TRIGGER fighter_changed AFTER UPDATE ON fighter FOR EACH ROW WHEN ((((((((old.camp_id IS DISTINCT FROM new.camp_id) OR (old.name_th IS DISTINCT FROM new.name_th)) OR (old.name_en IS DISTINCT FROM new.name_en)) OR (old.nickname_th IS DISTINCT FROM new.nickname_th)) OR (old.nickname_en IS DISTINCT FROM new.nickname_en)) OR (old.province_th IS DISTINCT FROM new.province_th)) OR (old.province_en IS DISTINCT FROM new.province_en))) EXECUTE FUNCTION fighter_search_is_due();

CREATE TABLE fighter_edit (
  fighter_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  CONSTRAINT fighter_edit_pkey PRIMARY KEY (fighter_id),
  CONSTRAINT fighter_edit_fighter_fkey FOREIGN KEY (fighter_id) REFERENCES fighter(fighter_id) ON DELETE CASCADE
);

CREATE TABLE fighter_import (
  import_key text NOT NULL,
  fighter_id uuid NOT NULL,
  CONSTRAINT fighter_import_pkey PRIMARY KEY (import_key),
  CONSTRAINT fighter_import_fighter_key UNIQUE (fighter_id),
  CONSTRAINT fighter_import_key_check CHECK (((length(import_key) >= 1) AND (length(import_key) <= 64))),
  CONSTRAINT fighter_import_fighter_fkey FOREIGN KEY (fighter_id) REFERENCES fighter(fighter_id)
);

CREATE TABLE fighter_search (
  fighter_id uuid NOT NULL,
  name_en text,
  name_words text,
  place_words text,
  name_sounds text,
  sounds text,
  CONSTRAINT fighter_search_pkey PRIMARY KEY (fighter_id),
  CONSTRAINT fighter_search_made_check CHECK ((num_nulls(name_en, name_words, place_words, name_sounds, sounds) = ANY (ARRAY[0, 5]))),
  CONSTRAINT fighter_search_fighter_fkey FOREIGN KEY (fighter_id) REFERENCES fighter(fighter_id) ON DELETE CASCADE
);
CREATE INDEX fighter_search_due_idx ON fighter_search (fighter_id) WHERE (sounds IS NULL);
CREATE INDEX fighter_search_sounds_idx ON fighter_search USING gin (sounds gin_trgm_ops) WITH (fastupdate=off);

CREATE TABLE fighter_start (
  start text COLLATE "C" NOT NULL,
  fighter_id uuid NOT NULL,
  CONSTRAINT fighter_start_pkey PRIMARY KEY (start, fighter_id),
  CONSTRAINT fighter_start_fighter_fkey FOREIGN KEY (fighter_id) REFERENCES fighter(fighter_id) ON DELETE CASCADE
);
CREATE INDEX fighter_start_fighter_idx ON fighter_start (fighter_id, start);

CREATE TABLE follow (
  follow_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  fighter_id uuid,
  camp_id uuid,
  promotion_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT follow_pkey PRIMARY KEY (follow_id),
  CONSTRAINT follow_once_key UNIQUE NULLS NOT DISTINCT (member_id, fighter_id, camp_id, promotion_id),
  CONSTRAINT follow_subject_check CHECK ((num_nonnulls(fighter_id, camp_id, promotion_id) = 1)),
  CONSTRAINT follow_camp_fkey FOREIGN KEY (camp_id) REFERENCES camp(camp_id) ON DELETE CASCADE,
  CONSTRAINT follow_fighter_fkey FOREIGN KEY (fighter_id) REFERENCES fighter(fighter_id) ON DELETE CASCADE,
  CONSTRAINT follow_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT follow_promotion_fkey FOREIGN KEY (promotion_id) REFERENCES promotion(promotion_id) ON DELETE CASCADE
);
CREATE INDEX follow_camp_idx ON follow (camp_id) WHERE (camp_id IS NOT NULL);
CREATE INDEX follow_fighter_idx ON follow (fighter_id, member_id) WHERE (fighter_id IS NOT NULL);
CREATE INDEX follow_promotion_idx ON follow (promotion_id) WHERE (promotion_id IS NOT NULL);

CREATE TABLE gift (
  gift_id uuid NOT NULL DEFAULT uuidv7(),
  slug text NOT NULL,
  name_th text NOT NULL,
  name_en text NOT NULL,
  price_coins bigint NOT NULL,
  effect text NOT NULL,
  offered boolean NOT NULL DEFAULT true,
  picture text,
  "position" integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  CONSTRAINT gift_pkey PRIMARY KEY (gift_id),
  CONSTRAINT gift_slug_key UNIQUE (slug),
  CONSTRAINT gift_coins_check CHECK (((price_coins >= 1) AND (price_coins <= 100000))),
  CONSTRAINT gift_effect_check CHECK ((effect = ANY (ARRAY['spark'::text, 'burst'::text, 'storm'::text]))),
  CONSTRAINT gift_picture_check CHECK ((picture ~ '^[a-z][a-z-]{0,30}$'::text)),
  CONSTRAINT gift_slug_check CHECK ((slug ~ '^[a-z][a-z-]{0,30}$'::text))
);

CREATE TABLE gift_bar (
  match_live_id uuid NOT NULL,
  node_id uuid NOT NULL,
  red_coins bigint NOT NULL,
  red_gifts bigint NOT NULL,
  red_supporters bigint NOT NULL,
  blue_coins bigint NOT NULL,
  blue_gifts bigint NOT NULL,
  blue_supporters bigint NOT NULL,
  CONSTRAINT gift_bar_pkey PRIMARY KEY (match_live_id, node_id)
) WITH (fillfactor=50);

CREATE TABLE gift_correction (
  match_live_id uuid NOT NULL,
  corner text NOT NULL,
  program_live_id uuid NOT NULL,
  about jsonb NOT NULL,
  done_to uuid,
  refunded_members bigint NOT NULL DEFAULT 0,
  refunded_coins bigint NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  CONSTRAINT gift_correction_pkey PRIMARY KEY (match_live_id, corner),
  CONSTRAINT gift_correction_corner_check CHECK ((corner = ANY (ARRAY['red'::text, 'blue'::text]))),
  CONSTRAINT gift_correction_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT gift_correction_settlement_fkey FOREIGN KEY (match_live_id) REFERENCES gift_settlement(match_live_id)
);
CREATE INDEX gift_correction_open_idx ON gift_correction (created_at) WHERE (finished_at IS NULL);

CREATE TABLE gift_log (
  gift_log_id uuid NOT NULL,
  match_live_id uuid NOT NULL,
  member_id uuid NOT NULL,
  corner text NOT NULL,
  gift_id uuid NOT NULL,
  quantity integer NOT NULL,
  amount_coins bigint NOT NULL,
  sent_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT gift_log_pkey PRIMARY KEY (gift_log_id),
  CONSTRAINT gift_log_coins_check CHECK ((amount_coins > 0)),
  CONSTRAINT gift_log_corner_check CHECK ((corner = ANY (ARRAY['red'::text, 'blue'::text]))),
  CONSTRAINT gift_log_quantity_check CHECK ((quantity > 0))
) PARTITION BY RANGE (gift_log_id);

CREATE TABLE gift_settlement (
  match_live_id uuid NOT NULL,
  program_live_id uuid NOT NULL,
  refund_red boolean NOT NULL,
  refund_blue boolean NOT NULL,
  about jsonb NOT NULL,
  done_to uuid,
  refunded_coins bigint NOT NULL DEFAULT 0,
  kept_coins bigint NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL,
  settled_at timestamp(3) with time zone,
  CONSTRAINT gift_settlement_pkey PRIMARY KEY (match_live_id),
  CONSTRAINT gift_settlement_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT gift_settlement_match_fkey FOREIGN KEY (match_live_id) REFERENCES match_live(match_live_id)
);
CREATE INDEX gift_settlement_open_idx ON gift_settlement (created_at) WHERE (settled_at IS NULL);

CREATE TABLE gift_supporter (
  match_live_id uuid NOT NULL,
  member_id uuid NOT NULL,
  red_coins bigint NOT NULL,
  blue_coins bigint NOT NULL,
  CONSTRAINT gift_supporter_pkey PRIMARY KEY (match_live_id, member_id)
) WITH (fillfactor=80);
CREATE INDEX gift_supporter_rank_idx ON gift_supporter (match_live_id, ((red_coins + blue_coins)) DESC, member_id);

CREATE TABLE guess_count (
  guess_key bytea NOT NULL,
  guesses integer NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT guess_count_pkey PRIMARY KEY (guess_key),
  CONSTRAINT guess_count_guesses_check CHECK ((guesses >= 0)),
  CONSTRAINT guess_count_key_check CHECK ((length(guess_key) = 32))
);
CREATE INDEX guess_count_ends_idx ON guess_count (ends_at);

CREATE TABLE idempotency_key (
  member_id uuid NOT NULL,
  operation text NOT NULL,
  idempotency_key uuid NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (member_id, operation, idempotency_key),
  CONSTRAINT idempotency_key_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT idempotency_key_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX idempotency_key_created_idx ON idempotency_key (created_at);

CREATE TABLE kysely_migration (
  name character varying(255) NOT NULL,
  "timestamp" character varying(255) NOT NULL,
  CONSTRAINT kysely_migration_pkey PRIMARY KEY (name)
);

CREATE TABLE kysely_migration_lock (
  id character varying(255) NOT NULL,
  is_locked integer NOT NULL DEFAULT 0,
  CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id)
);

CREATE TABLE ledger_check (
  ledger_check_id uuid NOT NULL DEFAULT uuidv7(),
  scope text NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL,
  took_ms integer NOT NULL,
  faults jsonb NOT NULL,
  CONSTRAINT ledger_check_pkey PRIMARY KEY (ledger_check_id),
  CONSTRAINT ledger_check_scope_check CHECK ((scope = ANY (ARRAY['full'::text, 'incremental'::text]))),
  CONSTRAINT ledger_check_took_check CHECK ((took_ms >= 0))
);
CREATE INDEX ledger_check_at_idx ON ledger_check (checked_at DESC);
CREATE INDEX ledger_check_good_idx ON ledger_check (scope, checked_at DESC) WHERE (faults = '[]'::jsonb);

CREATE TABLE ledger_checkpoint (
  only_one boolean NOT NULL DEFAULT true,
  written_before bigint NOT NULL,
  cluster text NOT NULL,
  verified_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT ledger_checkpoint_pkey PRIMARY KEY (only_one),
  CONSTRAINT ledger_checkpoint_one_check CHECK (only_one)
);

CREATE TABLE ledger_checkpoint_balance (
  account_id uuid NOT NULL,
  balance_coins bigint NOT NULL,
  CONSTRAINT ledger_checkpoint_balance_pkey PRIMARY KEY (account_id)
);

CREATE TABLE link_revocation (
  link_revocation_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  provider text NOT NULL,
  sealed_token bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT link_revocation_pkey PRIMARY KEY (link_revocation_id),
  CONSTRAINT link_revocation_provider_check CHECK ((provider = ANY (ARRAY['line'::text, 'apple'::text])))
);
CREATE INDEX link_revocation_due_idx ON link_revocation (next_attempt_at);

CREATE TABLE live_unlock (
  program_live_id uuid NOT NULL,
  member_id uuid NOT NULL,
  via text NOT NULL,
  paid_coins bigint NOT NULL,
  unlocked_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  refunded_at timestamp(3) with time zone,
  CONSTRAINT live_unlock_pkey PRIMARY KEY (member_id, program_live_id),
  CONSTRAINT live_unlock_coins_check CHECK ((paid_coins >= 0)),
  CONSTRAINT live_unlock_via_check CHECK ((via = ANY (ARRAY['coins'::text, 'code'::text, 'partner'::text]))),
  CONSTRAINT live_unlock_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT live_unlock_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX live_unlock_live_idx ON live_unlock (program_live_id, member_id);

CREATE TABLE mail (
  mail_id uuid NOT NULL DEFAULT uuidv7(),
  mail_key text NOT NULL,
  sent_to text,
  content jsonb,
  created_at timestamp(3) with time zone NOT NULL,
  sent_at timestamp(3) with time zone,
  CONSTRAINT mail_pkey PRIMARY KEY (mail_id),
  CONSTRAINT mail_key_key UNIQUE (mail_key),
  CONSTRAINT mail_content_check CHECK (((sent_to IS NULL) = (content IS NULL))),
  CONSTRAINT mail_key_check CHECK ((length(mail_key) <= 200)),
  CONSTRAINT mail_sent_check CHECK (((sent_at IS NULL) OR (content IS NULL)))
);
CREATE INDEX mail_waiting_idx ON mail (created_at) WHERE (content IS NOT NULL);

CREATE TABLE match_live (
  match_live_id uuid NOT NULL DEFAULT uuidv7(),
  program_live_id uuid NOT NULL,
  bout_id uuid NOT NULL,
  status text NOT NULL,
  round_number integer,
  round_started_at timestamp(3) with time zone,
  resting boolean NOT NULL DEFAULT false,
  gifts_enabled boolean NOT NULL DEFAULT true,
  draw_refunds boolean NOT NULL DEFAULT false,
  replaced_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  revision bigint NOT NULL DEFAULT 0,
  ruling_sequence integer NOT NULL DEFAULT 0,
  ruling_state text,
  ruled_at timestamp(3) with time zone,
  clock_stopped_at timestamp(3) with time zone,
  CONSTRAINT match_live_pkey PRIMARY KEY (match_live_id),
  CONSTRAINT match_live_clock_check CHECK (((clock_stopped_at IS NULL) OR (round_number IS NOT NULL))),
  CONSTRAINT match_live_round_check CHECK (((round_number >= 1) AND (round_number <= 12))),
  CONSTRAINT match_live_round_state_check CHECK ((((status = 'in_progress'::text) OR (round_number IS NULL)) AND ((round_number IS NULL) = (round_started_at IS NULL)))),
  CONSTRAINT match_live_ruling_check CHECK ((ruling_state = ANY (ARRAY['recorded'::text, 'confirmed'::text, 'withdrawn'::text, 'corrected'::text]))),
  CONSTRAINT match_live_status_check CHECK ((status = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'ended'::text]))),
  CONSTRAINT match_live_bout_fkey FOREIGN KEY (bout_id) REFERENCES bout(bout_id),
  CONSTRAINT match_live_program_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id)
);
CREATE INDEX match_live_bout_idx ON match_live (bout_id);
CREATE UNIQUE INDEX match_live_bout_key ON match_live (program_live_id, bout_id) WHERE (replaced_at IS NULL);
CREATE UNIQUE INDEX match_live_current_key ON match_live (program_live_id) WHERE (status = 'in_progress'::text);
CREATE TRIGGER match_live_predicted AFTER UPDATE ON match_live FOR EACH ROW WHEN (((old.replaced_at IS NULL) <> (new.replaced_at IS NULL))) EXECUTE FUNCTION predict_pairing_changed();
CREATE TRIGGER match_live_reminds AFTER UPDATE ON match_live FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION reminders_are_due();
CREATE TRIGGER match_live_revision BEFORE UPDATE ON match_live FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION count_revision();
CREATE TRIGGER match_live_round_bell AFTER INSERT OR UPDATE ON match_live FOR EACH ROW WHEN (((new.status = 'in_progress'::text) AND (new.round_number IS NOT NULL) AND (new.round_started_at IS NOT NULL))) EXECUTE FUNCTION keep_round_bell();

CREATE TABLE match_live_stream (
  match_live_stream_id uuid NOT NULL DEFAULT uuidv7(),
  program_live_id uuid NOT NULL,
  kind text NOT NULL,
  channel_id text NOT NULL,
  CONSTRAINT match_live_stream_pkey PRIMARY KEY (match_live_stream_id),
  CONSTRAINT match_live_stream_kind_key UNIQUE (program_live_id, kind, channel_id),
  CONSTRAINT match_live_stream_kind_check CHECK ((kind = ANY (ARRAY['hls'::text, 'webrtc'::text]))),
  CONSTRAINT match_live_stream_channel_fkey FOREIGN KEY (channel_id) REFERENCES channel(channel_id),
  CONSTRAINT match_live_stream_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id)
);
CREATE INDEX match_live_stream_channel_idx ON match_live_stream (channel_id);

CREATE TABLE media_origin (
  media_origin_id uuid NOT NULL,
  origin_url text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT media_origin_pkey PRIMARY KEY (media_origin_id)
) WITH (fillfactor=50);

CREATE TABLE member (
  member_id uuid NOT NULL DEFAULT uuidv7(),
  first_name text NOT NULL,
  last_name text NOT NULL,
  avatar text,
  email text,
  phone text,
  gender text NOT NULL DEFAULT 'unspecified'::text,
  birth_date date,
  latest_birth_date date,
  language text NOT NULL DEFAULT 'TH'::text,
  status text NOT NULL DEFAULT 'active'::text,
  status_reason text,
  status_since timestamp(3) with time zone,
  status_until timestamp(3) with time zone,
  role text,
  map_system_id text,
  map_member_id text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp(3) with time zone,
  shows_results boolean NOT NULL DEFAULT false,
  CONSTRAINT member_pkey PRIMARY KEY (member_id),
  CONSTRAINT member_map_key UNIQUE (map_system_id, map_member_id),
  CONSTRAINT member_phone_key UNIQUE (phone),
  CONSTRAINT member_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'unspecified'::text]))),
  CONSTRAINT member_language_check CHECK ((language = ANY (ARRAY['TH'::text, 'EN'::text]))),
  CONSTRAINT member_latest_birth_date_check CHECK ((latest_birth_date >= birth_date)),
  CONSTRAINT member_map_check CHECK (((map_system_id IS NULL) = (map_member_id IS NULL))),
  CONSTRAINT member_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text)),
  CONSTRAINT member_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'moderator'::text, 'partner'::text]))),
  CONSTRAINT member_status_check CHECK ((status = ANY (ARRAY['active'::text, 'ban'::text, 'suspend'::text, 'closed'::text]))),
  CONSTRAINT member_status_since_check CHECK (((status = 'active'::text) OR (status_since IS NOT NULL))),
  CONSTRAINT member_status_until_check CHECK (((status_until IS NULL) OR (status = 'suspend'::text))),
  CONSTRAINT member_partner_fkey FOREIGN KEY (map_system_id) REFERENCES partner_system(map_system_id)
);
CREATE INDEX member_avatar_idx ON member (avatar) WHERE (avatar IS NOT NULL);
CREATE INDEX member_barred_idx ON member (status, created_at DESC, member_id DESC) WHERE (status <> 'active'::text);
CREATE INDEX member_created_idx ON member (created_at DESC, member_id DESC);
CREATE INDEX member_deleted_idx ON member (created_at DESC, member_id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX member_email_prefix_idx ON member (lower(email) text_pattern_ops) WHERE (email IS NOT NULL);
CREATE INDEX member_full_name_idx ON member (lower(((first_name || ' '::text) || last_name)) text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX member_last_name_idx ON member (lower(last_name) text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX member_phone_prefix_idx ON member (phone text_pattern_ops) WHERE (phone IS NOT NULL);
CREATE INDEX member_status_until_idx ON member (status_until) WHERE (status_until IS NOT NULL);

CREATE TABLE member_consent (
  member_id uuid NOT NULL,
  document text NOT NULL,
  version text NOT NULL,
  language text NOT NULL,
  agreed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT member_consent_pkey PRIMARY KEY (member_id, document, version),
  CONSTRAINT member_consent_document_check CHECK ((document = ANY (ARRAY['terms'::text, 'privacy'::text]))),
  CONSTRAINT member_consent_language_check CHECK ((language = ANY (ARRAY['TH'::text, 'EN'::text]))),
  CONSTRAINT member_consent_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

CREATE TABLE member_credential (
  member_id uuid NOT NULL,
  password_hash text,
  password_changed_at timestamp(3) with time zone,
  pin_hash text,
  CONSTRAINT member_credential_pkey PRIMARY KEY (member_id),
  CONSTRAINT member_credential_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

CREATE TABLE member_device (
  member_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  proven_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT member_device_pkey PRIMARY KEY (member_id, device_hash),
  CONSTRAINT member_device_hash_check CHECK ((length(device_hash) = 32)),
  CONSTRAINT member_device_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id) ON DELETE CASCADE
);

CREATE TABLE member_link (
  member_id uuid NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  sealed_token bytea,
  linked_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT member_link_pkey PRIMARY KEY (member_id, provider),
  CONSTRAINT member_link_subject_key UNIQUE (provider, subject),
  CONSTRAINT member_link_provider_check CHECK ((provider = ANY (ARRAY['line'::text, 'apple'::text]))),
  CONSTRAINT member_link_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

CREATE TABLE member_nickname (
  member_id uuid NOT NULL,
  nickname text,
  nickname_key text,
  changed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT member_nickname_pkey PRIMARY KEY (member_id),
  CONSTRAINT member_nickname_key_key UNIQUE (nickname_key),
  CONSTRAINT member_nickname_key_check CHECK (((nickname IS NULL) = (nickname_key IS NULL))),
  CONSTRAINT member_nickname_length_check CHECK ((char_length(nickname) <= 96)),
  CONSTRAINT member_nickname_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
) WITH (fillfactor=80);

CREATE TABLE member_role_change (
  member_role_change_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  role_before text,
  role_after text,
  reason text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT member_role_change_pkey PRIMARY KEY (member_role_change_id),
  CONSTRAINT member_role_change_by_check CHECK ((created_by <> ''::text)),
  CONSTRAINT member_role_change_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX member_role_change_member_idx ON member_role_change (member_id, member_role_change_id DESC);

CREATE TABLE member_session (
  member_session_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  device_hash bytea,
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  confirmed_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT member_session_pkey PRIMARY KEY (member_session_id),
  CONSTRAINT member_session_token_key UNIQUE (token_hash),
  CONSTRAINT member_session_device_check CHECK ((length(device_hash) = 32)),
  CONSTRAINT member_session_token_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT member_session_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
) WITH (fillfactor=80);
CREATE INDEX member_session_device_idx ON member_session (device_hash) WHERE (device_hash IS NOT NULL);
CREATE INDEX member_session_expires_idx ON member_session (expires_at);
CREATE INDEX member_session_log_idx ON member_session (member_id, member_session_id DESC);
CREATE INDEX member_session_member_idx ON member_session (member_id) WHERE (revoked_at IS NULL);
CREATE INDEX member_session_revoked_idx ON member_session (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE TABLE member_standing_change (
  member_standing_change_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  status_before text NOT NULL,
  status_after text NOT NULL,
  reason text NOT NULL,
  until timestamp(3) with time zone,
  created_by text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  evidence text,
  created_by_staff_id uuid,
  CONSTRAINT member_standing_change_pkey PRIMARY KEY (member_standing_change_id),
  CONSTRAINT member_standing_change_changed_by_check CHECK ((created_by <> ''::text)),
  CONSTRAINT member_standing_change_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT member_standing_change_status_check CHECK ((status_after = ANY (ARRAY['active'::text, 'ban'::text, 'suspend'::text, 'closed'::text]))),
  CONSTRAINT member_standing_change_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT member_standing_change_staff_fkey FOREIGN KEY (created_by_staff_id) REFERENCES staff(staff_id)
);
CREATE INDEX member_standing_change_member_idx ON member_standing_change (member_id, member_standing_change_id DESC);
CREATE INDEX member_standing_change_staff_idx ON member_standing_change (created_by_staff_id) WHERE (created_by_staff_id IS NOT NULL);

CREATE TABLE node_sample (
  node_sample_id uuid NOT NULL DEFAULT uuidv7(),
  api_node_id uuid NOT NULL,
  node_name text NOT NULL,
  sampled_at timestamp(3) with time zone NOT NULL,
  calls_per_s real NOT NULL,
  p95_ms real,
  errors_per_s real NOT NULL,
  sockets integer NOT NULL,
  event_loop_p99_ms real NOT NULL,
  memory_bytes bigint NOT NULL,
  database_connections integer NOT NULL,
  viewers integer NOT NULL,
  CONSTRAINT node_sample_pkey PRIMARY KEY (node_sample_id)
);
CREATE INDEX node_sample_time_idx ON node_sample (sampled_at);

CREATE TABLE notice (
  notice_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  notice_key text NOT NULL,
  about jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  read_at timestamp(3) with time zone,
  CONSTRAINT notice_pkey PRIMARY KEY (notice_id),
  CONSTRAINT notice_once_key UNIQUE (member_id, notice_key),
  CONSTRAINT notice_key_check CHECK (((length(notice_key) >= 1) AND (length(notice_key) <= 200))),
  CONSTRAINT notice_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX notice_chat_idx ON notice (((about ->> 'chat_message_id'::text))) WHERE ((about ->> 'chat_message_id'::text) IS NOT NULL);
CREATE INDEX notice_created_idx ON notice (created_at);
CREATE INDEX notice_member_idx ON notice (member_id, notice_id DESC);
CREATE INDEX notice_unread_idx ON notice (member_id) WHERE (read_at IS NULL);

CREATE TABLE order_event (
  order_event_id uuid NOT NULL DEFAULT uuidv7(),
  coin_order_id uuid NOT NULL,
  payment_attempt_id uuid,
  created_by text NOT NULL,
  what text NOT NULL,
  status_after text NOT NULL,
  reason text,
  details jsonb,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT order_event_pkey PRIMARY KEY (order_event_id),
  CONSTRAINT order_event_attempt_fkey FOREIGN KEY (payment_attempt_id) REFERENCES payment_attempt(payment_attempt_id),
  CONSTRAINT order_event_order_fkey FOREIGN KEY (coin_order_id) REFERENCES coin_order(coin_order_id)
);
CREATE INDEX order_event_chargeback_idx ON order_event (created_at) WHERE (what = ANY (ARRAY['charged_back'::text, 'chargeback_undone'::text]));
CREATE INDEX order_event_order_idx ON order_event (coin_order_id, order_event_id);
CREATE TRIGGER order_event_immutable BEFORE DELETE OR UPDATE ON order_event FOR EACH ROW EXECUTE FUNCTION refuse_order_event_change();

CREATE TABLE order_refund (
  order_refund_id uuid NOT NULL DEFAULT uuidv7(),
  coin_order_id uuid NOT NULL,
  payment_attempt_id uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  amount_satang bigint NOT NULL,
  provider_ref text,
  created_by text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  ask_at timestamp(3) with time zone NOT NULL,
  done_at timestamp(3) with time zone,
  CONSTRAINT order_refund_pkey PRIMARY KEY (order_refund_id),
  CONSTRAINT order_refund_done_check CHECK (((status = 'done'::text) = (done_at IS NOT NULL))),
  CONSTRAINT order_refund_kind_check CHECK ((kind = ANY (ARRAY['duplicate'::text, 'operator'::text]))),
  CONSTRAINT order_refund_satang_check CHECK ((amount_satang > 0)),
  CONSTRAINT order_refund_status_check CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'by_hand'::text, 'done'::text, 'failed'::text]))),
  CONSTRAINT order_refund_attempt_fkey FOREIGN KEY (payment_attempt_id) REFERENCES payment_attempt(payment_attempt_id),
  CONSTRAINT order_refund_order_fkey FOREIGN KEY (coin_order_id) REFERENCES coin_order(coin_order_id)
);
CREATE UNIQUE INDEX order_refund_attempt_key ON order_refund (payment_attempt_id) WHERE (status <> 'failed'::text);
CREATE INDEX order_refund_by_hand_idx ON order_refund (coin_order_id) WHERE (status = 'by_hand'::text);
CREATE INDEX order_refund_done_idx ON order_refund (done_at) WHERE (status = 'done'::text);
CREATE INDEX order_refund_open_idx ON order_refund (ask_at) WHERE (status = ANY (ARRAY['created'::text, 'pending'::text]));
CREATE INDEX order_refund_order_idx ON order_refund (coin_order_id);
CREATE INDEX order_refund_status_idx ON order_refund (status, order_refund_id DESC);

CREATE TABLE otp (
  otp_ref text NOT NULL,
  purpose text NOT NULL,
  phone text NOT NULL,
  member_id uuid,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  failed boolean NOT NULL DEFAULT false,
  ended_at timestamp(3) with time zone,
  verified_at timestamp(3) with time zone,
  CONSTRAINT otp_pkey PRIMARY KEY (otp_ref),
  CONSTRAINT otp_code_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT otp_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'reset'::text, 'link'::text, 'delete'::text]))),
  CONSTRAINT otp_ref_check CHECK ((otp_ref ~ '^[2-9B-Z]{6}$'::text)),
  CONSTRAINT otp_tries_check CHECK ((tries >= 0)),
  CONSTRAINT otp_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX otp_phone_idx ON otp (phone, sent_at);
CREATE INDEX otp_sent_idx ON otp (sent_at);

CREATE TABLE outage_confirmation (
  program_live_id uuid NOT NULL,
  began_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone NOT NULL,
  sessions integer NOT NULL,
  reason text NOT NULL,
  created_by text NOT NULL,
  created_by_staff_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT outage_confirmation_pkey PRIMARY KEY (program_live_id, began_at),
  CONSTRAINT outage_confirmation_by_check CHECK ((created_by <> ''::text)),
  CONSTRAINT outage_confirmation_order_check CHECK ((began_at < ended_at)),
  CONSTRAINT outage_confirmation_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT outage_confirmation_sessions_check CHECK ((sessions > 0)),
  CONSTRAINT outage_confirmation_author_fkey FOREIGN KEY (created_by_staff_id) REFERENCES staff(staff_id),
  CONSTRAINT outage_confirmation_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id)
);
CREATE INDEX outage_confirmation_author_idx ON outage_confirmation (created_by_staff_id);

CREATE TABLE outage_refund (
  outage_refund_id uuid NOT NULL,
  program_live_id uuid NOT NULL,
  measured jsonb NOT NULL,
  refunded_coins bigint NOT NULL,
  members integer NOT NULL,
  reason text NOT NULL,
  created_by text NOT NULL,
  created_by_staff_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  CONSTRAINT outage_refund_pkey PRIMARY KEY (outage_refund_id),
  CONSTRAINT outage_refund_live_key UNIQUE (program_live_id),
  CONSTRAINT outage_refund_by_check CHECK ((created_by <> ''::text)),
  CONSTRAINT outage_refund_coins_check CHECK ((refunded_coins > 0)),
  CONSTRAINT outage_refund_members_check CHECK ((members > 0)),
  CONSTRAINT outage_refund_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT outage_refund_author_fkey FOREIGN KEY (created_by_staff_id) REFERENCES staff(staff_id),
  CONSTRAINT outage_refund_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id)
);
CREATE INDEX outage_refund_author_idx ON outage_refund (created_by_staff_id);

CREATE TABLE outage_refund_member (
  program_live_id uuid NOT NULL,
  member_id uuid NOT NULL,
  paid_coins bigint NOT NULL,
  missed_ms integer NOT NULL,
  refunded_at timestamp(3) with time zone,
  CONSTRAINT outage_refund_member_pkey PRIMARY KEY (program_live_id, member_id),
  CONSTRAINT outage_refund_member_coins_check CHECK ((paid_coins > 0)),
  CONSTRAINT outage_refund_member_missed_check CHECK ((missed_ms > 0)),
  CONSTRAINT outage_refund_member_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT outage_refund_member_refund_fkey FOREIGN KEY (program_live_id) REFERENCES outage_refund(program_live_id)
);
CREATE INDEX outage_refund_member_member_idx ON outage_refund_member (member_id);

CREATE TABLE page_fault (
  hour timestamp(3) with time zone NOT NULL,
  page text NOT NULL,
  class text NOT NULL,
  build text NOT NULL,
  place text NOT NULL,
  faults bigint NOT NULL,
  CONSTRAINT page_fault_pkey PRIMARY KEY (hour, page, class, build, place),
  CONSTRAINT page_fault_faults_check CHECK ((faults > 0))
);

CREATE TABLE parent_consent (
  parent_consent_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  purpose text NOT NULL,
  given boolean NOT NULL,
  reason text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT parent_consent_pkey PRIMARY KEY (parent_consent_id),
  CONSTRAINT parent_consent_purpose_check CHECK ((purpose = 'parent_purchase'::text)),
  CONSTRAINT parent_consent_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX parent_consent_member_idx ON parent_consent (member_id, parent_consent_id DESC);

CREATE TABLE partner_key (
  map_system_id text NOT NULL,
  key_id text NOT NULL,
  alg text NOT NULL,
  public_jwk jsonb NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT partner_key_pkey PRIMARY KEY (map_system_id, key_id),
  CONSTRAINT partner_key_alg_check CHECK ((alg = ANY (ARRAY['EdDSA'::text, 'RS256'::text]))),
  CONSTRAINT partner_key_jwk_check CHECK ((NOT (public_jwk ? 'd'::text))),
  CONSTRAINT partner_key_system_fkey FOREIGN KEY (map_system_id) REFERENCES partner_system(map_system_id)
);

CREATE TABLE partner_system (
  map_system_id text NOT NULL,
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  per_day_max_satang bigint NOT NULL DEFAULT 100000000,
  member_per_day_max_satang bigint NOT NULL DEFAULT 500000,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  kept_by text NOT NULL DEFAULT 'file'::text,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  CONSTRAINT partner_system_pkey PRIMARY KEY (map_system_id),
  CONSTRAINT partner_system_day_check CHECK ((per_day_max_satang >= 0)),
  CONSTRAINT partner_system_id_check CHECK (((length(map_system_id) >= 1) AND (length(map_system_id) <= 64))),
  CONSTRAINT partner_system_kept_check CHECK ((kept_by = ANY (ARRAY['file'::text, 'console'::text]))),
  CONSTRAINT partner_system_member_day_check CHECK ((member_per_day_max_satang >= 0))
);

CREATE TABLE past_phone (
  phone_hash bytea NOT NULL,
  member_id uuid NOT NULL,
  left_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT past_phone_pkey PRIMARY KEY (phone_hash, member_id),
  CONSTRAINT past_phone_hash_check CHECK ((length(phone_hash) = 32)),
  CONSTRAINT past_phone_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

CREATE TABLE payment_attempt (
  payment_attempt_id uuid NOT NULL DEFAULT uuidv7(),
  coin_order_id uuid NOT NULL,
  provider text NOT NULL,
  method text NOT NULL,
  status text NOT NULL DEFAULT 'created'::text,
  reason text,
  amount_satang bigint NOT NULL,
  provider_ref text,
  return_url text NOT NULL,
  authorize_url text,
  qr_payload text,
  accounts jsonb NOT NULL DEFAULT '[]'::jsonb,
  begin_until timestamp(3) with time zone,
  paid_satang bigint,
  paid_currency text,
  refunded_satang bigint NOT NULL DEFAULT 0,
  disputed text,
  second_of uuid,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  looked_at timestamp(3) with time zone,
  CONSTRAINT payment_attempt_pkey PRIMARY KEY (payment_attempt_id),
  CONSTRAINT payment_attempt_ref_key UNIQUE (provider, provider_ref),
  CONSTRAINT payment_attempt_disputed_check CHECK ((disputed = ANY (ARRAY['open'::text, 'lost'::text, 'won'::text]))),
  CONSTRAINT payment_attempt_provider_check CHECK ((provider = ANY (ARRAY['omise'::text, 'paypal'::text, 'transfer'::text]))),
  CONSTRAINT payment_attempt_satang_check CHECK ((amount_satang > 0)),
  CONSTRAINT payment_attempt_second_check CHECK (((second_of IS NULL) OR ((second_of <> payment_attempt_id) AND (provider_ref IS NOT NULL)))),
  CONSTRAINT payment_attempt_status_check CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'expired'::text, 'refunded'::text]))),
  CONSTRAINT payment_attempt_order_fkey FOREIGN KEY (coin_order_id) REFERENCES coin_order(coin_order_id),
  CONSTRAINT payment_attempt_second_fkey FOREIGN KEY (second_of) REFERENCES payment_attempt(payment_attempt_id)
);
CREATE INDEX payment_attempt_disputed_idx ON payment_attempt (coin_order_id) WHERE (disputed = 'open'::text);
CREATE INDEX payment_attempt_open_idx ON payment_attempt (looked_at NULLS FIRST, created_at) WHERE (status = ANY (ARRAY['created'::text, 'pending'::text]));
CREATE INDEX payment_attempt_order_idx ON payment_attempt (coin_order_id, payment_attempt_id DESC);
CREATE INDEX payment_attempt_second_idx ON payment_attempt (coin_order_id) WHERE (second_of IS NOT NULL);

CREATE TABLE payment_event_cursor (
  provider text NOT NULL,
  seen_until timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT payment_event_cursor_pkey PRIMARY KEY (provider)
);

CREATE TABLE payment_slip (
  payment_slip_id uuid NOT NULL,
  coin_order_id uuid NOT NULL,
  member_id uuid NOT NULL,
  file_hash bytea NOT NULL,
  bank_code text,
  reference text,
  sent_at timestamp(3) with time zone NOT NULL,
  status text NOT NULL DEFAULT 'sent'::text,
  decided_at timestamp(3) with time zone,
  first_slip_id uuid,
  decided_by text,
  decided_reason text,
  CONSTRAINT payment_slip_pkey PRIMARY KEY (payment_slip_id),
  CONSTRAINT payment_slip_file_key UNIQUE (file_hash),
  CONSTRAINT payment_slip_code_check CHECK (((bank_code IS NULL) = (reference IS NULL))),
  CONSTRAINT payment_slip_decided_check CHECK (((status = 'sent'::text) = (decided_at IS NULL))),
  CONSTRAINT payment_slip_file_check CHECK ((length(file_hash) = 32)),
  CONSTRAINT payment_slip_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'accepted'::text, 'rejected'::text]))),
  CONSTRAINT payment_slip_first_fkey FOREIGN KEY (first_slip_id) REFERENCES payment_slip(payment_slip_id),
  CONSTRAINT payment_slip_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT payment_slip_order_fkey FOREIGN KEY (coin_order_id) REFERENCES coin_order(coin_order_id)
);
CREATE INDEX payment_slip_decided_idx ON payment_slip (decided_at DESC, payment_slip_id) WHERE (decided_at IS NOT NULL);
CREATE INDEX payment_slip_member_idx ON payment_slip (member_id, sent_at DESC);
CREATE INDEX payment_slip_order_idx ON payment_slip (coin_order_id, sent_at DESC);
CREATE INDEX payment_slip_sent_idx ON payment_slip (sent_at) WHERE (status = 'sent'::text);
CREATE UNIQUE INDEX payment_slip_transfer_key ON payment_slip (bank_code, reference) WHERE (first_slip_id IS NULL);

CREATE TABLE payment_slip_picture (
  payment_slip_id uuid NOT NULL,
  picture bytea STORAGE EXTERNAL NOT NULL,
  CONSTRAINT payment_slip_picture_pkey PRIMARY KEY (payment_slip_id),
  CONSTRAINT payment_slip_picture_size_check CHECK (((octet_length(picture) >= 1) AND (octet_length(picture) <= 8388608))),
  CONSTRAINT payment_slip_picture_slip_fkey FOREIGN KEY (payment_slip_id) REFERENCES payment_slip(payment_slip_id)
);

CREATE TABLE payment_webhook (
  payment_webhook_id uuid NOT NULL DEFAULT uuidv7(),
  provider text NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  address text NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  signature text NOT NULL,
  event_id text,
  kind text,
  outcome text,
  payment_attempt_id uuid,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamp(3) with time zone NOT NULL,
  handled_at timestamp(3) with time zone,
  problem text,
  forgotten_at timestamp(3) with time zone,
  CONSTRAINT payment_webhook_pkey PRIMARY KEY (payment_webhook_id),
  CONSTRAINT payment_webhook_forgotten_check CHECK (((forgotten_at IS NULL) OR (length(body) = 0))),
  CONSTRAINT payment_webhook_handled_check CHECK (((handled_at IS NULL) = (outcome IS NULL))),
  CONSTRAINT payment_webhook_outcome_check CHECK ((outcome = ANY (ARRAY['asked'::text, 'no_news'::text, 'duplicate'::text, 'not_ours'::text, 'unreadable'::text, 'forged'::text, 'given_up'::text]))),
  CONSTRAINT payment_webhook_provider_check CHECK ((provider = ANY (ARRAY['omise'::text, 'paypal'::text]))),
  CONSTRAINT payment_webhook_signature_check CHECK ((signature = ANY (ARRAY['valid'::text, 'invalid'::text, 'unknown'::text, 'listed'::text]))),
  CONSTRAINT payment_webhook_attempt_fkey FOREIGN KEY (payment_attempt_id) REFERENCES payment_attempt(payment_attempt_id)
);
CREATE INDEX payment_webhook_attempt_idx ON payment_webhook (payment_attempt_id, payment_webhook_id);
CREATE INDEX payment_webhook_due_idx ON payment_webhook (due_at) WHERE (handled_at IS NULL);
CREATE UNIQUE INDEX payment_webhook_event_key ON payment_webhook (provider, event_id) WHERE ((signature = ANY (ARRAY['valid'::text, 'listed'::text])) AND (outcome IS DISTINCT FROM 'duplicate'::text));
CREATE INDEX payment_webhook_forged_idx ON payment_webhook (payment_webhook_id) WHERE (outcome = 'forged'::text);
CREATE INDEX payment_webhook_kept_idx ON payment_webhook (received_at) WHERE ((forgotten_at IS NULL) AND (handled_at IS NOT NULL));
CREATE INDEX payment_webhook_outcome_idx ON payment_webhook (outcome, payment_webhook_id DESC);

CREATE TABLE photo (
  photo_id uuid NOT NULL DEFAULT uuidv7(),
  fighter_id uuid,
  program_id uuid,
  version integer NOT NULL DEFAULT 1,
  encoded_version integer NOT NULL DEFAULT 0,
  original_folder text NOT NULL,
  width_px integer NOT NULL,
  height_px integer NOT NULL,
  crop_left_px integer NOT NULL,
  crop_top_px integer NOT NULL,
  crop_width_px integer NOT NULL,
  crop_height_px integer NOT NULL,
  focus_x_percent integer NOT NULL,
  focus_y_percent integer NOT NULL,
  shown jsonb,
  updated_by text NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT photo_pkey PRIMARY KEY (photo_id),
  CONSTRAINT photo_fighter_key UNIQUE (fighter_id),
  CONSTRAINT photo_program_key UNIQUE (program_id),
  CONSTRAINT photo_crop_check CHECK (((crop_left_px >= 0) AND (crop_top_px >= 0) AND (crop_width_px > 0) AND (crop_height_px > 0) AND ((crop_left_px + crop_width_px) <= width_px) AND ((crop_top_px + crop_height_px) <= height_px))),
  CONSTRAINT photo_focus_check CHECK ((((focus_x_percent >= 0) AND (focus_x_percent <= 100)) AND ((focus_y_percent >= 0) AND (focus_y_percent <= 100)))),
  CONSTRAINT photo_owner_check CHECK ((num_nonnulls(fighter_id, program_id) = 1)),
  CONSTRAINT photo_fighter_fkey FOREIGN KEY (fighter_id) REFERENCES fighter(fighter_id),
  CONSTRAINT photo_program_fkey FOREIGN KEY (program_id) REFERENCES program(program_id)
);

CREATE TABLE picture_period (
  channel_id text NOT NULL,
  began_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT picture_period_pkey PRIMARY KEY (channel_id, began_at),
  CONSTRAINT picture_period_order_check CHECK ((began_at <= ended_at)),
  CONSTRAINT picture_period_channel_fkey FOREIGN KEY (channel_id) REFERENCES channel(channel_id)
);

CREATE TABLE playback_failure (
  program_live_id uuid NOT NULL,
  minute timestamp(3) with time zone NOT NULL,
  outcome text NOT NULL,
  code text NOT NULL,
  sessions bigint NOT NULL,
  CONSTRAINT playback_failure_pkey PRIMARY KEY (program_live_id, minute, outcome, code),
  CONSTRAINT playback_failure_outcome_check CHECK ((outcome = ANY (ARRAY['never_started'::text, 'failed'::text]))),
  CONSTRAINT playback_failure_sessions_check CHECK ((sessions > 0)),
  CONSTRAINT playback_failure_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id)
);
CREATE INDEX playback_failure_minute_idx ON playback_failure (minute);

CREATE TABLE playback_minute (
  program_live_id uuid NOT NULL,
  minute timestamp(3) with time zone NOT NULL,
  transport text NOT NULL,
  height integer NOT NULL,
  joined bigint NOT NULL,
  watched_ms bigint NOT NULL,
  stalls bigint NOT NULL,
  stall_ms bigint NOT NULL,
  stalled bigint NOT NULL,
  join_counts bigint[] NOT NULL,
  latency_counts bigint[] NOT NULL,
  CONSTRAINT playback_minute_pkey PRIMARY KEY (program_live_id, minute, transport, height),
  CONSTRAINT playback_minute_height_check CHECK ((height >= 0)),
  CONSTRAINT playback_minute_transport_check CHECK ((transport = ANY (ARRAY['hls'::text, 'native'::text, 'webrtc'::text]))),
  CONSTRAINT playback_minute_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id)
);
CREATE INDEX playback_minute_minute_idx ON playback_minute (minute);

CREATE TABLE playback_signal (
  program_live_id uuid NOT NULL,
  minute timestamp(3) with time zone NOT NULL,
  stopped bigint NOT NULL,
  playing bigint NOT NULL,
  CONSTRAINT playback_signal_pkey PRIMARY KEY (program_live_id, minute),
  CONSTRAINT playback_signal_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id)
);
CREATE INDEX playback_signal_minute_idx ON playback_signal (minute);

CREATE TABLE predict_board (
  predict_board_id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  program_id uuid,
  starts_at timestamp(3) with time zone,
  members integer NOT NULL DEFAULT 0,
  CONSTRAINT predict_board_pkey PRIMARY KEY (predict_board_id),
  CONSTRAINT predict_board_name_key UNIQUE (name),
  CONSTRAINT predict_board_program_check CHECK (((program_id IS NULL) = (starts_at IS NULL))),
  CONSTRAINT predict_board_program_fkey FOREIGN KEY (program_id) REFERENCES program(program_id)
);
CREATE INDEX predict_board_latest_idx ON predict_board (starts_at DESC) WHERE (program_id IS NOT NULL);

CREATE TABLE predict_program (
  program_id uuid NOT NULL,
  closed_at timestamp(3) with time zone,
  counted_at timestamp(3) with time zone,
  scored_from text,
  scored_at timestamp(3) with time zone,
  scoring_from text,
  scoring_after uuid,
  changes integer NOT NULL DEFAULT 0,
  changes_checked integer NOT NULL DEFAULT 0,
  finalised_at timestamp(3) with time zone,
  finalised_by text,
  CONSTRAINT predict_program_pkey PRIMARY KEY (program_id),
  CONSTRAINT predict_program_finalised_check CHECK (((finalised_at IS NULL) = (finalised_by IS NULL))),
  CONSTRAINT predict_program_scored_check CHECK (((scored_from IS NULL) = (scored_at IS NULL))),
  CONSTRAINT predict_program_scoring_check CHECK (((scoring_from IS NULL) = (scoring_after IS NULL))),
  CONSTRAINT predict_program_program_fkey FOREIGN KEY (program_id) REFERENCES program(program_id)
);
CREATE INDEX predict_program_due_idx ON predict_program (program_id) WHERE ((scored_at IS NOT NULL) AND ((changes <> changes_checked) OR (scoring_from IS NOT NULL)));
CREATE INDEX predict_program_open_idx ON predict_program (program_id) WHERE (scored_at IS NULL);

CREATE TABLE predict_sheet (
  program_id uuid NOT NULL,
  member_id uuid NOT NULL,
  picks smallint[] NOT NULL,
  confirmed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT predict_sheet_pkey PRIMARY KEY (program_id, member_id),
  CONSTRAINT predict_sheet_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX predict_sheet_member_idx ON predict_sheet (member_id, confirmed_at DESC, program_id DESC);

CREATE TABLE predict_slot (
  program_id uuid NOT NULL,
  slot smallint NOT NULL,
  bout_id uuid NOT NULL,
  red_fighter_id uuid NOT NULL,
  blue_fighter_id uuid NOT NULL,
  substitutions integer NOT NULL,
  red_picks integer NOT NULL DEFAULT 0,
  draw_picks integer NOT NULL DEFAULT 0,
  blue_picks integer NOT NULL DEFAULT 0,
  CONSTRAINT predict_slot_pkey PRIMARY KEY (program_id, slot),
  CONSTRAINT predict_slot_pairing_key UNIQUE (program_id, bout_id, red_fighter_id, blue_fighter_id, substitutions),
  CONSTRAINT predict_slot_check CHECK ((slot > 0)),
  CONSTRAINT predict_slot_blue_fighter_fkey FOREIGN KEY (blue_fighter_id) REFERENCES fighter(fighter_id),
  CONSTRAINT predict_slot_program_fkey FOREIGN KEY (program_id) REFERENCES program(program_id),
  CONSTRAINT predict_slot_red_fighter_fkey FOREIGN KEY (red_fighter_id) REFERENCES fighter(fighter_id)
);

CREATE TABLE predict_standing (
  predict_board_id integer NOT NULL,
  member_id uuid NOT NULL,
  points integer NOT NULL,
  winners integer NOT NULL,
  sheets integer NOT NULL,
  confirmed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT predict_standing_pkey PRIMARY KEY (member_id, predict_board_id)
);
CREATE INDEX predict_standing_order_idx ON predict_standing (predict_board_id, points DESC, winners DESC, confirmed_at, member_id);

CREATE TABLE predict_tally (
  predict_board_id integer NOT NULL,
  points integer NOT NULL,
  members integer NOT NULL,
  CONSTRAINT predict_tally_pkey PRIMARY KEY (predict_board_id, points),
  CONSTRAINT predict_tally_board_fkey FOREIGN KEY (predict_board_id) REFERENCES predict_board(predict_board_id)
);

CREATE TABLE program (
  program_id uuid NOT NULL DEFAULT uuidv7(),
  promotion_id uuid NOT NULL,
  stadium_id uuid NOT NULL,
  title_th text NOT NULL,
  title_en text NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  revision integer NOT NULL DEFAULT 0,
  revised_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  CONSTRAINT program_pkey PRIMARY KEY (program_id),
  CONSTRAINT program_promotion_fkey FOREIGN KEY (promotion_id) REFERENCES promotion(promotion_id),
  CONSTRAINT program_stadium_fkey FOREIGN KEY (stadium_id) REFERENCES stadium(stadium_id)
);
CREATE INDEX program_promotion_idx ON program (promotion_id, starts_at, program_id);
CREATE INDEX program_starts_idx ON program (starts_at, program_id);
CREATE TRIGGER program_changed BEFORE UPDATE ON program FOR EACH ROW WHEN ((((((old.promotion_id IS DISTINCT FROM new.promotion_id) OR (old.stadium_id IS DISTINCT FROM new.stadium_id)) OR (old.title_th IS DISTINCT FROM new.title_th)) OR (old.title_en IS DISTINCT FROM new.title_en)) OR (old.starts_at IS DISTINCT FROM new.starts_at))) EXECUTE FUNCTION program_is_revised();
CREATE TRIGGER program_reminds AFTER UPDATE ON program FOR EACH ROW WHEN ((old.revision IS DISTINCT FROM new.revision)) EXECUTE FUNCTION reminders_are_due();

CREATE TABLE program_live (
  program_live_id uuid NOT NULL DEFAULT uuidv7(),
  program_id uuid NOT NULL,
  status text NOT NULL,
  access text NOT NULL,
  price_coins bigint,
  external boolean NOT NULL DEFAULT false,
  starts_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  revision bigint NOT NULL DEFAULT 0,
  replay_days integer,
  replay_price_coins bigint,
  CONSTRAINT program_live_pkey PRIMARY KEY (program_live_id),
  CONSTRAINT program_live_access_check CHECK ((access = ANY (ARRAY['free'::text, 'premium'::text]))),
  CONSTRAINT program_live_cancelled_check CHECK (((cancelled_at IS NULL) OR (status = 'ended'::text))),
  CONSTRAINT program_live_ended_check CHECK (((status = 'ended'::text) = (ended_at IS NOT NULL))),
  CONSTRAINT program_live_price_check CHECK ((((access = 'free'::text) AND (price_coins IS NULL)) OR ((access = 'premium'::text) AND (price_coins > 0)))),
  CONSTRAINT program_live_replay_days_check CHECK (((replay_days >= 0) AND (replay_days <= 3650))),
  CONSTRAINT program_live_replay_price_coins_check CHECK ((replay_price_coins >= 0)),
  CONSTRAINT program_live_status_check CHECK ((status = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'ended'::text]))),
  CONSTRAINT program_live_program_fkey FOREIGN KEY (program_id) REFERENCES program(program_id)
);
CREATE INDEX program_live_cancelled_idx ON program_live (cancelled_at) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX program_live_ended_idx ON program_live (ended_at DESC, program_live_id DESC) WHERE (status = 'ended'::text);
CREATE INDEX program_live_program_idx ON program_live (program_id);
CREATE INDEX program_live_starts_idx ON program_live (status, starts_at, program_live_id);
CREATE TRIGGER program_live_cancelled AFTER UPDATE ON program_live FOR EACH ROW WHEN ((old.cancelled_at IS DISTINCT FROM new.cancelled_at)) EXECUTE FUNCTION live_revises_program();
CREATE TRIGGER program_live_reminds AFTER UPDATE ON program_live FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION reminders_are_due();
CREATE TRIGGER program_live_revision BEFORE UPDATE ON program_live FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION count_revision();

CREATE TABLE promotion (
  promotion_id uuid NOT NULL DEFAULT uuidv7(),
  name_th text NOT NULL,
  name_en text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  premium_clips boolean NOT NULL DEFAULT false,
  CONSTRAINT promotion_pkey PRIMARY KEY (promotion_id)
);

CREATE TABLE proof (
  token_hash bytea NOT NULL,
  purpose text NOT NULL,
  phone text,
  member_id uuid,
  payload jsonb,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT proof_pkey PRIMARY KEY (token_hash),
  CONSTRAINT proof_token_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT proof_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX proof_expires_idx ON proof (expires_at);

CREATE TABLE push_message (
  push_message_id uuid NOT NULL DEFAULT uuidv7(),
  push_subscription_id uuid NOT NULL,
  topic text NOT NULL,
  subject jsonb NOT NULL,
  urgency text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT push_message_pkey PRIMARY KEY (push_message_id),
  CONSTRAINT push_message_topic_key UNIQUE (push_subscription_id, topic),
  CONSTRAINT push_message_urgency_check CHECK ((urgency = ANY (ARRAY['normal'::text, 'high'::text]))),
  CONSTRAINT push_message_subscription_fkey FOREIGN KEY (push_subscription_id) REFERENCES push_subscription(push_subscription_id) ON DELETE CASCADE
);
CREATE INDEX push_message_due_idx ON push_message (next_attempt_at);

CREATE TABLE push_subscription (
  push_subscription_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  member_session_id uuid NOT NULL,
  endpoint text NOT NULL,
  endpoint_hash bytea NOT NULL,
  p256dh bytea NOT NULL,
  auth bytea NOT NULL,
  language text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT push_subscription_pkey PRIMARY KEY (push_subscription_id),
  CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint_hash),
  CONSTRAINT push_subscription_auth_check CHECK ((length(auth) = 16)),
  CONSTRAINT push_subscription_hash_check CHECK ((length(endpoint_hash) = 32)),
  CONSTRAINT push_subscription_language_check CHECK ((language = ANY (ARRAY['TH'::text, 'EN'::text]))),
  CONSTRAINT push_subscription_p256dh_check CHECK ((length(p256dh) = 65)),
  CONSTRAINT push_subscription_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT push_subscription_session_fkey FOREIGN KEY (member_session_id) REFERENCES member_session(member_session_id)
);
CREATE INDEX push_subscription_member_idx ON push_subscription (member_id, created_at);
CREATE INDEX push_subscription_session_idx ON push_subscription (member_session_id);

CREATE TABLE recording (
  recording_id uuid NOT NULL DEFAULT uuidv7(),
  program_live_id uuid NOT NULL,
  channel_id text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  completed_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  bytes bigint NOT NULL DEFAULT 0,
  CONSTRAINT recording_pkey PRIMARY KEY (recording_id),
  CONSTRAINT recording_live_key UNIQUE (program_live_id, channel_id),
  CONSTRAINT recording_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT recording_channel_fkey FOREIGN KEY (channel_id) REFERENCES channel(channel_id),
  CONSTRAINT recording_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id)
) WITH (fillfactor=50);
CREATE INDEX recording_channel_idx ON recording (channel_id);

CREATE TABLE recording_object (
  recording_id uuid NOT NULL,
  folder text NOT NULL,
  first_sequence integer NOT NULL,
  last_sequence integer NOT NULL,
  period_sequence integer NOT NULL,
  media_origin_id uuid NOT NULL,
  bytes integer NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  segments jsonb NOT NULL,
  CONSTRAINT recording_object_pkey PRIMARY KEY (recording_id, folder, first_sequence),
  CONSTRAINT recording_object_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT recording_object_numbers_check CHECK ((last_sequence >= first_sequence)),
  CONSTRAINT recording_object_period_fkey FOREIGN KEY (recording_id, folder, period_sequence) REFERENCES recording_period(recording_id, folder, first_sequence) ON DELETE CASCADE
);
CREATE INDEX recording_object_period_idx ON recording_object (recording_id, folder, period_sequence);

CREATE TABLE recording_period (
  recording_id uuid NOT NULL,
  folder text NOT NULL,
  first_sequence integer NOT NULL,
  discontinuity integer NOT NULL,
  init bytea NOT NULL,
  codecs text NOT NULL,
  width integer,
  height integer,
  frame_rate real,
  CONSTRAINT recording_period_pkey PRIMARY KEY (recording_id, folder, first_sequence),
  CONSTRAINT recording_period_init_check CHECK ((length(init) <= 65536)),
  CONSTRAINT recording_period_recording_fkey FOREIGN KEY (recording_id) REFERENCES recording(recording_id) ON DELETE CASCADE
);

CREATE TABLE redeem_batch (
  redeem_batch_id uuid NOT NULL DEFAULT uuidv7(),
  name text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  exported_by text,
  exported_at timestamp(3) with time zone,
  worth_coins bigint DEFAULT 0,
  created_by_staff_id uuid,
  alone boolean NOT NULL DEFAULT true,
  approved_by text,
  approved_by_staff_id uuid,
  approved_at timestamp(3) with time zone,
  CONSTRAINT redeem_batch_pkey PRIMARY KEY (redeem_batch_id),
  CONSTRAINT redeem_batch_name_key UNIQUE (name),
  CONSTRAINT redeem_batch_approved_check CHECK ((num_nulls(approved_by, approved_by_staff_id, approved_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT redeem_batch_exported_check CHECK (((exported_by IS NULL) = (exported_at IS NULL))),
  CONSTRAINT redeem_batch_two_persons_check CHECK (((approved_by_staff_id IS NULL) OR (approved_by_staff_id <> created_by_staff_id))),
  CONSTRAINT redeem_batch_approver_fkey FOREIGN KEY (approved_by_staff_id) REFERENCES staff(staff_id),
  CONSTRAINT redeem_batch_author_fkey FOREIGN KEY (created_by_staff_id) REFERENCES staff(staff_id)
);
CREATE INDEX redeem_batch_approver_idx ON redeem_batch (approved_by_staff_id) WHERE (approved_by_staff_id IS NOT NULL);
CREATE INDEX redeem_batch_author_idx ON redeem_batch (created_by_staff_id, created_at) WHERE (created_by_staff_id IS NOT NULL);

CREATE TABLE redeem_code (
  redeem_code_id uuid NOT NULL DEFAULT uuidv7(),
  code text NOT NULL,
  shown_code text NOT NULL,
  batch text NOT NULL,
  kind text NOT NULL,
  amount_coins bigint,
  program_live_id uuid,
  starts_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  uses_max integer,
  uses_per_day_max integer,
  per_member text NOT NULL,
  used_count integer NOT NULL DEFAULT 0,
  day_on date,
  day_count integer NOT NULL DEFAULT 0,
  note text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  disabled_at timestamp(3) with time zone,
  disabled_by text,
  disabled_reason text,
  CONSTRAINT redeem_code_pkey PRIMARY KEY (redeem_code_id),
  CONSTRAINT redeem_code_code_key UNIQUE (code),
  CONSTRAINT redeem_code_code_check CHECK (((length(code) >= 4) AND (length(code) <= 64))),
  CONSTRAINT redeem_code_coins_check CHECK (((amount_coins >= 1) AND (amount_coins <= 1000000))),
  CONSTRAINT redeem_code_day_check CHECK ((uses_per_day_max > 0)),
  CONSTRAINT redeem_code_day_used_check CHECK (((uses_per_day_max IS NULL) OR (day_count <= uses_per_day_max))),
  CONSTRAINT redeem_code_disabled_check CHECK (((disabled_at IS NULL) = (disabled_by IS NULL))),
  CONSTRAINT redeem_code_gives_check CHECK (((kind = 'coin'::text) = (amount_coins IS NOT NULL))),
  CONSTRAINT redeem_code_kind_check CHECK ((kind = ANY (ARRAY['coin'::text, 'live'::text]))),
  CONSTRAINT redeem_code_live_kind_check CHECK (((kind = 'live'::text) OR (program_live_id IS NULL))),
  CONSTRAINT redeem_code_per_member_check CHECK ((per_member = ANY (ARRAY['once'::text, 'daily'::text]))),
  CONSTRAINT redeem_code_used_check CHECK (((uses_max IS NULL) OR (used_count <= uses_max))),
  CONSTRAINT redeem_code_uses_check CHECK ((uses_max > 0)),
  CONSTRAINT redeem_code_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id)
);
CREATE INDEX redeem_code_batch_idx ON redeem_code (batch, redeem_code_id);

CREATE TABLE redeem_use (
  redeem_use_id uuid NOT NULL,
  redeem_code_id uuid NOT NULL,
  member_id uuid NOT NULL,
  holder_hash bytea,
  period text NOT NULL,
  amount_coins bigint NOT NULL,
  program_live_id uuid,
  used_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT redeem_use_pkey PRIMARY KEY (redeem_use_id),
  CONSTRAINT redeem_use_holder_key UNIQUE (redeem_code_id, holder_hash, period),
  CONSTRAINT redeem_use_member_key UNIQUE (redeem_code_id, member_id, period),
  CONSTRAINT redeem_use_holder_check CHECK ((length(holder_hash) = 32)),
  CONSTRAINT redeem_use_code_fkey FOREIGN KEY (redeem_code_id) REFERENCES redeem_code(redeem_code_id),
  CONSTRAINT redeem_use_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT redeem_use_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX redeem_use_live_idx ON redeem_use (program_live_id) WHERE (program_live_id IS NOT NULL);
CREATE INDEX redeem_use_member_idx ON redeem_use (member_id, redeem_use_id DESC);

CREATE TABLE reminder (
  reminder_target_id uuid NOT NULL,
  member_id uuid NOT NULL,
  leads text[] NOT NULL,
  CONSTRAINT reminder_pkey PRIMARY KEY (reminder_target_id, member_id),
  CONSTRAINT reminder_leads_check CHECK (((leads <@ ARRAY['day'::text, 'hour'::text, 'start'::text]) AND (cardinality(leads) > 0))),
  CONSTRAINT reminder_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT reminder_target_fkey FOREIGN KEY (reminder_target_id) REFERENCES reminder_target(reminder_target_id) ON DELETE CASCADE
);
CREATE INDEX reminder_member_idx ON reminder (member_id);

CREATE TABLE reminder_due (
  reminder_target_id uuid NOT NULL,
  kind text NOT NULL,
  member_id uuid NOT NULL,
  CONSTRAINT reminder_due_pkey PRIMARY KEY (reminder_target_id, kind, member_id),
  CONSTRAINT reminder_due_kind_check CHECK ((kind = ANY (ARRAY['day'::text, 'hour'::text, 'start'::text, 'moved'::text, 'cancelled'::text, 'restored'::text]))),
  CONSTRAINT reminder_due_reminder_fkey FOREIGN KEY (reminder_target_id, member_id) REFERENCES reminder(reminder_target_id, member_id) ON DELETE CASCADE
);
CREATE INDEX reminder_due_member_idx ON reminder_due (reminder_target_id, member_id);

CREATE TABLE reminder_target (
  reminder_target_id uuid NOT NULL DEFAULT uuidv7(),
  program_id uuid NOT NULL,
  bout_id uuid,
  starts_at timestamp(3) with time zone NOT NULL,
  cancelled boolean NOT NULL DEFAULT false,
  CONSTRAINT reminder_target_pkey PRIMARY KEY (reminder_target_id),
  CONSTRAINT reminder_target_key UNIQUE NULLS NOT DISTINCT (program_id, bout_id),
  CONSTRAINT reminder_target_bout_fkey FOREIGN KEY (bout_id) REFERENCES bout(bout_id) ON DELETE CASCADE,
  CONSTRAINT reminder_target_program_fkey FOREIGN KEY (program_id) REFERENCES program(program_id) ON DELETE CASCADE
);
CREATE INDEX reminder_target_bout_idx ON reminder_target (bout_id);

CREATE TABLE replay_position (
  member_id uuid NOT NULL,
  program_live_id uuid NOT NULL,
  position_s integer NOT NULL,
  watched_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT replay_position_pkey PRIMARY KEY (member_id, program_live_id),
  CONSTRAINT replay_position_position_s_check CHECK ((position_s >= 0)),
  CONSTRAINT replay_position_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT replay_position_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
) WITH (fillfactor=70);
CREATE INDEX replay_position_live_idx ON replay_position (program_live_id);

CREATE TABLE restream_target (
  restream_target_id uuid NOT NULL DEFAULT uuidv7(),
  channel_id text NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  sealed_key bytea NOT NULL,
  is_enabled boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL,
  created_by text NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  updated_by text NOT NULL,
  reported_at timestamp(3) with time zone,
  state text,
  state_since timestamp(3) with time zone,
  failure text,
  bitrate_bps integer,
  CONSTRAINT restream_target_pkey PRIMARY KEY (restream_target_id),
  CONSTRAINT restream_target_by_check CHECK ((created_by <> ''::text)),
  CONSTRAINT restream_target_name_check CHECK ((name <> ''::text)),
  CONSTRAINT restream_target_state_check CHECK ((state = ANY (ARRAY['connecting'::text, 'sending'::text, 'retrying'::text]))),
  CONSTRAINT restream_target_channel_fkey FOREIGN KEY (channel_id) REFERENCES channel(channel_id)
);
CREATE INDEX restream_target_channel_idx ON restream_target (channel_id);

CREATE TABLE result_correction (
  result_correction_id uuid NOT NULL,
  match_live_id uuid NOT NULL,
  bout_version bigint NOT NULL,
  winner text NOT NULL,
  method text NOT NULL,
  round integer,
  before jsonb,
  effect jsonb NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  created_by text NOT NULL,
  created_by_staff_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  decided_by text,
  decided_by_staff_id uuid,
  decided_at timestamp(3) with time zone,
  decision_reason text,
  CONSTRAINT result_correction_pkey PRIMARY KEY (result_correction_id),
  CONSTRAINT result_correction_by_check CHECK ((created_by <> ''::text)),
  CONSTRAINT result_correction_decided_check CHECK ((num_nulls(decided_by, decided_by_staff_id, decided_at) =
CASE
    WHEN (state = ANY (ARRAY['open'::text, 'lapsed'::text])) THEN 3
    ELSE 0
END)),
  CONSTRAINT result_correction_method_check CHECK ((method = ANY (ARRAY['decision'::text, 'tko'::text, 'disqualification'::text, 'forfeit'::text, 'draw'::text, 'cancelled'::text, 'no_contest'::text]))),
  CONSTRAINT result_correction_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT result_correction_round_check CHECK (((round >= 1) AND (round <= 12))),
  CONSTRAINT result_correction_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text, 'withdrawn'::text, 'lapsed'::text]))),
  CONSTRAINT result_correction_two_persons_check CHECK (((state <> 'done'::text) OR (decided_by_staff_id <> created_by_staff_id))),
  CONSTRAINT result_correction_winner_check CHECK ((winner = ANY (ARRAY['red'::text, 'blue'::text, 'draw'::text, 'none'::text]))),
  CONSTRAINT result_correction_author_fkey FOREIGN KEY (created_by_staff_id) REFERENCES staff(staff_id),
  CONSTRAINT result_correction_decider_fkey FOREIGN KEY (decided_by_staff_id) REFERENCES staff(staff_id),
  CONSTRAINT result_correction_match_fkey FOREIGN KEY (match_live_id) REFERENCES match_live(match_live_id)
);
CREATE INDEX result_correction_author_idx ON result_correction (created_by_staff_id);
CREATE INDEX result_correction_decider_idx ON result_correction (decided_by_staff_id) WHERE (decided_by_staff_id IS NOT NULL);
CREATE INDEX result_correction_match_idx ON result_correction (match_live_id);
CREATE UNIQUE INDEX result_correction_open_key ON result_correction (match_live_id) WHERE (state = 'open'::text);

CREATE TABLE round_bell (
  match_live_id uuid NOT NULL,
  round_number smallint NOT NULL,
  rang_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT round_bell_pkey PRIMARY KEY (match_live_id, round_number),
  CONSTRAINT round_bell_number_check CHECK (((round_number >= 1) AND (round_number <= 12))),
  CONSTRAINT round_bell_bout_fkey FOREIGN KEY (match_live_id) REFERENCES match_live(match_live_id) ON DELETE CASCADE
);

CREATE TABLE round_score (
  member_id uuid NOT NULL,
  match_live_id uuid NOT NULL,
  round_number smallint NOT NULL,
  red_points smallint NOT NULL,
  blue_points smallint NOT NULL,
  scored_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT round_score_pkey PRIMARY KEY (member_id, match_live_id, round_number),
  CONSTRAINT round_score_number_check CHECK (((round_number >= 1) AND (round_number <= 12))),
  CONSTRAINT round_score_points_check CHECK (((GREATEST(red_points, blue_points) = 10) AND ((LEAST(red_points, blue_points) >= 7) AND (LEAST(red_points, blue_points) <= 10)))),
  CONSTRAINT round_score_bout_fkey FOREIGN KEY (match_live_id) REFERENCES match_live(match_live_id) ON DELETE CASCADE,
  CONSTRAINT round_score_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX round_score_bout_idx ON round_score (match_live_id);
CREATE INDEX round_score_scored_idx ON round_score (scored_at);

CREATE TABLE sample_season (
  only_one boolean NOT NULL DEFAULT true,
  anchored_at timestamp(3) with time zone NOT NULL,
  stream_key text NOT NULL,
  CONSTRAINT sample_season_pkey PRIMARY KEY (only_one),
  CONSTRAINT sample_season_only_one_check CHECK (only_one)
);

CREATE TABLE schema_function (
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_function_pkey PRIMARY KEY (name)
);

CREATE TABLE search_word (
  sound text COLLATE "C" NOT NULL,
  CONSTRAINT search_word_pkey PRIMARY KEY (sound)
);
CREATE INDEX search_word_sound_idx ON search_word USING gin (sound gin_trgm_ops) WITH (fastupdate=off);

CREATE TABLE self_exclusion (
  member_id uuid NOT NULL,
  began_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT self_exclusion_pkey PRIMARY KEY (member_id),
  CONSTRAINT self_exclusion_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

CREATE TABLE show_action (
  show_action_id uuid NOT NULL DEFAULT uuidv7(),
  program_live_id uuid NOT NULL,
  match_live_id uuid,
  action text NOT NULL,
  details jsonb NOT NULL,
  created_by text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  staff_id uuid,
  act_id uuid,
  CONSTRAINT show_action_pkey PRIMARY KEY (show_action_id),
  CONSTRAINT show_action_by_check CHECK ((created_by <> ''::text)),
  CONSTRAINT show_action_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT show_action_match_fkey FOREIGN KEY (match_live_id) REFERENCES match_live(match_live_id)
);
CREATE UNIQUE INDEX show_action_act_key ON show_action (act_id) WHERE (act_id IS NOT NULL);
CREATE INDEX show_action_live_idx ON show_action (program_live_id, show_action_id DESC);
CREATE INDEX show_action_match_idx ON show_action (match_live_id, show_action_id DESC) WHERE (match_live_id IS NOT NULL);

CREATE TABLE site_notice (
  only_one boolean NOT NULL DEFAULT true,
  text_th text,
  text_en text,
  level text NOT NULL DEFAULT 'information'::text,
  shown_from timestamp(3) with time zone,
  shown_until timestamp(3) with time zone,
  version integer NOT NULL DEFAULT 1,
  updated_by text NOT NULL DEFAULT 'system'::text,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT site_notice_pkey PRIMARY KEY (only_one),
  CONSTRAINT site_notice_level_check CHECK ((level = ANY (ARRAY['information'::text, 'warning'::text]))),
  CONSTRAINT site_notice_only_one_check CHECK (only_one),
  CONSTRAINT site_notice_text_check CHECK (((text_th IS NULL) = (text_en IS NULL)))
);

CREATE TABLE site_switch (
  name text NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  reason_th text,
  reason_en text,
  version integer NOT NULL DEFAULT 1,
  updated_by text NOT NULL DEFAULT 'system'::text,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT site_switch_pkey PRIMARY KEY (name),
  CONSTRAINT site_switch_name_check CHECK ((name = ANY (ARRAY['payments'::text, 'gifts'::text, 'registration'::text, 'chat'::text, 'predictions'::text]))),
  CONSTRAINT site_switch_reason_check CHECK (((is_on = (reason_th IS NULL)) AND (is_on = (reason_en IS NULL))))
);

CREATE TABLE spending_limit (
  member_id uuid NOT NULL,
  period text NOT NULL,
  limit_satang bigint,
  next_limit_satang bigint,
  next_at timestamp(3) with time zone,
  CONSTRAINT spending_limit_pkey PRIMARY KEY (member_id, period),
  CONSTRAINT spending_limit_limit_satang_check CHECK ((limit_satang > 0)),
  CONSTRAINT spending_limit_next_limit_satang_check CHECK ((next_limit_satang > 0)),
  CONSTRAINT spending_limit_period_check CHECK ((period = ANY (ARRAY['day'::text, 'month'::text]))),
  CONSTRAINT spending_limit_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

CREATE TABLE spent_idempotency_key (
  key_hash bytea NOT NULL,
  CONSTRAINT spent_idempotency_key_pkey PRIMARY KEY (key_hash),
  CONSTRAINT spent_idempotency_key_check CHECK ((length(key_hash) = 32))
);

CREATE TABLE stadium (
  stadium_id uuid NOT NULL DEFAULT uuidv7(),
  name_th text NOT NULL,
  name_en text NOT NULL,
  province_th text NOT NULL,
  province_en text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_by text,
  CONSTRAINT stadium_pkey PRIMARY KEY (stadium_id)
);

CREATE TABLE staff (
  staff_id uuid NOT NULL DEFAULT uuidv7(),
  name text NOT NULL,
  email text,
  role text NOT NULL,
  password_hash text,
  sealed_totp_secret bytea,
  sealed_next_totp_secret bytea,
  totp_last_step bigint,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_by text,
  deactivated_at timestamp(3) with time zone,
  CONSTRAINT staff_pkey PRIMARY KEY (staff_id),
  CONSTRAINT staff_email_key UNIQUE (email),
  CONSTRAINT staff_email_check CHECK ((email = lower(email))),
  CONSTRAINT staff_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'show_caller'::text, 'cashier'::text, 'moderator'::text, 'editor'::text, 'viewer'::text])))
);

CREATE TABLE staff_challenge (
  staff_challenge_id uuid NOT NULL DEFAULT uuidv7(),
  purpose text NOT NULL,
  staff_id uuid,
  challenge text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  device_hash bytea NOT NULL,
  staff_invitation_id uuid,
  CONSTRAINT staff_challenge_pkey PRIMARY KEY (staff_challenge_id),
  CONSTRAINT staff_challenge_key UNIQUE (challenge),
  CONSTRAINT staff_challenge_device_check CHECK ((length(device_hash) = 32)),
  CONSTRAINT staff_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'proof'::text, 'register'::text]))),
  CONSTRAINT staff_challenge_invitation_fkey FOREIGN KEY (staff_invitation_id) REFERENCES staff_invitation(staff_invitation_id),
  CONSTRAINT staff_challenge_staff_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);
CREATE INDEX staff_challenge_device_idx ON staff_challenge (device_hash);
CREATE INDEX staff_challenge_expires_idx ON staff_challenge (expires_at);

CREATE TABLE staff_device (
  staff_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  proven_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT staff_device_pkey PRIMARY KEY (staff_id, device_hash),
  CONSTRAINT staff_device_hash_check CHECK ((length(device_hash) = 32)),
  CONSTRAINT staff_device_staff_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);

CREATE TABLE staff_invitation (
  staff_invitation_id uuid NOT NULL DEFAULT uuidv7(),
  is_setup boolean NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  token_hash bytea NOT NULL,
  sealed_totp_secret bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT staff_invitation_pkey PRIMARY KEY (staff_invitation_id),
  CONSTRAINT staff_invitation_token_key UNIQUE (token_hash),
  CONSTRAINT staff_invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'show_caller'::text, 'cashier'::text, 'moderator'::text, 'editor'::text, 'viewer'::text]))),
  CONSTRAINT staff_invitation_token_check CHECK ((length(token_hash) = 32))
);

CREATE TABLE staff_passkey (
  staff_passkey_id uuid NOT NULL DEFAULT uuidv7(),
  staff_id uuid NOT NULL,
  name text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  cloned_at timestamp(3) with time zone,
  CONSTRAINT staff_passkey_pkey PRIMARY KEY (staff_passkey_id),
  CONSTRAINT staff_passkey_credential_key UNIQUE (credential_id),
  CONSTRAINT staff_passkey_staff_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);
CREATE INDEX staff_passkey_staff_idx ON staff_passkey (staff_id);

CREATE TABLE staff_recovery_code (
  staff_recovery_code_id uuid NOT NULL DEFAULT uuidv7(),
  staff_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT staff_recovery_code_pkey PRIMARY KEY (staff_recovery_code_id),
  CONSTRAINT staff_recovery_code_key UNIQUE (staff_id, code_hash),
  CONSTRAINT staff_recovery_code_hash_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT staff_recovery_code_staff_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);

CREATE TABLE staff_session (
  staff_session_id uuid NOT NULL DEFAULT uuidv7(),
  staff_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  proved_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT staff_session_pkey PRIMARY KEY (staff_session_id),
  CONSTRAINT staff_session_token_key UNIQUE (token_hash),
  CONSTRAINT staff_session_token_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT staff_session_staff_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);
CREATE INDEX staff_session_expires_idx ON staff_session (expires_at);
CREATE INDEX staff_session_staff_idx ON staff_session (staff_id) WHERE (revoked_at IS NULL);

CREATE TABLE staff_token (
  staff_token_id uuid NOT NULL DEFAULT uuidv7(),
  staff_id uuid NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT staff_token_pkey PRIMARY KEY (staff_token_id),
  CONSTRAINT staff_token_hash_key UNIQUE (token_hash),
  CONSTRAINT staff_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT staff_token_staff_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);
CREATE INDEX staff_token_staff_idx ON staff_token (staff_id);

CREATE TABLE stream_key (
  stream_key_id uuid NOT NULL DEFAULT uuidv7(),
  channel_id text NOT NULL,
  key_hash bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  revoked_at timestamp(3) with time zone,
  created_by text,
  revoked_by text,
  CONSTRAINT stream_key_pkey PRIMARY KEY (stream_key_id),
  CONSTRAINT stream_key_hash_key UNIQUE (key_hash),
  CONSTRAINT stream_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  CONSTRAINT stream_key_channel_fkey FOREIGN KEY (channel_id) REFERENCES channel(channel_id)
);
CREATE INDEX stream_key_channel_idx ON stream_key (channel_id) WHERE (revoked_at IS NULL);

CREATE TABLE stream_view (
  match_live_stream_id uuid NOT NULL,
  viewer text NOT NULL,
  viewed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT stream_view_pkey PRIMARY KEY (match_live_stream_id, viewer),
  CONSTRAINT stream_view_viewer_check CHECK (((length(viewer) >= 1) AND (length(viewer) <= 100))),
  CONSTRAINT stream_view_stream_fkey FOREIGN KEY (match_live_stream_id) REFERENCES match_live_stream(match_live_stream_id)
);
CREATE INDEX stream_view_visitor_idx ON stream_view (viewed_at) WHERE (viewer !~~ 'member:%'::text);

CREATE TABLE stream_view_count (
  match_live_stream_id uuid NOT NULL,
  slot smallint NOT NULL,
  views bigint NOT NULL,
  CONSTRAINT stream_view_count_pkey PRIMARY KEY (match_live_stream_id, slot),
  CONSTRAINT stream_view_count_stream_fkey FOREIGN KEY (match_live_stream_id) REFERENCES match_live_stream(match_live_stream_id)
) WITH (fillfactor=50);

CREATE TABLE telemetry_flush (
  telemetry_flush_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT telemetry_flush_pkey PRIMARY KEY (telemetry_flush_id)
);

CREATE TABLE transfer (
  transfer_id uuid NOT NULL DEFAULT uuidv7(),
  debit_account_id uuid NOT NULL,
  credit_account_id uuid NOT NULL,
  amount_coins bigint NOT NULL,
  kind text NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  member_id uuid,
  balance_after_coins bigint,
  about jsonb,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  written_by bigint NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
  CONSTRAINT transfer_pkey PRIMARY KEY (transfer_id),
  CONSTRAINT transfer_idempotency_key UNIQUE (idempotency_key),
  CONSTRAINT transfer_accounts_check CHECK ((debit_account_id <> credit_account_id)),
  CONSTRAINT transfer_amount_check CHECK ((amount_coins > 0)),
  CONSTRAINT transfer_balance_after_check CHECK ((balance_after_coins >= 0)),
  CONSTRAINT transfer_history_check CHECK (((member_id IS NULL) = (balance_after_coins IS NULL))),
  CONSTRAINT transfer_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200))),
  CONSTRAINT transfer_kind_check CHECK ((kind <> ''::text))
);
CREATE INDEX transfer_credit_idx ON transfer (credit_account_id, transfer_id DESC);
CREATE INDEX transfer_debit_idx ON transfer (debit_account_id, transfer_id DESC);
CREATE INDEX transfer_history_idx ON transfer (member_id, transfer_id DESC) WHERE (member_id IS NOT NULL);
CREATE INDEX transfer_written_idx ON transfer USING brin (written_by) WITH (pages_per_range='32', autosummarize='on');
CREATE TRIGGER transfer_accounts AFTER INSERT ON transfer REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unknown_accounts();
CREATE TRIGGER transfer_immutable BEFORE DELETE OR UPDATE ON transfer FOR EACH ROW EXECUTE FUNCTION refuse_transfer_change();

CREATE TABLE used_token (
  issuer text NOT NULL,
  jti text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT used_token_pkey PRIMARY KEY (issuer, jti)
);
CREATE INDEX used_token_expires_idx ON used_token (expires_at);

CREATE TABLE watch_node (
  watch_node_id uuid NOT NULL,
  viewers jsonb NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT watch_node_pkey PRIMARY KEY (watch_node_id)
) WITH (fillfactor=10);

CREATE TABLE watch_revocation (
  watch_revocation_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  watch_session_id uuid NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone NOT NULL,
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT watch_revocation_pkey PRIMARY KEY (watch_revocation_id)
);
CREATE INDEX watch_revocation_expires_idx ON watch_revocation (expires_at);
CREATE INDEX watch_revocation_written_idx ON watch_revocation (written_by, watch_revocation_id);

CREATE TABLE watch_session (
  watch_session_id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  member_session_id uuid NOT NULL,
  watch_token uuid NOT NULL,
  program_live_id uuid NOT NULL,
  match_live_stream_id uuid NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  gone_at timestamp(3) with time zone,
  watch_node_id uuid,
  CONSTRAINT watch_session_pkey PRIMARY KEY (watch_session_id),
  CONSTRAINT watch_session_active_key UNIQUE (member_id),
  CONSTRAINT watch_session_live_fkey FOREIGN KEY (program_live_id) REFERENCES program_live(program_live_id),
  CONSTRAINT watch_session_member_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT watch_session_sign_in_fkey FOREIGN KEY (member_session_id) REFERENCES member_session(member_session_id),
  CONSTRAINT watch_session_stream_fkey FOREIGN KEY (match_live_stream_id) REFERENCES match_live_stream(match_live_stream_id)
) WITH (fillfactor=80);
CREATE INDEX watch_session_node_idx ON watch_session (watch_node_id, last_seen_at);
CREATE INDEX watch_session_session_idx ON watch_session (member_session_id);
CREATE INDEX watch_session_stream_idx ON watch_session (match_live_stream_id);

CREATE FUNCTION attach_partition(parent regclass, starts_at timestamp without time zone, ends_at timestamp without time zone) RETURNS void LANGUAGE plpgsql SET search_path=pg_catalog, public, pg_temp;
CREATE FUNCTION bouts_revise_programs() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION close_escrows(of_match uuid, keep_red boolean, keep_blue boolean) RETURNS bigint LANGUAGE plpgsql;
CREATE FUNCTION count_revision() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION create_partitions() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp SET lock_timeout=2s;
CREATE FUNCTION empty_old_watch_sessions() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path=pg_catalog, public, pg_temp SET lock_timeout=2s;
CREATE FUNCTION fighter_search_is_due() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION fighters_of_camp_are_due() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION find_posting(key text) RETURNS TABLE(transfer_id uuid, balance_after bigint) LANGUAGE sql STABLE;
CREATE FUNCTION first_uuid_of(starts_at timestamp without time zone) RETURNS uuid LANGUAGE sql IMMUTABLE SET search_path=pg_catalog, pg_temp;
CREATE FUNCTION hold_gifts(of_match uuid, what jsonb, is_open boolean, members uuid[], corners text[], amounts bigint[], keys text[], OUT outcomes text[], OUT ids uuid[], OUT balances bigint[]) RETURNS record LANGUAGE plpgsql SET plan_cache_mode=force_generic_plan SET enable_seqscan=off SET enable_hashjoin=off SET enable_mergejoin=off;
CREATE FUNCTION keep_round_bell() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION live_revises_program() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION open_escrow(of_match uuid, corner text) RETURNS uuid LANGUAGE plpgsql;
CREATE FUNCTION partitioned_until(parent regclass) RETURNS timestamp without time zone LANGUAGE sql STABLE SET search_path=pg_catalog, pg_temp;
CREATE FUNCTION predict_bouts_changed() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION predict_pairing_changed() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION program_is_revised() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION refund_corrected_gifts(of_match uuid, of_corner text, what jsonb, members uuid[], amounts bigint[]) RETURNS TABLE(paid_member uuid, paid_coins bigint) LANGUAGE plpgsql SET enable_seqscan=off SET enable_hashjoin=off SET enable_mergejoin=off;
CREATE FUNCTION refund_gifts(of_match uuid, what jsonb, members uuid[], reds bigint[], blues bigint[]) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan=off SET enable_hashjoin=off SET enable_mergejoin=off;
CREATE FUNCTION refuse_account_end() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION refuse_order_event_change() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION refuse_transfer_change() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION refuse_unknown_accounts() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode=force_generic_plan SET enable_seqscan=off SET enable_hashjoin=off SET enable_mergejoin=off;
CREATE FUNCTION reminders_are_due() RETURNS trigger LANGUAGE plpgsql;
CREATE FUNCTION send_gifts(of_match uuid, node uuid, what jsonb, sent timestamp with time zone, members uuid[], corners text[], gifts uuid[], quantities integer[], amounts bigint[], keys text[]) RETURNS TABLE(line integer, outcome text, gift_log_id uuid, balance_after bigint, bar jsonb) LANGUAGE plpgsql SET plan_cache_mode=force_generic_plan SET enable_seqscan=off SET enable_hashjoin=off SET enable_mergejoin=off;
