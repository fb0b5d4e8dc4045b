/** Rows of the tables that this module owns. Fighters, camps and divisions themselves are the live module's. */
export interface FighterTables {
  fighter_search: FighterSearchTable;
  fighter_start: FighterStartTable;
  search_word: SearchWordTable;
  fighter_import: FighterImportTable;
}

/** What a fighter is found by; all of it `null` while it is to be made. */
interface FighterSearchTable {
  fighter_id: string;
  name_en: string | null;
  name_words: string | null;
  place_words: string | null;
  name_sounds: string | null;
  sounds: string | null;
}

/** How a name or nickname sounds, from its beginning. */
interface FighterStartTable {
  start: string;
  fighter_id: string;
}

/** How a word sounds that a fighter, a gym or a province is called by, or was. */
interface SearchWordTable {
  sound: string;
}

/** Which fighter a key of an import's file stands for. */
interface FighterImportTable {
  import_key: string;
  fighter_id: string;
}
