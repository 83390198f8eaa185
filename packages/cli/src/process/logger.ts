/**
 * The program's log: one JSON object a line for machines, one readable line for a person at a terminal. It goes to
 * stderr, so that stdout carries only what a command answers.
 */
import pino, { type Logger as PinoLogger } from 'pino';

/** A pino logger: the fields come first, the sentence second. */
export type Logger = PinoLogger;

/** Where log lines go, one call a line. */
interface LogOutput {
  write(line: string): void;
}

const STDERR = 2;

/** What may never stand in a log, wherever somebody put it: at the top of a line, or one or two levels down. */
const SECRETS = [
  'password',
  'passwordHash',
  'adminPassword',
  'databaseUrl',
  'key',
  'token',
  'csrf',
  'secret',
  'cookie',
];
const HEADERS = ['authorization', 'cookie', '["set-cookie"]', '["x-xsrf-token"]', '["x-handset-key"]'];

/**
 * @param options.level the least that is logged
 * @param options.pretty one line for a person in place of JSON
 * @param options.output where lines go; stderr, written at once, so that the last words of a crash are not lost
 */
export function createLogger({
  level,
  pretty,
  output = pino.destination({ dest: STDERR, sync: true }),
}: {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly pretty: boolean;
  readonly output?: LogOutput;
}): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: { paths: redactedPaths(), censor: '[secret]' },
    },
    pretty ? { write: (line: string) => output.write(formatLogLine(line)) } : output,
  );
}

/**
 * What a log needs of an error. Drivers hang whole connections on theirs (pg its client, with all of its settings), so
 * nothing is taken but what is named here.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, detail } = error as { code?: unknown; detail?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof detail === 'string' && !quotesRows(code) ? { detail } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/**
 * Whether the detail of a database's error shows what stands in a row (SQLSTATE classes 22 and 23: 'Failing row contains
 * (…)', 'Key (code)=(…) already exists'): that would be the words of a message, or its code.
 */
function quotesRows(code: unknown): boolean {
  return typeof code === 'string' && /^2[23]...$/u.test(code);
}

function redactedPaths(): string[] {
  const fields = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const headers = HEADERS.flatMap((name) => {
    const last = name.startsWith('[') ? name : `.${name}`;
    return [`headers${last}`, `req.headers${last}`, `res.headers${last}`];
  });
  return [...fields, ...headers];
}

/** A line of the JSON log. */
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
function formatLogLine(json: string): string {
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
