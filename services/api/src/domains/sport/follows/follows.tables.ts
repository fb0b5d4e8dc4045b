import type { Generated } from 'kysely';

export interface FollowTables {
  follow: FollowTable;
}

/** A member follows a fighter, a gym or a promotion: exactly one of the three is set. */
interface FollowTable {
  follow_id: Generated<string>;
  member_id: string;
  fighter_id: string | null;
  camp_id: string | null;
  promotion_id: string | null;
  created_at: Date;
}
