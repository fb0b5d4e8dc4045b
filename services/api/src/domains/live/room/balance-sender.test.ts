import type { MemberId } from '@sangwian/contract/ids';
import { expect, it } from 'vitest';
import { createBalanceSender } from './balance-sender.ts';

const [ANAN, MALEE, AWAY] = ['anan', 'malee', 'away'] as MemberId[] as [
  MemberId,
  MemberId,
  MemberId,
];

/** A sender whose reads wait until the test completes them with the balance of that moment. */
function startSender() {
  const reads: {
    readonly memberIds: readonly MemberId[];
    readonly complete: (balance: number) => void;
    readonly fail: () => void;
  }[] = [];
  const sent: [MemberId, number][] = [];
  const warnings: unknown[] = [];
  const send = createBalanceSender({
    wallet: {
      readWallets: (memberIds) =>
        new Promise((resolve, reject) => {
          reads.push({
            memberIds,
            complete: (balance) =>
              resolve(new Map(memberIds.map((id) => [id, { balance, owed: 0 }]))),
            fail: () => reject(new Error('no database')),
          });
        }),
    },
    hasSocketHere: (memberId) => memberId !== AWAY,
    emit: (memberId, { balance }) => sent.push([memberId, balance]),
    logger: { warn: (fields: unknown) => warnings.push(fields) },
  });
  return { send, reads, sent, warnings };
}

it('reads again after a change during a read, so that the latest balance is sent last', async () => {
  const { send, reads, sent } = startSender();
  send([ANAN, MALEE]);
  send([ANAN]);
  send([ANAN]);
  expect(reads).toHaveLength(1);
  reads[0]?.complete(100);
  await expect.poll(() => reads).toHaveLength(2);
  expect(reads[1]?.memberIds).toEqual([ANAN]);
  reads[1]?.complete(95);
  await expect.poll(() => sent).toHaveLength(3);
  expect(sent).toEqual([
    [ANAN, 100],
    [MALEE, 100],
    [ANAN, 95],
  ]);
});

it('reads no balance of members without a socket on this node', () => {
  const { send, reads } = startSender();
  send([AWAY]);
  expect(reads).toEqual([]);
});

it('continues after a failed read', async () => {
  const { send, reads, sent, warnings } = startSender();
  send([ANAN]);
  send([MALEE]);
  reads[0]?.fail();
  await expect.poll(() => reads).toHaveLength(2);
  reads[1]?.complete(7);
  await expect.poll(() => sent).toEqual([[MALEE, 7]]);
  expect(warnings).toHaveLength(1);
});
