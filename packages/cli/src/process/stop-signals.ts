/**
 * Hears that the program is to end: Ctrl-C, SIGTERM, a closed terminal, or the death of the launcher that started it.
 *
 * One Ctrl-C arrives several times: the terminal sends it to the whole group, and npm and the launcher pass on what they
 * get. Repeats within a second count as one; only a later one means that somebody is out of patience.
 */
import type { Clock } from '@textprobe/domain/clock';

/** Milliseconds in which a repeated signal is taken for an echo of the first. */
const ECHO_MS = 1_000;

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** What asked the program to end. */
export type StopReason = keyof typeof EXIT_CODES | 'the launcher is gone';

/** The part of `process` that is needed here. */
export interface SignalledProgram {
  on(event: string, hear: (reason: StopReason) => void): unknown;
  off(event: string, hear: (reason: StopReason) => void): unknown;
  exit(code: number): void;
  /** To the launcher, where there is one. */
  readonly channel?: { unref(): void } | null | undefined;
}

/**
 * Calls `onStop` once, at the first request to end. A further signal after more than a second ends the process at once,
 * with the exit code a shell gives for that signal; the next start clears up.
 * @param program whose signals are heard; tests put a stand-in here
 * @returns a function that stops listening
 */
export function listenForStop(
  clock: Clock,
  onStop: (reason: StopReason) => void,
  program: SignalledProgram = process,
): () => void {
  let heardAt: number | undefined;

  function hear(reason: StopReason): void {
    if (heardAt === undefined) {
      heardAt = clock.now();
      onStop(reason);
    } else if (reason in EXIT_CODES && clock.now() - heardAt > ECHO_MS) {
      program.exit(EXIT_CODES[reason as keyof typeof EXIT_CODES]);
    }
  }

  const signals = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];
  const onDisconnect = (): void => hear('the launcher is gone');
  for (const signal of signals) program.on(signal, hear);
  program.on('disconnect', onDisconnect);
  // Listening for the channel's end would keep the process alive by itself.
  program.channel?.unref();
  return () => {
    for (const signal of signals) program.off(signal, hear);
    program.off('disconnect', onDisconnect);
  };
}
