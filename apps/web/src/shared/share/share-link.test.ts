import { expect, test, vi } from 'vitest';
import { shareLink } from './share-link.ts';

const LINK = { title: 'ศึกสังเวียนไทย', url: 'https://sangwian.example/live/1' };
const clipboard = () => ({ writeText: vi.fn(async () => {}) });
const refusing = (name: string) => async () => {
  throw Object.assign(new Error(name), { name });
};

test('the share sheet receives the link, and nothing is copied', async () => {
  const share = vi.fn(async () => {});
  const board = clipboard();
  expect(await shareLink(LINK, { share, clipboard: board })).toBe('shared');
  expect(share).toHaveBeenCalledWith(LINK);
  expect(board.writeText).not.toHaveBeenCalled();
});

test('closing the share sheet copies nothing', async () => {
  const board = clipboard();
  expect(await shareLink(LINK, { share: refusing('AbortError'), clipboard: board })).toBe(
    'cancelled',
  );
  expect(board.writeText).not.toHaveBeenCalled();
});

test('the link is copied if the share sheet is missing or refused', async () => {
  const board = clipboard();
  expect(await shareLink(LINK, { clipboard: board })).toBe('copied');
  expect(await shareLink(LINK, { share: refusing('NotAllowedError'), clipboard: board })).toBe(
    'copied',
  );
  expect(board.writeText.mock.calls).toEqual([[LINK.url], [LINK.url]]);
});

test('sharing fails if neither works', async () => {
  expect(await shareLink(LINK, {})).toBe('failed');
  const clipboard = { writeText: refusing('NotAllowedError') };
  expect(await shareLink(LINK, { clipboard })).toBe('failed');
});
