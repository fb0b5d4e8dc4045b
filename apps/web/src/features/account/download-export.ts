import { isoDateInBangkok } from '@sangwian/i18n/format-date';
import { callApi } from '../../shared/api/call-api.ts';
import { saveFile } from '../../shared/save-file.ts';

/** Fetches all that is held of the member and gives it to the browser as a file. */
export async function downloadExport(memberId: string): Promise<void> {
  const { data } = await callApi('GET /auth/member/export', {});
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  saveFile(file, `sangwian-${memberId}-${isoDateInBangkok(Date.now())}.json`);
}
