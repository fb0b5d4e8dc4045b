import { z } from 'zod';
import { endpoints, pageQuery } from '../../endpoint.ts';
import { MemberId } from '../../ids.ts';
import { Movement } from '../coins.ts';

const params = z.object({ member_id: MemberId });
const lookUp = {
  tag: 'Operator: members',
  caller: 'operator',
  identity: 'staff',
  permission: 'look_up_members',
} as const;

export const operatorLedgerEndpoints = endpoints({
  'GET /operator/member/{member_id}/movement': {
    summary: 'The ledger lines of a member with the balance after each, the latest first',
    ...lookUp,
    params,
    query: z.object(pageQuery),
    data: Movement,
    list: true,
    errors: ['member_not_found'],
  },
  'GET /operator/member/{member_id}/movement/csv': {
    summary: 'The ledger lines of a member as CSV',
    ...lookUp,
    params,
    data: z.object({ file_name: z.string(), csv: z.string() }),
    errors: ['member_not_found'],
  },
});
