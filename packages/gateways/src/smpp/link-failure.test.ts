import { SmppBindError } from '@textprobe/smpp/client';
import {
  ESME_RALYBND,
  ESME_RBINDFAIL,
  ESME_RINVPASWD,
  ESME_RINVSYSID,
  ESME_RINVSYSTYP,
  ESME_RTHROTTLED,
} from '@textprobe/smpp/command-status';
import { SmppError } from '@textprobe/smpp/session';
import { expect, test } from 'vitest';
import { smppSettings } from '../testing/smpp-rig.ts';
import { describeLinkFailure } from './link-failure.ts';

const settings = smppSettings({ host: 'smsc.example', systemId: 'acme', password: 'hush-hush' });
const describe = (error: unknown) => describeLinkFailure(error, settings);
const failedBy = (code: string) =>
  new SmppError('connect-failed', 'connecting failed', {
    cause: Object.assign(new Error(`connect ${code}`), { code }),
  });

test.each([ESME_RINVPASWD, ESME_RINVSYSID])(
  'status %i says which account was refused and what to check',
  (status) => {
    const { reason, isCredentials } = describe(new SmppBindError(status));
    expect(isCredentials).toBe(true);
    expect(reason).toMatch(/^smsc.example:2775 refused to bind "acme": .*Check systemId and password\.$/);
  },
);

test.each([
  [ESME_RBINDFAIL, 'If it stays, check systemId, password and systemType.'],
  [ESME_RINVSYSTYP, 'Check systemType.'],
])('status %i names systemType', (status, advice) => {
  const { reason, isCredentials } = describe(new SmppBindError(status));
  expect(isCredentials).toBe(false);
  expect(reason).toMatch(new RegExp(`^smsc.example:2775 refused to bind "acme": .* ${advice}$`));
});

test.each([ESME_RALYBND, ESME_RTHROTTLED])('status %i is not a credentials failure', (status) => {
  expect(describe(new SmppBindError(status)).isCredentials).toBe(false);
});

test.each([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ECONNRESET',
  'CERT_HAS_EXPIRED',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s is explained to the administrator', (code) => {
  const { reason } = describe(failedBy(code));
  expect(reason).toMatch(/^No connection to smsc.example:2775: .{20,}\.$/);
  expect(reason).toContain(code);
});

test('a host with several addresses reports the failure of the first one', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
  const cause = new AggregateError([refused, refused]);
  const { reason } = describe(new SmppError('connect-failed', 'connecting failed', { cause }));
  expect(reason).toContain('ECONNREFUSED');
});

test('any other error is reported with its own message, and never with the password', () => {
  for (const error of [
    new SmppError('timeout', 'timed out waiting for the response'),
    new Error('odd'),
    'odder',
  ]) {
    expect(describe(error).reason).toMatch(/^No connection to .*\.$/);
    expect(describe(error).reason).not.toContain('hush-hush');
  }
});
