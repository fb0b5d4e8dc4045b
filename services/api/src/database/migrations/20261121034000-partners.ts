import { type Kysely, sql } from 'kysely';

/** Partner systems, the keys that their servers sign with, and tokens that count once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table partner_system (
      map_system_id text not null constraint partner_system_pkey primary key
        constraint partner_system_id_check check (length(map_system_id) between 1 and 64),
      name text not null,
      -- Switched off: its tokens and hand-overs are refused.
      active boolean not null default true,
      created_at timestamptz(3) not null default now()
    );

    create table partner_key (
      map_system_id text not null constraint partner_key_system_fkey references partner_system,
      key_id text not null,
      alg text not null constraint partner_key_alg_check check (alg in ('EdDSA', 'RS256')),
      -- Public: we could not sign in a partner's name if we wanted to.
      public_jwk jsonb not null constraint partner_key_jwk_check check (not public_jwk ? 'd'),
      active boolean not null default true,
      created_at timestamptz(3) not null default now(),
      constraint partner_key_pkey primary key (map_system_id, key_id)
    );

    -- Tokens that were used, kept as long as they would be good.
    create table used_token (
      -- Whose numbers they are: 'partner:<map_system_id>', 'handover', 'purchase'.
      issuer text not null,
      jti text not null,
      expires_at timestamptz(3) not null,
      constraint used_token_pkey primary key (issuer, jti)
    );
    create index used_token_expires_idx on used_token (expires_at);
  `.execute(db);
}
