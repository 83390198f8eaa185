/** Describing where a gateway connects. */
import { expect, it } from 'vitest';
import { accountWords } from './gateways-screen.tsx';

it('shows the host and the user of an account as configured', () => {
  const smpp = (settings: Record<string, string | number | boolean>) =>
    accountWords({ kind: 'smpp', settings });
  expect(smpp({ host: 'smsc.example', systemId: 'acme' })).toBe('smsc.example as acme');
  expect(smpp({ host: 'smsc.example', port: 3550, tls: true, systemId: 'acme' })).toBe(
    'smsc.example:3550 (TLS) as acme',
  );
  const twilio = (settings: Record<string, string>) => accountWords({ kind: 'twilio', settings });
  expect(twilio({ accountSid: 'AC1' })).toBe('Twilio as AC1');
  expect(twilio({ baseUrl: 'https://api.example', accountSid: 'AC1' })).toBe('https://api.example as AC1');
  expect(accountWords({ kind: 'smpp', settings: null })).toBe('');
});
