import type { CallStaff, Command } from '../call-staff.ts';

/**
 * Runs a command against canned responses. @returns the requests that change something; if there are none, all requests
 */
export async function recordCalls(
  command: Command,
  answers: Readonly<Record<string, unknown>> = {},
): Promise<(readonly [operation: string, request: unknown])[]> {
  const calls: [string, unknown][] = [];
  const call = async (operation: string, request: unknown) => {
    calls.push([operation, request]);
    return answers[operation] ?? { data: {} };
  };
  await command(call as unknown as CallStaff);
  const changes = calls.filter(([operation]) => !operation.startsWith('GET '));
  return changes.length > 0 ? changes : calls;
}
