import { expect, it } from 'vitest';
import { QUERY_MARK, QueryTemplate } from './query-template.ts';

const TEXT = `#EXTM3U\na${QUERY_MARK}\nb${QUERY_MARK}\nb${QUERY_MARK}`;

it('appends a query of any length to each address', () => {
  const template = new QueryTemplate(TEXT);
  for (const query of ['?token=T', '?token=a-longer-one', '?', '?token=T']) {
    const filled = template.fill(query);
    expect(filled.toBuffer().toString()).toBe(TEXT.replaceAll(QUERY_MARK, query));
    expect(filled.length).toBe(filled.toBuffer().length);
  }
});

it('keeps the queries of two viewers apart', () => {
  const template = new QueryTemplate(TEXT);
  const [one, other] = [template.fill('?token=one'), template.fill('?token=other')];
  expect(one.toBuffer().toString()).toBe(TEXT.replaceAll(QUERY_MARK, '?token=one'));
  expect(other.toBuffer().toString()).toBe(TEXT.replaceAll(QUERY_MARK, '?token=other'));
});

it('leaves a text without addresses unchanged', () => {
  expect(new QueryTemplate('#EXTM3U\n').fill('?token=T').toBuffer().toString()).toBe('#EXTM3U\n');
});

it('writes into a larger buffer at an offset and changes nothing around it', () => {
  const target = Buffer.alloc(20, '.');
  new QueryTemplate(`a${QUERY_MARK}b${QUERY_MARK}c`).fill('?q').copyTo(target, 3);
  expect(target.toString()).toBe('...a?qb?qc..........');
});
