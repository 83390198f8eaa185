/** Turns a line of the JSON log into one that a person reads at a terminal. */

interface LogLine {
  readonly level: string;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

/** ANSI colours; the word stands beside them, so none is needed to understand the line. */
const COLOURS: Readonly<Record<string, string>> = {
  debug: '\u001B[2m',
  warn: '\u001B[33m',
  error: '\u001B[31m',
};
const PLAIN = '\u001B[0m';

/**
 * `12:30:05 warn  the sentence  field=value`, with an error's stack on the lines below.
 * @param json one line as pino writes it; anything else is passed on as it is
 */
export function formatLogLine(json: string): string {
  let line: LogLine;
  try {
    line = JSON.parse(json) as LogLine;
  } catch {
    return json;
  }
  const { level, time, msg = '', err, ...fields } = line;
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${showValue(value)}`);
  const head = [time.slice(11, 19), level.padEnd(5), msg, ...rest].join(' ');
  const colour = COLOURS[level];
  const stack = err === undefined ? '' : `\n  ${(err.stack ?? err.message ?? '').replaceAll('\n', '\n  ')}`;
  return `${colour === undefined ? head : `${colour}${head}${PLAIN}`}${stack}\n`;
}

function showValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/u.test(value) ? value : JSON.stringify(value);
}
