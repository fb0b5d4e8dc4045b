import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { ColumnType, Generated } from 'kysely';

/** The tables of this module. */
export interface UploadTables {
  photo: PhotoTable;
  dropped_photo_folder: DroppedPhotoFolderTable;
}

/** An uploaded photo of a fighter or of a card. */
interface PhotoTable {
  photo_id: Generated<string>;
  fighter_id: string | null;
  program_id: string | null;
  /** Version, incremented by each change of an operator. */
  version: Generated<number>;
  /** The version whose files are published; 0 before the first publication. */
  encoded_version: Generated<number>;
  /** Folder of the original. */
  original_folder: string;
  width_px: number;
  height_px: number;
  crop_left_px: number;
  crop_top_px: number;
  crop_width_px: number;
  crop_height_px: number;
  focus_x_percent: number;
  focus_y_percent: number;
  /** The published files; `null` while fans see the drawing. */
  shown: ColumnType<Photo | null, string | null | undefined, string | null>;
  updated_by: string;
  updated_at: Generated<Date>;
}

/** A replaced folder that is removed later. */
interface DroppedPhotoFolderTable {
  folder: string;
  dropped_at: Generated<Date>;
}
