import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface AccountTables {
  deleted_member: DeletedMemberTable;
  dropped_picture: DroppedPictureTable;
}

/** What remains of a deleted account beside its anonymous member. */
interface DeletedMemberTable {
  member_id: string;
  deleted_at: Date;
  traffic_forgotten_at: Date | null;
}

/** A picture that a member no longer shows: its file goes, unless somebody else shows the same. */
interface DroppedPictureTable {
  picture: string;
  dropped_at: Generated<Date>;
}
