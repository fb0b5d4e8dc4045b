import type { Generated } from 'kysely';

/** The tables of this module. */
export interface HealthDeskTables {
  backup: BackupTable;
}

/** A backup that was checked. */
interface BackupTable {
  backup_id: Generated<string>;
  taken_at: Date;
  bytes: string | number;
  place: string;
}
