import { UsageError } from './command-line.ts';

/** Runs a command and prints its result or error. Prints the usage after a mistake on the command line. */
export async function runCommand(
  command: (args: readonly string[]) => Promise<unknown>,
  usage = '',
): Promise<void> {
  try {
    const answer = await command(process.argv.slice(2));
    console.log(typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(error instanceof UsageError ? `${message}\n\n${usage}` : message);
    process.exitCode = 1;
  }
}
