import { isoDateInBangkok } from '@sangwian/i18n/format-date';
import { callApi } from '../../shared/api/call-api.ts';

const FREED_MS = 60_000;

/** Fetches all that is held of the member and gives it to the browser as a file. */
export async function downloadExport(memberId: string): Promise<void> {
  const { data } = await callApi('GET /auth/member/export', {});
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `sangwian-${memberId}-${isoDateInBangkok(Date.now())}.json`;
  link.click();
  // Some browsers begin to read the file only after this.
  setTimeout(() => URL.revokeObjectURL(link.href), FREED_MS);
}
