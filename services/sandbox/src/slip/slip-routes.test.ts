import { readSlipQr } from '@sangwian/money/slip-qr';
import Fastify from 'fastify';
import { decodeQRBatch } from 'qr/decode.js';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { readSlipReceiver } from './slip-receiver.ts';
import { addSlipMaker } from './slip-routes.ts';

// Rendering a picture occupies a core, which other tests may be using.
vi.setConfig({ testTimeout: 20_000 });

const NOW = new Date('2026-11-21T12:05:09Z');
const RECEIVER = { name: 'บริษัท สังเวียน จำกัด', number: '123-4-56789-0' };

let server = Fastify();
let draws = 0;
beforeEach(() => {
  server = Fastify();
  draws = 0;
  addSlipMaker(
    server,
    RECEIVER,
    () => NOW,
    () => {
      draws += 1;
      return draws / 1_000_000;
    },
  );
});

const draw = (query = '') => server.inject(`/sandbox/slip.png?${query}`);
const openPage = async (query = '') => (await server.inject(`/sandbox/slip?${query}`)).body;

/** Reads the small QR code of a picture. */
async function readCode(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [found = []] = await decodeQRBatch([{ width, height, data: new Uint8Array(data) }], {
    timeLimit: 1_000,
  });
  return found.map((text) => (typeof text === 'string' ? readSlipQr(text) : null)).find(Boolean);
}

describe('the picture', () => {
  it('contains bank and reference in its small code', async () => {
    const answer = await draw('order=SW-7K2M&satang=103000&bank=014&reference=20261121ABC');
    expect(answer.headers['content-type']).toBe('image/png');
    expect(await readCode(answer.rawPayload)).toEqual({
      bankCode: '014',
      reference: '20261121ABC',
    });
  });

  it('has a new reference each time unless one is given', async () => {
    const [first, second] = [await draw(), await draw()];
    expect(first.headers['x-slip-reference']).toBe('20261121190509000001');
    expect(second.headers['x-slip-reference']).toBe('20261121190509000002');
  });

  it.each([
    ['blur=little', true],
    ['turn=12', true],
    ['turn=90', true],
    ['turn=180&blur=little', true],
    ['blur=much', false],
    ['code=none', false],
  ])('with %s is readable: %s', async (query, isReadable) => {
    const code = await readCode((await draw(`${query}&reference=R1`)).rawPayload);
    expect(code?.reference).toBe(isReadable ? 'R1' : undefined);
  });

  it('is drawn for any values', async () => {
    const odd = 'satang=-1&at=never&bank=x&reference=%3C&blur=9&order=%3Cscript%3E&turn=45';
    expect((await draw(odd)).statusCode).toBe(200);
  });
});

describe('the page', () => {
  it('is prefilled from the order and escapes text', async () => {
    const page = await openPage('order=%3Cb%3ESW&satang=103000');
    expect(page).toContain('value="1030.00"');
    expect(page).toContain('value="&#60;b&#62;SW"');
    expect(page).not.toContain('<b>');
    expect(page).toContain(RECEIVER.name);
    expect(page).toMatch(/src="\/sandbox\/slip\.png\?[^"]*satang=103000/);
  });

  it('accepts an amount in baht and offers the previous reference', async () => {
    expect(await openPage('baht=49.5&reference=FIRST')).toContain('satang=4950');
    expect(await openPage('fresh=1&reference=FIRST')).toMatch(/reference=FIRST[^"]*">[^<]*FIRST/);
  });
});

test('the receiver is the first account of BANK_ACCOUNTS', () => {
  const accounts = JSON.stringify([{ bank: '999', number: '1', name_th: 'ก', name_en: 'A' }]);
  expect(readSlipReceiver(accounts)).toEqual({ name: 'ก', number: '1' });
  for (const text of ['', '[]', '{}', 'x']) {
    expect(readSlipReceiver(text).number).toBe('000-0-00000-0');
  }
});
