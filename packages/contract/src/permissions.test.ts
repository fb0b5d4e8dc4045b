import { expect, test } from 'vitest';
import { may, PERMISSION_ROLES, PERMISSIONS, STAFF_ROLES } from './permissions.ts';

test('an owner has every permission', () => {
  expect(PERMISSIONS.filter((permission) => !may('owner', permission))).toEqual([]);
});

test('a viewer only reads', () => {
  expect(PERMISSIONS.filter((permission) => may('viewer', permission))).toEqual([
    'see_show',
    'read_money_reports',
    'own_account',
  ]);
});

test('staff, the catalogue, sanctions, jobs, refunds of outages and the switches of the site belong to the owner alone', () => {
  const alone = PERMISSIONS.filter((permission) => PERMISSION_ROLES[permission].length === 1);
  expect(alone).toEqual([
    'refund_outages',
    'manage_members',
    'manage_catalogue',
    'switch_site',
    'run_jobs',
    'read_audit',
    'manage_staff',
  ]);
});

test('every role has a permission that another one lacks, or only reads', () => {
  for (const role of STAFF_ROLES) {
    expect(may(role, 'see_show'), role).toBe(true);
    expect(may(role, 'own_account'), role).toBe(true);
  }
});
