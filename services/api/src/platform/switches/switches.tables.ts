import type { NoticeLevel, SwitchName } from '@sangwian/contract/endpoints/site';

/** Rows of the tables that this module owns. */
export interface SwitchTables {
  site_switch: SiteSwitchTable;
  site_notice: SiteNoticeTable;
}

interface SiteSwitchTable {
  name: SwitchName;
  is_on: boolean;
  reason_th: string | null;
  reason_en: string | null;
  version: number;
  updated_by: string;
  updated_at: Date;
}

interface SiteNoticeTable {
  only_one: true;
  text_th: string | null;
  text_en: string | null;
  level: NoticeLevel;
  shown_from: Date | null;
  shown_until: Date | null;
  version: number;
  updated_by: string;
  updated_at: Date;
}
