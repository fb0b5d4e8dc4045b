import { ApiError } from '@sangwian/node-kit/api-error';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { GameDesk } from '../../sport/predict/predict.module.ts';

export interface GameDeskDeps {
  readonly bus: Bus;
  readonly game: GameDesk;
}

/** Creates the module of the console's place Game. Results are corrected by bout control. */
export function createGameDeskModule({ bus, game }: GameDeskDeps): ApiModule {
  return {
    handlers: {
      'GET /operator/game': ({ query }) => game.findPage(query),
      'GET /operator/game/{program_id}': async ({ params }) => ({
        data: await game.find(params.program_id),
      }),
      'GET /operator/game/{program_id}/effect': async ({ params, query }) => {
        const { match_id: matchId, winner, method, round = null } = query;
        const isWin = winner === 'red' || winner === 'blue';
        if (isWin === (method === 'draw' || method === 'cancelled')) {
          throw new ApiError('request_invalid', {
            details: [{ path: 'query.method', message: 'does not fit the winner' }],
          });
        }
        const result = { winner, method, round };
        return { data: await game.previewResult(params.program_id, matchId, result) };
      },
      'POST /operator/game/{program_id}/finalise': async ({ params, body, staff, audit }) => {
        const { program_id: programId } = params;
        const { reason, undecided } = body;
        audit?.note({
          ...{ subjectType: 'game', subjectId: programId, reason },
          after: { final: true, undecided_bouts: undecided },
        });
        await game.finalise(programId, undecided, staff.name);
        bus.publish('staff:changed', { topic: 'game', id: programId });
        return { data: await game.find(programId) };
      },
    },
  };
}
