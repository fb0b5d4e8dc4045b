import type { Operation, RequestOf } from '@sangwian/contract/contract';

type BodyOf<Op extends Operation> = RequestOf<Op> extends { body: infer Body } ? Body : never;

const watching = {
  member_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c11',
  watch_token: '6b1f9d1e-0a55-4f0e-9d0b-2d2a2f0f8c1a',
};

const otpToken = 'h7Jm2xv0oQn4zYt9cRk5sWb3eLp8uGd1fAi6qTnXrVM';

const newMember = {
  first_name: 'สมศรี',
  last_name: 'ใจงาม',
  birth_day: 29,
  birth_month: 2,
  birth_year: 2000,
  phone: '0812345099',
  gender: 'female',
  agree_terms: true,
  otp_token: otpToken,
} as const;
const password = { password: 'ringside-72', confirm_password: 'ringside-72' };

const BODIES = {
  'POST /auth/member/send-otp': { phone: '0812345099', purpose: 'register' },
  'POST /auth/member/verify-otp': { otp_ref: 'BCDF23', otp: '123456' },
  'POST /auth/member/register-v2': { ...newMember, ...password },
  'POST /auth/member/register': {
    ...newMember,
    registration_token: 'Qw8nZk3Jt6LmXc1Vb5Rp0Ys9Hd2Fg7Ae4UiOoTjEsKM',
  },
  'POST /auth/member/login-v2': { phone: '0812345001', password: 'ringside1' },
  'POST /order': { package_id: 5, expected_satang: 30_000 },
  'POST /order/{order_id}/pay': {
    method: 'promptpay',
    return_path: '/wallet/confirm-order',
    expected_satang: 30_000,
  },
  'POST /memberWatchStream/joinWatchStream': watching,
  'PUT /memberWatchStream/leaveWatchStream': watching,
  'POST /live/{program_live_id}/unlock': { expected_coins: 99 },
  'POST /gift/send': {
    match_live_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44',
    corner: 'red',
    gift_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c55',
    quantity: 3,
    expected_coins: 30,
  },
  'PUT /push/subscription': {
    endpoint: 'https://fcm.googleapis.com/fcm/send/cPz4Xo9TqLk:APA91bHq',
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  'PUT /program/{program_id}/reminder': { match_id: null, leads: ['hour', 'start'] },
  'PUT /follow': { type: 'fighter', id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c77' },
  'PUT /notice/read': { up_to: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c99' },
  'PUT /predict/{program_id}': {
    picks: [
      {
        match_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c66',
        red_fighter_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c77',
        blue_fighter_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c88',
        winner: 'red',
        method: 'tko',
        round: 3,
      },
    ],
  },
  'POST /redeem/useRedeem': { code: 'SAWASDEE' },
} satisfies { [Op in Operation]?: BodyOf<Op> };

/**
 * Example request bodies of the API reference, and the request id of its example errors. All people and ids are invented.
 */
export const EXAMPLES: {
  readonly requestId: string;
  readonly bodies: { readonly [Op in Operation]?: unknown };
} = { requestId: '0b6f9c4e-6f0e-4c0f-9a54-0f5b5d1f5f3a', bodies: BODIES };
