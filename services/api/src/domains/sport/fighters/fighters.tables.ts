import type { EditedTable } from '../../../platform/database/edited-table.ts';

/** The tables of this module. The lives module owns the tables of fighters, camps and divisions. */
export interface FighterTables {
  fighter_search: FighterSearchTable;
  fighter_start: FighterStartTable;
  search_word: SearchWordTable;
  fighter_import: FighterImportTable;
  fighter_edit: FighterEditTable;
}

/** The search index of a fighter. All fields are `null` until the fighter is indexed. */
interface FighterSearchTable {
  fighter_id: string;
  name_en: string | null;
  name_words: string | null;
  place_words: string | null;
  name_sounds: string | null;
  sounds: string | null;
}

/** The sound of a whole name or nickname, for searches by its beginning. */
interface FighterStartTable {
  start: string;
  fighter_id: string;
}

/** The sound of one word in the current or a former name of a fighter, a gym or a province. */
interface SearchWordTable {
  sound: string;
}

/** The fighter that a key in imported files stands for. */
interface FighterImportTable {
  import_key: string;
  fighter_id: string;
}

/** The edits of a fighter. A fighter without a row was never edited. */
interface FighterEditTable extends EditedTable {
  fighter_id: string;
}
