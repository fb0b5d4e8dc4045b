import { statfs } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { DatabaseTrouble } from '../database/database-trouble.ts';
import type { Gap } from './gap.ts';

export interface DiskCheck {
  /** Folder of the embedded database, images and recordings. */
  readonly folder: string;
  /** With less free space, the node is not ready. */
  readonly freeBytesMin: number;
  readonly trouble: DatabaseTrouble;
}

/** Returns the free bytes of the disk of a folder; infinity if the folder does not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // The folder does not exist yet. Its first writer creates it.
    return Number.POSITIVE_INFINITY;
  }
}

/** Reports `disk` while a disk has too little free space for writes. */
export async function findDiskGaps(check: DiskCheck, db: Kysely<Database>): Promise<Gap[]> {
  const free = await freeBytes(check.folder);
  if (free < check.freeBytesMin) {
    const needed = Math.ceil(check.freeBytesMin / 1024 / 1024);
    return [
      {
        name: 'disk',
        advice: `disk: ${Math.floor(free / 1024 / 1024)} MB are free on the disk of DATA_DIR, ${needed} MB are needed. Free space or enlarge the disk; gifts, orders and messages are refused while it is full.`,
      },
    ];
  }
  if (!(await check.trouble.isDiskFull(db))) return [];
  return [
    {
      name: 'disk',
      advice:
        'disk: PostgreSQL cannot write (SQLSTATE 53100 or 58030). Free space on its disk or enlarge it; gifts, orders and messages are refused until it can.',
    },
  ];
}
