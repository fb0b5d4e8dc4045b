import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearSession } from '../session/session.ts';
import { apiQuery, dropOtherMembers, keepWritten, memberQuery, mergedBy } from './api-query.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => vi.unstubAllGlobals());

const answerWith = (status: number, body: object) => {
  const fetching = vi.fn(async () => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetching);
  return fetching;
};

/** Responds to each request when the test calls `answer`. */
function answerByHand() {
  const answers: ((data: unknown) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        answers.push((data) => resolve(Response.json({ data })));
      }),
  );
  return answers;
}

const DEVICES = 'GET /auth/member/sessions';

describe('a query', () => {
  it('makes one request for all concurrent readers', async () => {
    const fetching = answerWith(200, { data: [{ gift_id: 'rose' }] });
    const client = createQueryClient();
    const query = apiQuery('GET /gift', {});
    const answers = await Promise.all([client.fetchQuery(query), client.fetchQuery(query)]);
    expect(answers).toEqual([[{ gift_id: 'rose' }], [{ gift_id: 'rose' }]]);
    expect(fetching).toHaveBeenCalledOnce();
  });

  it('does not retry a failed read', async () => {
    const fetching = answerWith(503, { status: 'unavailable', message: '', request_id: 'r' });
    const client = createQueryClient();
    const reading = client.fetchQuery(apiQuery('GET /gift', {}));
    await expect(reading).rejects.toMatchObject({ httpStatus: 503 });
    expect(fetching).toHaveBeenCalledOnce();
  });

  it('does not retry a failed write', async () => {
    const client = createQueryClient();
    const write = vi.fn(async () => {
      throw new Error('no network');
    });
    const mutation = client.getMutationCache().build(client, { mutationFn: write });
    await expect(mutation.execute(undefined)).rejects.toThrow('no network');
    expect(write).toHaveBeenCalledOnce();
  });

  it('shares no data with the query client of another render', async () => {
    answerWith(200, { data: [] });
    const query = apiQuery('GET /gift', {});
    await createQueryClient().fetchQuery(query);
    expect(createQueryClient().getQueryData(query.queryKey)).toBeUndefined();
  });
});

describe('the response of a member', () => {
  it('is not shown to the next member of the browser', async () => {
    answerWith(200, { data: [] });
    const client = createQueryClient();
    await client.fetchQuery(memberQuery('one', DEVICES, {}));
    const other = memberQuery('other', DEVICES, {});
    expect(client.getQueryData(other.queryKey)).toBeUndefined();
  });

  it('is removed on sign-out, while public responses are kept', async () => {
    answerWith(200, { data: [] });
    const client = createQueryClient();
    const own = memberQuery('one', DEVICES, {});
    const gifts = apiQuery('GET /gift', {});
    await Promise.all([client.fetchQuery(own), client.fetchQuery(gifts)]);
    dropOtherMembers(client, 'one');
    expect(client.getQueryData(own.queryKey)).toEqual([]);
    dropOtherMembers(client, null);
    expect(client.getQueryData(own.queryKey)).toBeUndefined();
    expect(client.getQueryData(gifts.queryKey)).toEqual([]);
  });
});

describe('an older response that arrives late', () => {
  it('does not replace a newer revision of a socket event', async () => {
    const answers = answerByHand();
    const client = createQueryClient();
    const query = {
      queryKey: ['revised'],
      queryFn: apiQuery('GET /gift', {}).queryFn as unknown as () => Promise<{ revision: number }>,
      structuralSharing: mergedBy<{ revision: number }>((known, next) =>
        known.revision > next.revision ? known : next,
      ),
    };
    const observer = new QueryObserver(client, query);
    const leave = observer.subscribe(() => {});
    client.setQueryData(query.queryKey, { revision: 5 });
    answers[0]?.({ revision: 4 });
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(client.getQueryData(query.queryKey)).toEqual({ revision: 5 });
    leave();
  });

  it('does not undo a write, even if the read began before the write', async () => {
    const answers = answerByHand();
    const client = createQueryClient();
    const query = memberQuery('one', DEVICES, {});
    client.setQueryData(query.queryKey, []);
    const leave = new QueryObserver(client, query).subscribe(() => {});
    expect(answers).toHaveLength(1);
    const written = [{ member_session_id: 'new' }] as never;
    keepWritten(client, query.queryKey, written);
    answers[0]?.([{ member_session_id: 'old' }]);
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(client.getQueryData(query.queryKey)).toEqual([{ member_session_id: 'new' }]);
    leave();
  });

  it('fetches a list again if one of its items was written before the list was loaded', async () => {
    const answers = answerByHand();
    const client = createQueryClient();
    const query = memberQuery('one', DEVICES, {});
    const leave = new QueryObserver(client, query).subscribe(() => {});
    keepWritten<unknown[]>(client, query.queryKey, (before = []) => [...before, 'new']);
    expect(client.getQueryData(query.queryKey)).toEqual(['new']);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(['old', 'new']);
    await vi.waitFor(() => expect(client.getQueryData(query.queryKey)).toEqual(['old', 'new']));
    leave();
  });
});

it('a query of a member who has signed out makes no request', async () => {
  const fetching = answerWith(401, { status: 'token_missing', message: 'Please log in first.' });
  clearSession();
  const read = createQueryClient().fetchQuery(memberQuery('kai', DEVICES, {}));
  await expect(read).rejects.toThrow('signed out');
  expect(fetching).not.toHaveBeenCalled();
});
