import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface AccountTables {
  deleted_member: DeletedMemberTable;
  dropped_picture: DroppedPictureTable;
}

/** A deleted account, beside its anonymised member. */
interface DeletedMemberTable {
  member_id: string;
  deleted_at: Date;
  traffic_forgotten_at: Date | null;
}

/** A picture that a member replaced. Its file is removed unless another member uses the same picture. */
interface DroppedPictureTable {
  picture: string;
  dropped_at: Generated<Date>;
}
