import type { Endpoint } from '@sangwian/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { admitStaff, type StaffRequest } from './admit-staff.ts';
import type { Staff } from './handler.ts';

const NOW = new Date('2026-11-22T14:00:00Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

const ORDERS: Endpoint = {
  summary: 'Refunds an order',
  tag: 'Operator',
  caller: 'operator',
  identity: 'staff',
  permission: 'manage_orders',
  data: z.object({}),
  errors: [],
};
const CASHIER: Staff = {
  staffId: 'malee',
  name: 'Malee',
  role: 'cashier',
  credential: { kind: 'session', sessionId: 's', csrfToken: 'the token of the page' },
  provedAt: minutesAgo(1),
};
const READ: StaffRequest = { method: 'GET', csrfToken: undefined, now: NOW };
const WRITE: StaffRequest = { method: 'POST', csrfToken: 'the token of the page', now: NOW };

const codeOf = (endpoint: Endpoint, staff: Staff, request: StaffRequest): string => {
  try {
    admitStaff(endpoint, staff, request);
    return 'admitted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a staff account', () => {
  test('is admitted if its role has the permission', () => {
    expect(codeOf(ORDERS, CASHIER, READ)).toBe('admitted');
    expect(codeOf(ORDERS, { ...CASHIER, role: 'moderator' }, READ)).toBe(
      'staff_permission_missing',
    );
  });

  test('can write only with the CSRF token of its page', () => {
    expect(codeOf(ORDERS, CASHIER, WRITE)).toBe('admitted');
    for (const csrfToken of [undefined, '', 'another token of a page', ['the token of the page']]) {
      expect(codeOf(ORDERS, CASHIER, { ...WRITE, csrfToken })).toBe('csrf_token_invalid');
    }
  });

  test('has to repeat an old second factor before a sensitive operation', () => {
    const sensitive: Endpoint = { ...ORDERS, sensitive: true };
    expect(codeOf(sensitive, { ...CASHIER, provedAt: minutesAgo(4.9) }, WRITE)).toBe('admitted');
    for (const provedAt of [minutesAgo(5), null]) {
      expect(codeOf(sensitive, { ...CASHIER, provedAt }, WRITE)).toBe('staff_proof_needed');
    }
  });
});

describe('a personal access token', () => {
  const token = (scopes: readonly ('manage_orders' | 'see_show')[]): Staff => ({
    ...CASHIER,
    credential: { kind: 'token', tokenId: 't', scopes },
    provedAt: null,
  });

  test('needs no CSRF token, but the scope of the permission', () => {
    const write = { ...WRITE, csrfToken: undefined };
    expect(codeOf(ORDERS, token(['manage_orders']), write)).toBe('admitted');
    expect(codeOf(ORDERS, token(['see_show']), write)).toBe('staff_permission_missing');
  });

  test('loses a scope with the role of its owner', () => {
    const demoted: Staff = { ...token(['manage_orders']), role: 'viewer' };
    expect(codeOf(ORDERS, demoted, WRITE)).toBe('staff_permission_missing');
  });
});

test('an endpoint without a permission is closed to staff', () => {
  const open: Endpoint = {
    summary: 'Home',
    tag: 'Live',
    caller: 'browser',
    identity: 'visitor',
    data: z.object({}),
    errors: [],
  };
  expect(codeOf(open, CASHIER, READ)).toBe('staff_permission_missing');
});
