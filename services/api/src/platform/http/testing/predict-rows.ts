import type { Row, Subject, World } from './caller-rows.ts';

const ofProgram = (_subject: Subject, world: World) => ({
  params: { program_id: world.predicted.program },
});

/** The game is not available to members of partners. */
const NOT_EXTERNAL = { external: '403 predict_external' } as const;

/** Rows of the prediction game. */
export const PREDICT_ROWS = {
  'GET /predict/current': { call: () => ({}), due: 200 },
  'GET /predict/{program_id}/mine': { call: ofProgram, due: 200, but: NOT_EXTERNAL },
  'PUT /predict/{program_id}': {
    call: (subject, world) => ({
      ...ofProgram(subject, world),
      body: { picks: world.predicted.picks },
    }),
    due: 200,
    but: NOT_EXTERNAL,
  },
  'GET /predict/history': { call: () => ({}), due: 200, but: NOT_EXTERNAL },
  'GET /predict/rank': { call: () => ({}), due: 200 },
  'GET /predict/rank/mine': {
    call: () => ({ query: { period: 'all' } }),
    due: 200,
    but: NOT_EXTERNAL,
  },
} satisfies Record<string, Row>;
