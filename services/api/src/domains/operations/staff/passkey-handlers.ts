import type { Operation } from '@sangwian/contract/contract';
import type { Handlers } from '../../../platform/http/handler.ts';
import { beginInvitedPasskey } from './accept-invitation.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  listPasskeys,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from './passkeys.ts';
import { presentMe } from './present-me.ts';
import type { RecordSignIn } from './record-sign-in.ts';
import type { StaffDeps } from './staff-deps.ts';

const SIGN_IN: Operation = 'POST /operator/passkey/sign-in';

const subjectOf = (subjectId: string) => ({ subjectType: 'staff_passkey', subjectId });

/** Creates the handlers for signing in with a passkey and for the first passkey of an invited account. */
export const visitorPasskeyHandlers = (deps: StaffDeps, record: RecordSignIn): Handlers => ({
  'POST /operator/passkey/sign-in/options': async (call) => ({
    data: { ...(await beginPasskeySignIn(deps, call)) },
  }),
  'POST /operator/passkey/sign-in': async ({ body, ...call }) => {
    const staff = await signInByPasskey(deps, body.credential, call);
    await record(SIGN_IN, staff, call);
    return { data: await presentMe(deps, staff) };
  },
  'POST /operator/invitation/passkey': async ({ body, ...call }) => ({
    data: { ...(await beginInvitedPasskey(deps, body.token, call)) },
  }),
});

/** Creates the handlers for the passkeys of the signed-in account and for a proof by passkey. */
export const passkeyHandlers = (deps: StaffDeps): Handlers => ({
  'POST /operator/passkey/proof/options': async ({ staff, ...call }) => ({
    data: { ...(await beginPasskeyProof(deps, staff, call)) },
  }),
  'POST /operator/passkey/proof': async ({ staff, body, ...call }) => {
    const provedAt = await proveByPasskey(deps, staff, body.credential, call);
    return { data: await presentMe(deps, { ...staff, provedAt }) };
  },
  'GET /operator/passkey': async ({ staff }) => ({
    data: await listPasskeys(deps, staff.staffId),
  }),
  'POST /operator/passkey/options': async ({ staff, ...call }) => ({
    data: { ...(await beginPasskey(deps, staff, call)) },
  }),
  'POST /operator/passkey': async ({ staff, body, audit, ...call }) => {
    const data = await addPasskey(deps, staff, body, call);
    audit?.note({ ...subjectOf(data.staff_passkey_id), after: { name: data.name } });
    return { data };
  },
  'PUT /operator/passkey/{staff_passkey_id}': async ({ staff, params, body, audit }) => {
    audit?.note(subjectOf(params.staff_passkey_id));
    return { data: await renamePasskey(deps, staff, params.staff_passkey_id, body.name) };
  },
  'DELETE /operator/passkey/{staff_passkey_id}': async ({ staff, params, audit }) => {
    audit?.note(subjectOf(params.staff_passkey_id));
    await removePasskey(deps, staff, params.staff_passkey_id);
    return { data: {} };
  },
});
