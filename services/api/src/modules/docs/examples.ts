import type { Operation, RequestOf } from '@sangwian/contract/contract';

type BodyOf<Op extends Operation> = RequestOf<Op> extends { body: infer Body } ? Body : never;

const watching = {
  member_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c11',
  watch_token: '6b1f9d1e-0a55-4f0e-9d0b-2d2a2f0f8c1a',
};

const BODIES = {
  'POST /auth/member/login-v2': { phone: '0812345001', password: 'ringside1' },
  'POST /memberWatchStream/joinWatchStream': watching,
  'PUT /memberWatchStream/leaveWatchStream': watching,
} satisfies { [Op in Operation]?: BodyOf<Op> };

/** What the reference shows beside a body or an error; people and ids are invented. */
export const EXAMPLES: {
  readonly requestId: string;
  readonly bodies: { readonly [Op in Operation]?: unknown };
} = { requestId: '0b6f9c4e-6f0e-4c0f-9a54-0f5b5d1f5f3a', bodies: BODIES };
