import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { StaffRole } from '@sangwian/contract/permissions';

const NAMES: Record<StaffRole, MessageDescriptor> = {
  owner: msg`Owner`,
  show_caller: msg`Show caller`,
  cashier: msg`Cashier`,
  moderator: msg`Chat moderator`,
  editor: msg`Editor`,
  viewer: msg`Viewer`,
};

/** The purpose of each role, in one sentence. */
const TASKS: Record<StaffRole, MessageDescriptor> = {
  owner: msg`Everything, including staff, roles and switches`,
  show_caller: msg`Runs the show: rounds, results, gifts, announcements`,
  cashier: msg`Orders, slips and refunds; confirms results`,
  moderator: msg`Chat, reports, time-outs up to 7 days`,
  editor: msg`Programme, fighters, posters and banners`,
  viewer: msg`Reads tonight and the reports`,
};

/** Returns the names of the roles in the displayed language. */
export function useRoleName(): (role: StaffRole) => string {
  const { i18n } = useLingui();
  return (role) => i18n._(NAMES[role]);
}

/** Returns the purpose of each role in the displayed language. */
export function useRoleTask(): (role: StaffRole) => string {
  const { i18n } = useLingui();
  return (role) => i18n._(TASKS[role]);
}
