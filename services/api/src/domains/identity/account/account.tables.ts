import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface AccountTables {
  deleted_member: DeletedMemberTable;
  dropped_picture: DroppedPictureTable;
}

/** A deleted account. The anonymised member row stays too. */
interface DeletedMemberTable {
  member_id: string;
  deleted_at: Date;
  traffic_forgotten_at: Date | null;
}

/** A profile picture that a member replaced. Its file is deleted unless another member uses the same image. */
interface DroppedPictureTable {
  picture: string;
  dropped_at: Generated<Date>;
}
