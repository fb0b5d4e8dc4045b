import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { readLive } from './read-live.ts';

const { signal } = new AbortController();
const callOf = (answers: Record<string, unknown>, asked: unknown[] = []): CallApi =>
  (async (operation: string, request: unknown) => {
    asked.push([operation, request]);
    const answer = answers[operation];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as CallApi;

const refusal = (httpStatus: number) => new ApiError({ status: 'x', message: '' }, httpStatus);
const ONE = 'GET /live/{program_live_id}';

describe('reading the live of a page', () => {
  it('reads the one of the id', async () => {
    const asked: unknown[] = [];
    const call = callOf({ [ONE]: { data: { title: 'a' } } }, asked);
    expect(await readLive(call, 'p1', signal)).toEqual({ title: 'a' });
    expect(asked).toEqual([[ONE, { params: { program_live_id: 'p1' } }]]);
  });

  it('reads the one that is on where there is no id', async () => {
    const asked: unknown[] = [];
    const call = callOf(
      { 'GET /live': { data: [{ program_live_id: 'p9' }] }, [ONE]: { data: { title: 'on' } } },
      asked,
    );
    expect(await readLive(call, undefined, signal)).toEqual({ title: 'on' });
    expect(asked[1]).toEqual([ONE, { params: { program_live_id: 'p9' } }]);
  });

  it('says so where nothing is on', async () => {
    expect(await readLive(callOf({ 'GET /live': { data: [] } }), undefined, signal)).toBe('none');
  });

  it('takes an unknown id and no id at all for a page that is not there, and nothing else', async () => {
    expect(await readLive(callOf({ [ONE]: refusal(404) }), 'p1', signal)).toBe('missing');
    expect(await readLive(callOf({ [ONE]: refusal(400) }), '<script>', signal)).toBe('missing');
    await expect(readLive(callOf({ [ONE]: refusal(503) }), 'p1', signal)).rejects.toThrow();
  });
});
