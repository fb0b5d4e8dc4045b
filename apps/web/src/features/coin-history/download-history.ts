import { callApi } from '../../shared/api/call-api.ts';
import { saveFile } from '../../shared/save-file.ts';
import { type HistoryFilter, movementQuery } from './history-filter.ts';

/** The movements that the filter shows, as a table for a spreadsheet. */
export async function downloadHistory(memberId: string, filter: HistoryFilter): Promise<void> {
  const { data } = await callApi('GET /auth/member/wallet/history/csv', {
    query: { member_id: memberId, ...movementQuery(filter) },
  });
  saveFile(new Blob([data.csv], { type: 'text/csv;charset=utf-8' }), data.file_name);
}
