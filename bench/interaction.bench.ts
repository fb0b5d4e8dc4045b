import { randomUUID } from 'node:crypto';
import type { Live } from '@sangwian/contract/endpoints/live';
import type { Browser, Page } from 'playwright-core';
import { type Fan, findLiveOn, signIn } from '../e2e/support/fan.ts';
import { registerMember } from '../e2e/support/new-member.ts';
import { ask, connectEventSocket } from '../e2e/support/socket.ts';
import { type RunFile, readRunFile, type Stack, startStack } from '../e2e/support/start-stack.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { launchBrowser, signPageIn, untilFirstFrame } from './support/browser.ts';
import { type LayoutShift, sumOf, worstSession } from './support/layout-shifts.ts';
import { IN_USE_SCREENS, startEvening, visitInUse } from './support/live-in-use.ts';

/** Slow mode allows each member one message in three seconds; the demo crowd chats as well. */
const CHATTERS = 64;
const LINE_EVERY_MS = 3_300;
const MEASURED_MS = 30_000;
const GOAL_MS = 100;
const GOAL_SHIFT = 0.02;
/** Reasons of refused messages. A refusal means that the load was lower than planned. */
const refusals = new Set<string>();

/** Members who send a small gift each second. */
const GIVERS = 5;
const GIFT_EVERY_MS = 1_000;

interface Recording {
  /** Duration of each interaction from the input to the next frame, as reported by the browser. */
  readonly durationsMs: number[];
  /** Time from each press of the send button to the frame that shows the gift. */
  readonly echoesMs: number[];
}

/** Starts recording interactions in the page. */
const watchPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const slowest = new Map<number, number>();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, duration } = entry as { interactionId?: number; duration: number };
        if (!interactionId) continue;
        slowest.set(interactionId, Math.max(slowest.get(interactionId) ?? 0, duration));
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const echoesMs: number[] = [];
    let pressedMs: number | null = null;
    document.addEventListener(
      'click',
      ({ target, timeStamp }) => {
        const button = target instanceof Element ? target.closest('button') : null;
        if (button?.textContent?.startsWith('Cheer for') === true) pressedMs = timeStamp;
      },
      true,
    );
    const isEcho = (node: Node): boolean =>
      node instanceof Element &&
      (node.closest('[data-own]') !== null || node.querySelector('[data-own]') !== null);
    new MutationObserver((mutations) => {
      const nodes = mutations.flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
      const beganMs = pressedMs;
      if (beganMs === null || !nodes.some(isEcho)) return;
      pressedMs = null;
      requestAnimationFrame(() => echoesMs.push(performance.now() - beganMs));
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    Object.assign(window, {
      readRecording: () => ({ durationsMs: [...slowest.values()], echoesMs }),
    });
  });

const readPage = (page: Page): Promise<Recording> =>
  page.evaluate(() => (window as unknown as { readRecording: () => Recording }).readRecording());

/** Uses the page as a fan: panels, gifts, chat. */
async function use(page: Page, untilMs: number): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  while (Date.now() < untilMs) {
    for (const name of ['Supporters', 'Chat']) await page.getByRole('tab', { name }).tap();
    await box.tap();
    await box.pressSequentially('What a round', { delay: 60 });
    await box.fill('');
    await page.getByRole('button', { name: 'Cheer red' }).tap();
    await page.getByRole('button', { name: /^Garland/ }).tap();
    await page.getByRole('button', { name: /^Cheer for/ }).tap();
    await page.getByRole('button', { name: 'Close', exact: true }).tap();
  }
}

/** Lets members chat continuously. @returns a function that stops them */
async function startChat(run: RunFile, programLiveId: string): Promise<() => void> {
  const chatters: Fan[] = [];
  for (let count = 0; count < CHATTERS; count += 1) chatters.push(await registerMember(run));
  const ends = await Promise.all(
    chatters.map(async (fan, index) => {
      const socket = await connectEventSocket(run, fan.accessToken);
      let sentCount = 0;
      const sendNext = (): void => {
        sentCount += 1;
        const text = `Talker ${index} says line ${sentCount} about this round`;
        const line = { program_live_id: programLiveId, chat_message_id: randomUUID(), text };
        void ask(socket, 'chat:send', line).then(
          ({ ok, error }) => (ok ? undefined : refusals.add(error?.status ?? '')),
          () => refusals.add('no answer'),
        );
      };
      // Staggered, like people who chat.
      const first = (index * LINE_EVERY_MS) / CHATTERS;
      const timers: NodeJS.Timeout[] = [];
      timers.push(setTimeout(() => timers.push(setInterval(sendNext, LINE_EVERY_MS)), first));
      return () => {
        for (const timer of timers) clearInterval(timer);
        socket.disconnect();
      };
    }),
  );
  return () => {
    for (const end of ends) end();
  };
}

/** Lets members send gifts continuously. @returns a function that stops them */
async function startGifts(run: RunFile, live: Live): Promise<() => void> {
  const bout = live.current_match_live_id;
  if (bout === null) throw new Error('no bout is on');
  const givers = await Promise.all(Array.from({ length: GIVERS }, (_, n) => signIn(run, n + 2)));
  const [gift] = (await givers[0]?.call('GET /gift', {}))?.data ?? [];
  if (gift === undefined) throw new Error('there are no gifts');
  const timers = givers.map((fan, index) =>
    setInterval(() => {
      const body = {
        match_live_id: bout,
        corner: index % 2 === 0 ? 'red' : 'blue',
        gift_id: gift.gift_id,
        quantity: 1,
        expected_coins: gift.coins,
      };
      void fan
        .call('POST /gift/send', { body, idempotencyKey: randomUUID() })
        .catch((error: Error) => refusals.add(`gift: ${error.message}`));
    }, GIFT_EVERY_MS),
  );
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

const worstOf = (sessions: readonly (readonly LayoutShift[])[]): readonly LayoutShift[] =>
  sessions.reduce((worst, session) => (sumOf(session) > sumOf(worst) ? session : worst), []);

/** Describes a session of layout shifts by its sum and its largest shift. */
const describeSession = (session: readonly LayoutShift[]): string => {
  const [largest] = [...session].sort((a, b) => b.value - a.value);
  return [sumOf(session).toFixed(3), largest?.source ?? ''].join(' ').trim();
};

interface Interactions {
  readonly durationsMs: readonly number[];
  readonly echoesMs: readonly number[];
  readonly linesPerS: number;
}

/** Measures taps and typing on a phone's live page while the members chat. */
async function measureInteractions(
  stack: Stack,
  browser: Browser,
  id: string,
): Promise<Interactions> {
  const site = readRunFile(stack.dataDir);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signPageIn(page, await signIn(site));
  await page.addInitScript(() => localStorage.setItem('language', 'EN'));
  await page.goto(`${stack.url}/live/${id}`);
  await untilFirstFrame(page);
  let received = 0;
  const lines = await connectEventSocket(site, (await signIn(site, 1)).accessToken);
  lines.on('live:tick', ({ messages }: { messages: unknown[] }) => {
    received += messages.length;
  });
  await lines.emitWithAck('live:join', { program_live_id: id });
  await watchPage(page);
  const beganMs = Date.now();
  await use(page, beganMs + MEASURED_MS);
  const linesPerS = received / ((Date.now() - beganMs) / 1000);
  const { durationsMs, echoesMs } = await readPage(page);
  lines.disconnect();
  await context.close();
  return { durationsMs, echoesMs, linesPerS };
}

/** Returns the worst session of layout shifts of a visit, for each screen. */
async function measureShifts(
  stack: Stack,
  browser: Browser,
): Promise<ReadonlyMap<string, readonly LayoutShift[]>> {
  const evening = await startEvening(stack);
  const sessions = new Map<string, readonly LayoutShift[]>();
  for (const [form, screen] of Object.entries(IN_USE_SCREENS)) {
    const loads = await visitInUse(browser, evening, screen);
    sessions.set(form, worstOf(loads.map(worstSession)));
  }
  return sessions;
}

async function run(): Promise<Report> {
  const stack = await startStack();
  const browser = await launchBrowser();
  try {
    const site = readRunFile(stack.dataDir);
    const live = await findLiveOn(site);
    const { program_live_id: id } = live;
    const stops = [await startChat(site, id), await startGifts(site, live)];
    const { durationsMs, echoesMs, linesPerS } = await measureInteractions(stack, browser, id);
    const sessions = await measureShifts(stack, browser);
    for (const stop of stops) stop();
    const slowest = percentile(durationsMs, 0.98);
    const echo = percentile(echoesMs, 0.98);
    const shift = sumOf(worstOf([...sessions.values()]));
    return {
      table: [
        [
          'lines/s',
          'refused',
          'interactions over 16 ms',
          'p50 ms',
          'p98 ms',
          'slowest ms',
          'echoes',
          'echo p98 ms',
          ...[...sessions.keys()].map((form) => `shift, ${form}`),
        ],
        [
          linesPerS.toFixed(1),
          [...refusals].join(' '),
          String(durationsMs.length),
          percentile(durationsMs, 0.5).toFixed(0),
          slowest.toFixed(0),
          percentile(durationsMs, 1).toFixed(0),
          String(echoesMs.length),
          echo.toFixed(0),
          ...[...sessions.values()].map(describeSession),
        ],
      ],
      figures: [
        { id: 'interaction-p98', value: slowest, goal: GOAL_MS, sense: 'at-most', unit: 'ms' },
        { id: 'gift-echo-p98', value: echo, goal: GOAL_MS, sense: 'at-most', unit: 'ms' },
        { id: 'layout-shift-in-use', value: shift, goal: GOAL_SHIFT, sense: 'at-most', unit: '' },
      ],
    };
  } finally {
    await browser.close();
    await stack.stop();
  }
}

export const bench: Bench = {
  about:
    'taps and keys on a phone’s live page with twenty chat messages and five gifts per second, and from a press to the effect of its gift; layout shift on a phone and a desktop',
  run,
};
