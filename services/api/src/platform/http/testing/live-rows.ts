import { randomUUID } from 'node:crypto';
import { NOT_MINE, type Row, type Subject, type World } from './caller-rows.ts';

const watching = (subject: Subject) => ({ member_id: subject.memberId, watch_token: randomUUID() });

const ofBout = (_subject: Subject, world: World) => ({ query: { match_live_id: world.bout } });

/** Every notice is later than this id. */
const NO_NOTICE = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c99';

/** Rows of lives, watching and the chat. */
export const LIVE_ROWS = {
  'GET /live': { call: () => ({}), due: 200 },
  'GET /live/{program_live_id}': {
    call: (_subject, world) => ({ params: { program_live_id: world.tonight } }),
    due: 200,
  },
  'GET /live/{program_live_id}/mine': {
    call: (_subject, world) => ({ params: { program_live_id: world.tonight } }),
    due: 200,
  },
  'GET /replay': { call: () => ({}), due: 200 },
  'GET /live/{program_live_id}/recording': {
    call: (_subject, world) => ({ params: { program_live_id: world.tonight } }),
    due: 200,
  },
  'GET /live/{program_live_id}/replay': {
    // The live of tonight has no recording.
    call: (_subject, world) => ({ params: { program_live_id: world.tonight } }),
    due: '404 replay_not_found',
  },
  'GET /live/{program_live_id}/replay/moments': {
    // The live of tonight has no recording.
    call: (_subject, world) => ({
      params: { program_live_id: world.tonight },
      query: { from_ms: '0' },
    }),
    due: '404 replay_not_found',
  },
  'GET /live/{program_live_id}/replay/position': {
    call: (_subject, world) => ({ params: { program_live_id: world.tonight } }),
    due: 200,
  },
  'PUT /live/{program_live_id}/replay/position': {
    call: (_subject, world) => ({
      params: { program_live_id: world.tonight },
      body: { position_s: 60, watched_at: '2026-11-21T12:00:00Z' },
    }),
    due: 200,
  },
  'GET /scorecard/season': { call: () => ({}), due: 200 },
  'GET /scorecard/{match_live_id}': {
    call: (_subject, world) => ({ params: { match_live_id: world.bout } }),
    due: 200,
  },
  'PUT /scorecard/{match_live_id}/{round}': {
    call: (_subject, world) => ({
      params: { match_live_id: world.bout, round: '1' },
      body: { red: 10, blue: 9 },
    }),
    // The bout of this test is in a later round.
    due: '409 score_locked',
  },
  'GET /live/{program_live_id}/chat': {
    call: (_subject, world) => ({ params: { program_live_id: world.tonight } }),
    due: 200,
  },
  'GET /live/{program_live_id}/clip-offer': {
    // The API of this test has no ffmpeg.
    call: (_subject, world) => ({ params: { program_live_id: world.tonight } }),
    due: '409 clips_unavailable',
  },
  'POST /clip': {
    call: (_subject, world) => ({
      body: {
        clip_id: randomUUID(),
        program_live_id: world.tonight,
        starts_at: new Date().toISOString(),
        duration_ms: 20_000,
        title: 'Elbow',
      },
    }),
    due: '409 clips_unavailable',
  },
  'GET /clip/{clip_id}': {
    call: () => ({ params: { clip_id: randomUUID() } }),
    due: '404 clip_not_found',
  },
  'DELETE /clip/{clip_id}': {
    call: () => ({ params: { clip_id: randomUUID() } }),
    due: '404 clip_not_found',
  },
  'POST /clip/{clip_id}/report': {
    call: () => ({ params: { clip_id: randomUUID() }, body: { reason: 'spam' } }),
    due: '404 clip_not_found',
  },
  'GET /member/clips': { call: () => ({}), due: 200 },
  'POST /chat/reports': {
    // No test member has sent a chat line.
    call: () => ({ body: { chat_message_id: randomUUID(), reason: 'spam' } }),
    due: '404 chat_line_not_found',
  },
  'GET /chat/appeals': {
    call: (_subject, world) => ({ query: { program_live_id: world.tonight } }),
    due: 200,
  },
  'POST /chat/appeals': {
    call: (_subject, world) => ({ body: { program_live_id: world.tonight, text: 'x' } }),
    due: '409 chat_appeal_unneeded',
  },
  'GET /chat/removals/{chat_message_id}': {
    call: () => ({ params: { chat_message_id: randomUUID() } }),
    due: '404 chat_line_not_found',
  },
  'POST /chat/removals/{chat_message_id}/appeal': {
    call: () => ({ params: { chat_message_id: randomUUID() }, body: { text: 'x' } }),
    due: '404 chat_line_not_found',
  },
  'GET /chat/blocks': { call: () => ({}), due: 200 },
  'PUT /chat/blocks/{member_id}': {
    call: () => ({ params: { member_id: randomUUID() } }),
    due: '404 member_not_found',
  },
  'DELETE /chat/blocks/{member_id}': {
    call: () => ({ params: { member_id: randomUUID() } }),
    due: 200,
  },
  'POST /memberWatchStream/joinWatchStream': {
    call: (subject) => ({ body: watching(subject) }),
    due: 200,
    but: NOT_MINE,
  },
  'PUT /memberWatchStream/leaveWatchStream': {
    call: (subject) => ({ body: watching(subject) }),
    due: 200,
    but: NOT_MINE,
  },
  'GET /redist/countViewer': {
    call: (_subject, world) => ({ query: { key: world.stream } }),
    due: 200,
  },
  'POST /live/{program_live_id}/unlock': {
    // The live is free, so it is already unlocked.
    call: (_subject, world) => ({
      params: { program_live_id: world.tonight },
      body: { expected_coins: 0 },
    }),
    due: 200,
  },
  'POST /match/sumViewCount': {
    call: (_subject, world) => ({
      query: { match_live_stream_id: world.stream, match_id: world.match, channel_id: 'ring-1' },
    }),
    due: 200,
  },
  'GET /program': { call: () => ({}), due: 200 },
  'GET /program/filters': { call: () => ({}), due: 200 },
  'GET /program/calendar.ics': { call: () => ({ query: { lang: 'EN' } }), due: 200 },
  'GET /program/{program_id}': {
    call: (_subject, world) => ({ params: { program_id: world.program } }),
    due: 200,
  },
  'GET /push/key': { call: () => ({}), due: 200 },
  'PUT /push/subscription': {
    call: () => ({ body: { endpoint: 'https://push.example/1', p256dh: 'AAAA', auth: 'AAAA' } }),
    due: '409 push_unavailable',
  },
  'DELETE /push/subscription': {
    call: () => ({ body: { endpoint: 'https://push.example/1' } }),
    due: 200,
  },
  'GET /program/reminder': { call: () => ({}), due: 200 },
  'PUT /program/{program_id}/reminder': {
    call: (_subject, world) => ({
      params: { program_id: world.predicted.program },
      body: { match_id: null, leads: ['hour', 'start'] },
    }),
    due: 200,
  },
  'GET /follow': { call: () => ({}), due: 200 },
  'PUT /follow': {
    call: (_subject, world) => ({ body: { type: 'fighter', id: world.fighter } }),
    due: 200,
  },
  'DELETE /follow': {
    call: (_subject, world) => ({ body: { type: 'fighter', id: world.fighter } }),
    due: 200,
  },
  'GET /follow/next': { call: () => ({}), due: 200 },
  'GET /notice': { call: () => ({}), due: 200 },
  'GET /notice/unread': { call: () => ({}), due: 200 },
  'PUT /notice/read': { call: () => ({ body: { up_to: NO_NOTICE } }), due: 200 },
  'GET /search': { call: () => ({ query: { q: 'เพชร' } }), due: 200 },
  'GET /fighter': { call: () => ({ query: { q: 'เพชร' } }), due: 200 },
  'GET /fighter/filters': { call: () => ({}), due: 200 },
  'GET /fighter/ranking': {
    call: (_subject, world) => ({ query: { division: world.division } }),
    due: 200,
  },
  'GET /fighter/{fighter_id}': {
    call: (_subject, world) => ({ params: { fighter_id: world.fighter } }),
    due: 200,
  },
  'GET /fighter/{fighter_id}/bouts': {
    call: (_subject, world) => ({ params: { fighter_id: world.fighter } }),
    due: 200,
  },
  'GET /gift': { call: () => ({}), due: 200 },
  'POST /gift/send': {
    call: (_subject, world) => ({
      body: {
        match_live_id: world.bout,
        corner: 'red',
        gift_id: world.gift,
        quantity: 1,
        expected_coins: 1,
      },
    }),
    // No test member has coins.
    due: '409 gift_balance_insufficient',
  },
  'GET /giftLog/leaderboard': { call: ofBout, due: 200 },
  'GET /giftLog/leaderboard/mine': { call: ofBout, due: 200 },
  'GET /giftLog/encouragementBar': { call: ofBout, due: 200 },
  'GET /site/state': { call: () => ({}), due: 200 },
  'POST /telemetry': {
    call: () => ({
      body: {
        ...{ batch_id: randomUUID(), page: 'home', build: 'entry-client-B7x', playback: [] },
        faults: [{ class: 'TypeError', at: 'home-page-B7x.js:1:20', count: 1 }],
      },
    }),
    due: 200,
  },
} satisfies Record<string, Row>;
