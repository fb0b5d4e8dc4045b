import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { readLive } from './read-live.ts';

const { signal } = new AbortController();
const callOf = (answers: Record<string, unknown>, requests: unknown[] = []): CallApi =>
  (async (operation: string, request: unknown) => {
    requests.push([operation, request]);
    const answer = answers[operation];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as CallApi;

const refusal = (httpStatus: number) => new ApiError({ status: 'x', message: '' }, httpStatus);
const ONE = 'GET /live/{program_live_id}';

describe('reading the live of a page', () => {
  it('returns the live of the id', async () => {
    const requests: unknown[] = [];
    const call = callOf({ [ONE]: { data: { title: 'a' } } }, requests);
    expect(await readLive(call, 'p1', signal)).toEqual({ title: 'a' });
    expect(requests).toEqual([[ONE, { params: { program_live_id: 'p1' }, query: {} }]]);
  });

  it('returns the running live when there is no id', async () => {
    const requests: unknown[] = [];
    const call = callOf(
      { 'GET /live': { data: [{ program_live_id: 'p9' }] }, [ONE]: { data: { title: 'on' } } },
      requests,
    );
    expect(await readLive(call, undefined, signal)).toEqual({ title: 'on' });
    expect(requests[1]).toEqual([ONE, { params: { program_live_id: 'p9' }, query: {} }]);
  });

  it('returns "none" when no live is running', async () => {
    expect(await readLive(callOf({ 'GET /live': { data: [] } }), undefined, signal)).toBe('none');
  });

  it('returns "missing" for an unknown or malformed id, and throws after any other failure', async () => {
    expect(await readLive(callOf({ [ONE]: refusal(404) }), 'p1', signal)).toBe('missing');
    expect(await readLive(callOf({ [ONE]: refusal(400) }), '<script>', signal)).toBe('missing');
    await expect(readLive(callOf({ [ONE]: refusal(503) }), 'p1', signal)).rejects.toThrow();
  });
});
