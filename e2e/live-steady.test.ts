import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { operateOn } from './support/operator.ts';
import { untilPictureMoves } from './support/picture.ts';
import { ask, connectEventSocket } from './support/socket.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { LONG, prepare, SCREENS } from './support/visit.ts';

test.use(SCREENS['a phone']);

const REASON = ['--reason', 'a journey'] as const;
/** Tolerance: a small element moves by a few pixels. A shift of the chat scores at least three times as much. */
const SHIFT_MAX = 0.005;

/** Returns the layout shift that a change of the live has caused by the time `seen` resolves. */
async function shiftOf(
  page: Page,
  change: () => Promise<unknown>,
  seen: () => Promise<void>,
): Promise<number> {
  const before = await shiftsOf(page);
  await change();
  await seen();
  return (await shiftsOf(page)) - before;
}

test('the live page of a phone does not shift while the member is loaded and playback begins', async ({
  page,
  context,
  run,
  enter,
}) => {
  await countShifts(page);
  await prepare(context, run, { language: 'EN', fan: await enter(5) });
  await page.goto(`/live/${(await findLiveOn(run)).program_live_id}`);
  await untilPictureMoves(page);
  await expect(page.getByRole('slider', { name: 'Rewind' })).toBeAttached({ timeout: 30_000 });
  expect(await shiftsOf(page)).toBeLessThan(SHIFT_MAX);
});

test(
  'the live page of a phone does not shift when a message is pinned, a bout ends and its result is withdrawn',
  LONG,
  async ({ page, context, run, enter }) => {
    const { program_live_id: id, current_match_live_id: bout } = await findLiveOn(run);
    if (bout === null) throw new Error('no bout is on');
    await countShifts(page);
    await prepare(context, run, { language: 'EN', fan: await enter(5) });
    await page.goto(`/live/${id}`);
    await untilPictureMoves(page);
    const sender = await connectEventSocket(run, (await enter(4)).accessToken);
    try {
      // The page needs content that could shift.
      const text = `Come on ${randomUUID().slice(0, 8)}`;
      const line = { program_live_id: id, chat_message_id: randomUUID(), text };
      expect(await ask(sender, 'chat:send', line)).toMatchObject({ ok: true });
      const lines = page.getByRole('log', { name: 'Chat messages' });
      await expect(lines.getByText(text)).toBeVisible();

      const pinned = page.getByRole('status', { name: 'Pinned message' });
      const pin = () =>
        operateOn('chat', 'pin', id, 'เริ่มสองทุ่ม', '--en', 'Starts at eight', ...REASON);
      const pinShift = await shiftOf(page, pin, () =>
        expect(pinned.getByText('Starts at eight')).toBeVisible(),
      );
      expect(pinShift).toBeLessThan(SHIFT_MAX);

      const ring = page.getByRole('region', { name: 'The bout' });
      const between = page.getByText('Cheering opens when a bout is on');
      const end = () => operateOn('show', 'result', bout, 'blue', 'tko', '4', ...REASON);
      const endShift = await shiftOf(page, end, () => expect(between).toBeVisible());
      expect(endShift).toBeLessThan(SHIFT_MAX);

      const withdraw = () => operateOn('show', 'withdraw', bout, ...REASON);
      const withdrawShift = await shiftOf(page, withdraw, () =>
        expect(ring.getByText('Result withdrawn')).toBeVisible(),
      );
      expect(withdrawShift).toBeLessThan(SHIFT_MAX);
      await expect(page.getByRole('button', { name: 'Cheer blue' })).toBeVisible();
    } finally {
      sender.close();
      await operateOn('chat', 'unpin', id, ...REASON);
    }
  },
);
