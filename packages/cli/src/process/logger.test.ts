import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function logged(pretty: boolean, level: 'debug' | 'info' = 'info') {
  const lines: string[] = [];
  const log = createLogger({ level, pretty, output: { write: (line) => void lines.push(line) } });
  return { log, lines };
}

describe('the log', () => {
  it('is one JSON object per line, with time, level and message', () => {
    const { log, lines } = logged(false);
    log.info({ port: 3000 }, 'listening');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      port: 3000,
      msg: 'listening',
    });
  });

  it('omits lines below its level', () => {
    const { log, lines } = logged(false);
    log.debug({}, 'detail');
    expect(lines).toEqual([]);
  });

  it.each([false, true])('contains no secret, however deeply nested (pretty: %s)', (pretty) => {
    const { log, lines } = logged(pretty);
    const secret = 'hunter2';
    log.info(
      {
        password: secret,
        settings: { adminPassword: secret, databaseUrl: secret },
        gateway: { settings: { password: secret } },
        req: { headers: { cookie: secret, authorization: secret, 'x-xsrf-token': secret } },
        handset: { key: secret },
      },
      'started',
    );
    expect(lines.join('')).toContain('started');
    expect(lines.join('')).not.toContain(secret);
  });

  it('logs what explains an error, but not the connection that a driver attaches', () => {
    const { log, lines } = logged(false);
    const cause = new TypeError('deep');
    const error = new Error('lost', { cause });
    log.warn(
      { err: Object.assign(error, { code: '57P01', client: { host: '/tmp/x' } }) },
      'lost a connection',
    );
    const { err } = JSON.parse(lines[0] ?? '') as { err: object };
    expect(err).toEqual({
      type: 'Error',
      message: 'lost',
      code: '57P01',
      stack: error.stack,
      cause: { type: 'TypeError', message: 'deep', stack: cause.stack },
    });
  });

  it('does not quote a row that the database refused', () => {
    const { log, lines } = logged(false);
    const refused = { code: '23514', detail: 'Failing row contains (1, hunter2).' };
    log.error({ err: Object.assign(new Error('violates a check'), refused) }, 'a request failed');
    const elsewhere = { code: '57P03', detail: 'The database is starting.' };
    log.error({ err: Object.assign(new Error('not now'), elsewhere) }, 'a request failed');
    expect(lines[0]).toContain('23514');
    expect(lines[0]).not.toContain('hunter2');
    expect(lines[1]).toContain(elsewhere.detail);
  });

  it.each([false, true])('stays one line whatever its fields contain (pretty: %s)', (pretty) => {
    const { log, lines } = logged(pretty);
    const forged = 'x\n12:30:05 info  a login succeeded\u2028\u001B[2J';
    log.info({ route: forged, nested: { route: forged } }, 'request');
    expect(lines.join('')).toMatch(/^\P{Cc}+\n$/u);
  });

  it('is one readable line at a terminal, with the stack of an error below', () => {
    const { log, lines } = logged(true);
    log.info({ port: 3000, where: 'a b' }, 'listening');
    log.error({ err: new Error('no luck') }, 'stopped');
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}listening port=3000 where="a b"\n$/u);
    expect(lines[1]).toContain('error stopped');
    expect(lines[1]).toMatch(/\n {2}Error: no luck\n {6}at /u);
  });
});
