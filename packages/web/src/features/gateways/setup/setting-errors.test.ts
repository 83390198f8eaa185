/** Where the server's errors about a gateway are shown. */
import { expect, it } from 'vitest';
import { HttpError } from '../../../api/http.ts';
import { asLabeled, gatewayErrors, missingErrors } from './setting-errors.ts';

function refused(status: number, problem: object): HttpError {
  return new HttpError(status, JSON.stringify(problem));
}
const errorsOf = (...errors: [field: string, message: string][]) =>
  gatewayErrors(
    refused(422, { errors: errors.map(([field, message]) => ({ field, code: 'setting', message })) }),
    'smpp',
  );

it("shows each message at its field, with the field's label", () => {
  expect(
    errorsOf(
      ['settings.window', 'window must be a whole number from 1 to 1000.'],
      ['settings.responseTimeoutMs', 'responseTimeoutMs must be a whole number from 100 to 120000.'],
      ['name', 'Enter a name of 1 to 60 letters, digits, spaces, dots or dashes.'],
    ),
  ).toEqual({
    fields: {
      'settings.window': 'Window must be a whole number from 1 to 1000.',
      'settings.responseTimeoutMs': 'Response timeout must be a whole number from 100 to 120000.',
      name: 'Enter a name of 1 to 60 letters, digits, spaces, dots or dashes.',
    },
    others: [],
  });
});

it('finds the field of a message that starts with its name, and shows others at the top', () => {
  expect(errorsOf(['settings', 'tlsCert and tlsKey must be set together.'])).toEqual({
    fields: {
      'settings.tlsCert': 'Client certificate and “Client key” must be set together.',
    },
    others: [],
  });
  expect(
    errorsOf(['settings', 'The settings are too many.'], ['kind', 'There is no such kind.']).others,
  ).toEqual(['The settings are too many.', 'There is no such kind.']);
});

it('shows a name conflict at the name, and messages about no field at the top', () => {
  const taken = refused(409, { code: 'gateway.name-taken', detail: 'There is one already.' });
  expect(gatewayErrors(taken, 'smpp').fields).toEqual({ name: 'There is one already.' });
  const unreachable = refused(409, { code: 'gateway.no-public-url', detail: 'Set PUBLIC_URL.' });
  expect(gatewayErrors(unreachable, 'twilio')).toEqual({ fields: {}, others: ['Set PUBLIC_URL.'] });
  const broken = refused(500, { code: 'internal', detail: 'Something went wrong here.', requestId: 'r-1' });
  expect(gatewayErrors(broken, 'smpp').others).toEqual(['Something went wrong here. (Request r-1)']);
  expect(gatewayErrors(new HttpError(502, '<html>'), 'smpp').others).toEqual([
    'The server answered with status 502.',
  ]);
  expect(gatewayErrors(new TypeError('Failed to fetch'), 'smpp').others[0]).toMatch(/could not be reached/);
});

it('says which settings are missing', () => {
  expect(missingErrors(['settings.host'])).toEqual({
    fields: { 'settings.host': 'Required.' },
    others: [],
  });
});

it('leaves plain words in the middle of a sentence alone', () => {
  expect(asLabeled('port must be a whole number from 1 to 65535.', 'twilio')).toBe(
    'port must be a whole number from 1 to 65535.',
  );
  expect(asLabeled('from must be a number in E.164 like "+1", or left out.', 'twilio')).toBe(
    'Send from must be a number in E.164 like "+1", or left out.',
  );
  expect(asLabeled('The carrier refused. Check systemId and password.', 'smpp')).toBe(
    'The carrier refused. Check “System ID” and password.',
  );
  expect(asLabeled('throughput must be a number, or null for no limit.', 'smpp')).toBe(
    'Throughput must be a number, or leave it empty for no limit.',
  );
});
