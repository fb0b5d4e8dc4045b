import { ProgramLiveId } from '@sangwian/contract/ids';
import { describe, expect, it } from 'vitest';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import { groupsAfter, ListPosition, packPosition } from './list-cursor.ts';

const position = {
  status: 'not_started' as const,
  at: new Date('2026-11-21T12:00:00.123Z'),
  programLiveId: ProgramLiveId.parse('0199a000-0000-7000-8000-000000000001'),
};

describe('the cursor of the live list', () => {
  it('decodes to the encoded position, exact to the millisecond', () => {
    expect(openCursor(sealCursor(packPosition(position)), ListPosition)).toEqual(position);
  });

  it.each([
    '',
    'x',
    'bm90IGpzb24',
    Buffer.from('["ended",1]').toString('base64url'),
    Buffer.from('["soon",1,"0199a000-0000-7000-8000-000000000001"]').toString('base64url'),
    Buffer.from('["ended",1e300,"0199a000-0000-7000-8000-000000000001"]').toString('base64url'),
    Buffer.from('["ended",1,"\' or 1=1"]').toString('base64url'),
  ])('refuses an invalid cursor: %j', (cursor) => {
    expect(() => openCursor(cursor, ListPosition)).toThrow('Please check');
  });

  it('continues in its group and the groups after it', () => {
    expect(groupsAfter(null, undefined)).toEqual(['in_progress', 'not_started', 'ended']);
    expect(groupsAfter(position, undefined)).toEqual(['not_started', 'ended']);
    expect(groupsAfter(null, 'ended')).toEqual(['ended']);
    expect(groupsAfter(position, 'in_progress')).toEqual([]);
  });
});
