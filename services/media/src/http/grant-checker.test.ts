import { sealGrant } from '@sangwian/node-kit/playback-grant';
import { describe, expect, it } from 'vitest';
import { GrantChecker } from './grant-checker.ts';
import { RevocationList } from './revocation-list.ts';

const NOW_MS = 1_000_000;
const seal = (
  fields: Partial<{ path: string; watchSessionId: string; expiresAtS: number }> = {},
  secret = 'secret',
) =>
  sealGrant({ path: 'ch', watchSessionId: 'w', expiresAtS: NOW_MS / 1000 + 60, ...fields }, secret);

function startGrants() {
  const revocations = new RevocationList();
  return { revocations, grants: new GrantChecker('secret', revocations) };
}

describe('the grant checker', () => {
  it('admits a grant of this channel on every check', () => {
    const { grants } = startGrants();
    const token = seal();
    for (let time = 0; time < 3; time += 1) {
      expect(grants.check('ch', token, NOW_MS)).toMatchObject({ watchSessionId: 'w' });
    }
  });

  it('refuses missing, forged and expired grants, and those of other channels', () => {
    const { grants } = startGrants();
    expect(grants.check('ch', '', NOW_MS)).toBe('token_missing');
    expect(grants.check('ch', seal({}, 'guess'), NOW_MS)).toBe('grant_invalid');
    expect(grants.check('ch', seal({ expiresAtS: NOW_MS / 1000 }), NOW_MS)).toBe('grant_invalid');
    expect(grants.check('other', seal(), NOW_MS)).toBe('grant_invalid');
    expect(grants.check('ch', 'garbage', NOW_MS)).toBe('grant_invalid');
  });

  it('refuses a grant that expires or is revoked while it is cached', () => {
    const { grants, revocations } = startGrants();
    const token = seal();
    const other = seal({ watchSessionId: 'v' });
    grants.check('ch', token, NOW_MS);
    grants.check('ch', other, NOW_MS);
    expect(grants.check('ch', token, NOW_MS + 60_000)).toBe('grant_invalid');
    revocations.add([{ watchSessionId: 'w', expiresAtMs: NOW_MS + 60_000 }], NOW_MS);
    expect(grants.check('ch', token, NOW_MS)).toBe('grant_invalid');
    expect(grants.check('ch', other, NOW_MS)).toMatchObject({ watchSessionId: 'v' });
  });

  it('stays correct with more tokens than it caches', () => {
    const { grants } = startGrants();
    const tokens = Array.from({ length: 45_000 }, (_, index) =>
      seal({ watchSessionId: `w${index}` }),
    );
    for (const token of tokens) grants.check('ch', token, NOW_MS);
    expect(grants.check('ch', tokens[0]!, NOW_MS)).toMatchObject({ watchSessionId: 'w0' });
    expect(grants.check('ch', tokens[44_999]!, NOW_MS)).toMatchObject({ watchSessionId: 'w44999' });
  });
});

describe('revocations', () => {
  it('are removed once their grants have expired', () => {
    const { revocations } = startGrants();
    revocations.add(
      [
        { watchSessionId: 'a', expiresAtMs: 10 },
        { watchSessionId: 'b', expiresAtMs: 30 },
        { watchSessionId: 'c', expiresAtMs: 5 },
      ],
      5,
    );
    expect(revocations.has('c')).toBe(false);
    revocations.prune(10);
    expect([revocations.has('a'), revocations.has('b'), revocations.size]).toEqual([
      false,
      true,
      1,
    ]);
  });

  it('are limited in number: those that expire first are evicted', () => {
    const { revocations } = startGrants();
    const many = Array.from({ length: 500_010 }, (_, index) => ({
      watchSessionId: `w${index}`,
      expiresAtMs: 1_000 + index,
    }));
    revocations.add(many, 0);
    expect(revocations.size).toBe(500_000);
    expect([revocations.has('w9'), revocations.has('w10')]).toEqual([false, true]);
  });
});
