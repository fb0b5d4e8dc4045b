import { randomUUID } from 'node:crypto';
import { retryDuringKills } from './chaos-calls.ts';
import { type ChaosScene, count, expectStatus, type FanBook, openBook } from './chaos-scene.ts';
import { PACKAGES } from './fan-actions.ts';

const GRANT_SATANG = [1_000, 30_000, 100_000] as const;
/** The balance may change between reading it and the deletion. */
const LEAVE_TRIES_MAX = 4;

/** Buys on the partner's account; a second use of the token must be refused. */
export async function buyExternally(scene: ChaosScene, book: FanBook): Promise<void> {
  const { calls, random, world } = scene;
  const { fan } = book;
  if (!fan.isPartners) return;
  const chosen = random.pick(PACKAGES);
  const token = await world.signPurchase({
    memberId: fan.memberId,
    maxSatang: random.pick(GRANT_SATANG),
    jti: `storm:${randomUUID()}`,
  });
  const body = { package_id: chosen.id, expected_satang: chosen.satang };
  const buy = (key: string) => calls.api('/external/member/purchase', { token, body, key });
  const key = randomUUID();
  const isTwice = random.isOneIn(4);
  const answers = await Promise.all(isTwice ? [buy(key), buy(randomUUID())] : [buy(key)]);
  for (const answer of answers) {
    // The token of a deleted member is refused.
    expectStatus('a purchase', [201, 401, 403, 409, 429], answer, book);
    count(scene, answer.status === 201 ? 'external purchase' : 'external refused');
    if (answer.status === 201) book.orderIds.add(answer.body.data.order.order_id);
  }
  const bought = answers.filter(({ status }) => status === 201);
  if (bought.length > 1) throw new Error(`one token bought twice: ${JSON.stringify(answers)}`);
  if (bought.length === 0 || !random.isOneIn(4)) return;
  const again = await buy(randomUUID());
  expectStatus('a token that was used', [401, 409], again, book);
}

/** Deletes the account at any time and replaces the fan by a new one. */
export async function leave(scene: ChaosScene, book: FanBook): Promise<void> {
  const { calls, world, books, gone } = scene;
  const { fan } = book;
  if (book.state !== 'here') return;
  book.state = 'leaving';
  for (let tries = 0; tries < LEAVE_TRIES_MAX; tries += 1) {
    const { balance } = await retryDuringKills(() => world.wallet.readWallet(fan.memberId));
    const answer = await calls.api(`/auth/member/${fan.memberId}`, {
      method: 'DELETE',
      fan,
      body: { expected_coins: balance },
    });
    // A retry after a lost response comes from a deleted member (401).
    const isGone = answer.status === 200 || answer.status === 401;
    if (isGone) {
      book.state = 'gone';
      gone.push(book);
      books[books.indexOf(book)] = openBook(
        await retryDuringKills(() => world.makeFan(fan.isPartners)),
      );
      count(scene, 'account deleted');
      return;
    }
    expectStatus('leaving', [403, 409], answer);
    if (answer.body.status !== 'price_changed') break;
  }
  book.state = 'here';
  count(scene, 'account stays');
}
