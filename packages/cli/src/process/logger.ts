/**
 * The program's log: JSON lines, or readable lines at a terminal. It goes to stderr, so that stdout has only the output of
 * commands.
 */
import pino, { type Logger as PinoLogger } from 'pino';

/** A pino logger. */
export type Logger = PinoLogger;

/** The destination of log lines, called once per line. */
interface LogOutput {
  write(line: string): void;
}

const STDERR = 2;

/** Fields that must never be logged, at the top level of a line or up to two levels below. */
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
 * @param options.level the minimum level
 * @param options.pretty readable lines instead of JSON
 * @param options.output default: stderr, written synchronously so that the last lines before a crash are not lost
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
 * The fields of an error that are logged. Drivers attach whole connections to theirs (pg its client with all settings), so
 * only the fields named here are included.
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
 * Whether the detail of a database error quotes a row (SQLSTATE classes 22 and 23: 'Failing row contains (…)',
 * 'Key (code)=(…) already exists'), which would reveal the text or code of a message.
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

/** ANSI colors, in addition to the name of the level. */
const COLORS: Readonly<Record<string, string>> = {
  debug: '\u001B[2m',
  warn: '\u001B[33m',
  error: '\u001B[31m',
};
const PLAIN = '\u001B[0m';

/**
 * Formats `12:30:05 warn  message  field=value`, with an error's stack on the lines below.
 * @param json a line of pino; any other text is returned unchanged
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
  const color = COLORS[level];
  const stack = err === undefined ? '' : `\n  ${(err.stack ?? err.message ?? '').replaceAll('\n', '\n  ')}`;
  return `${color === undefined ? head : `${color}${head}${PLAIN}`}${stack}\n`;
}

function showValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/u.test(value) ? value : JSON.stringify(value);
}
