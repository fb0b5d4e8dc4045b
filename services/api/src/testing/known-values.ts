/** Calls an operation of the API. The type contains only the fields of the response that are read here. */
type Ask = (operation: string) => Promise<{ readonly body: { readonly data: never } }>;

/**
 * Returns values from the sample season by the names of the contract's fields. With these values, requests pass the
 * checks of ids and reach the code that processes their texts.
 */
export async function knownValues(
  ask: Ask,
  programLiveId: string,
): Promise<Record<string, unknown>> {
  interface Live {
    readonly program_id: string;
    readonly current_match_live_id: string;
    readonly streams: readonly {
      readonly match_live_stream_id: string;
      readonly channel_id: string;
    }[];
    readonly matches: readonly {
      readonly match_id: string;
      readonly red: { readonly fighter_id: string };
    }[];
  }
  const live: Live = (await ask(`GET /live/${programLiveId}`)).body.data;
  const [gift]: readonly { gift_id: string }[] = (await ask('GET /gift')).body.data;
  const { divisions }: { divisions: readonly { division_id: string }[] } = (
    await ask('GET /fighter/filters')
  ).body.data;
  const [stream] = live.streams;
  const [match] = live.matches;
  return {
    program_live_id: programLiveId,
    program_id: live.program_id,
    match_live_id: live.current_match_live_id,
    match_live_stream_id: stream?.match_live_stream_id,
    key: stream?.match_live_stream_id,
    channel_id: stream?.channel_id,
    live_id: programLiveId,
    build: 'entry-client-B7x',
    match_id: match?.match_id,
    fighter_id: match?.red.fighter_id,
    division: divisions[0]?.division_id,
    gift_id: gift?.gift_id,
    password: 'ringside1',
    confirm_password: 'ringside1',
    old_password: 'ringside1',
    new_password: 'newringside2',
    first_name: 'สมชาย',
    last_name: 'ใจดี',
    birth_day: 1,
    birth_month: 1,
    birth_year: 1990,
    pin: '824613',
    target: '/live',
    return_path: '/wallet',
    endpoint: 'https://push.example/1',
    corner: 'red',
  };
}
