/** Links by mail, over HTTP and a local SMTP server (ACCT-4). */
import { calls } from '@textprobe/contract/calls';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '@textprobe/contract/headers';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { MAIL_LIMIT_MS } from '../../mail/mailer.ts';
import { createSmtpMailer } from '../../mail/smtp-mailer.ts';
import { openSmtpStandIn } from '../../testing/smtp-stand-in.ts';
import { at } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD, USERNAME } from '../../testing/test-server.ts';

const { inviteAccount, createAccountLink, listAccounts, changeAccount, acceptLink } = calls;
const { requestAccount, signupRequests, approveSignup } = calls;
const CONSOLE = 'http://console.example';
const NEW_PASSWORD = 'a password of her own';

const smtp = await openSmtpStandIn();
afterAll(() => smtp[Symbol.asyncDispose]());
const mailClock = createManualClock(0);
const lines: string[] = [];
const mailer = createSmtpMailer(
  { server: smtp.server, from: { name: 'Textprobe', address: 'textprobe@example.com' } },
  { clock: mailClock, log: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }) },
);
const { server, client } = await openTestServer({ publicUrl: CONSOLE, mailer });

beforeEach(() => {
  smtp.mails.length = 0;
  for (const command of Object.keys(smtp.replies)) delete smtp.replies[command];
});

const INVITATION = { name: '', email: 'vera@example.com', role: 'viewer', partnerIds: null };
const invite = (username: string, change: object = {}) =>
  client.call(inviteAccount, { body: { username, ...INVITATION, ...change } });
const tokenOf = (link: string) => new URL(link).hash.slice(1);
const accept = (link: string, password = NEW_PASSWORD) =>
  server.visitor().call(acceptLink, { body: { token: tokenOf(link), password }, token: null });

/** The only link in the only mail. */
function mailedLink(): string {
  expect(smtp.mails).toHaveLength(1);
  const links = smtp.mails[0]?.text.match(/\bhttps?:\S+/g) ?? [];
  expect(links).toHaveLength(1);
  return links[0] ?? '';
}

function expectNotLogged(link: string): void {
  expect(lines.join() + JSON.stringify(server.logged)).not.toContain(tokenOf(link));
}

test('ACCT-4 an invitation is mailed, says who invited and how long it works, and its link sets a password', async () => {
  const made = await invite('vera', { name: 'Vera Lind' });
  expect(made.mail).toEqual({ state: 'sent', reason: null });
  const [mail] = smtp.mails;
  expect(mail).toMatchObject({ from: 'textprobe@example.com', to: 'vera@example.com' });
  expect(mail?.headers).toContain('Subject: Your invitation to Textprobe');
  expect(mail?.text).toContain('Hello Vera Lind,');
  expect(mail?.text).toContain(`${USERNAME} has invited you to Textprobe.`);
  expect(mail?.text).toContain('works once within 72 hours');
  expect(mail?.text).toContain('Your username is vera.');
  const link = mailedLink();
  expect(link).toBe(made.inviteUrl);
  expect(link).toMatch(new RegExp(`^${CONSOLE}/welcome#`));
  expectNotLogged(link);
  await accept(link);
  expect((await server.visitor().login('vera', NEW_PASSWORD)).status).toBe(200);
});

test('ACCT-4 a reset link is mailed to the current address', async () => {
  const { id, inviteUrl } = await invite('wanda');
  await accept(inviteUrl);
  const body = { ...INVITATION, email: 'wanda@example.com' };
  await client.call(at(changeAccount, id), { body });
  smtp.mails.length = 0;
  const reset = await client.call(at(createAccountLink, id));
  expect(reset.mail).toEqual({ state: 'sent', reason: null });
  expect(mailedLink()).toBe(reset.url);
  expect(smtp.mails).toMatchObject([
    {
      to: 'wanda@example.com',
      headers: expect.stringContaining('Subject: Choose a new password for Textprobe'),
    },
  ]);
  expect(smtp.mails[0]?.text).toContain('within 24 hours');
  await accept(mailedLink(), 'the newest password');
  expect((await server.visitor().login('wanda', 'the newest password')).status).toBe(200);
});

test('ACCT-8 an approved request keeps its email, unless the administrator enters another', async () => {
  for (const [username, change, email] of [
    ['rita', {}, 'asked@example.com'],
    ['ruth', { email: 'corrected@example.com' }, 'corrected@example.com'],
  ] as const) {
    const requested = { username, email: 'asked@example.com', password: PASSWORD };
    await server.visitor().call(requestAccount, { body: requested, token: null });
    const [open] = await client.call(signupRequests);
    const body = { role: 'viewer', partnerIds: null, ...change };
    expect(await client.call(at(approveSignup, open?.id), { body })).toMatchObject({ username, email });
  }
  expect(smtp.mails).toEqual([]);
});

test('ACCT-4 without an address nothing is mailed, and the answer says so', async () => {
  const { id, mail } = await invite('xenia', { email: '' });
  expect(mail).toEqual({ state: 'no-address', reason: null });
  const emailAfter = async (body: object) => (await client.call(at(changeAccount, id), { body })).email;
  const { email: _kept, ...others } = INVITATION;
  expect(await emailAfter(INVITATION)).toBe('vera@example.com');
  expect(await emailAfter(others)).toBe('vera@example.com');
  expect(await emailAfter({ ...INVITATION, email: '' })).toBe('');
  expect((await client.call(at(createAccountLink, id))).mail.state).toBe('no-address');
  expect(smtp.mails).toEqual([]);
});

test('ACCT-4 a repeated request is answered with the same link, and mails it once', async () => {
  const asked = {
    body: { username: 'yara', ...INVITATION },
    headers: { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() },
  };
  const first = await client.call(inviteAccount, asked);
  const response = await client.send('POST', inviteAccount.path, asked);
  expect(response.headers.get(IDEMPOTENCY_REPLAYED_HEADER)).toBe('true');
  expect(await response.json()).toEqual({ ...first, mail: { state: 'unknown', reason: null } });
  expect(first.mail.state).toBe('sent');
  expect(mailedLink()).toBe(first.inviteUrl);
});

test('ACCT-4 if the mail server refuses, the answer says why, nothing of the link is logged, and the copied link works', async () => {
  smtp.replies.AUTH = '535 5.7.8 authentication failed';
  const first = await invite('zoe');
  const reason = '127.0.0.1 refused the username or password of SMTP_URL: 535 5.7.8 authentication failed';
  expect(first.mail).toEqual({ state: 'failed', reason });
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ code: 'EAUTH', responseCode: 535 });

  delete smtp.replies.AUTH;
  smtp.replies.RCPT = '550 no such mailbox';
  const second = await client.call(at(createAccountLink, first.id));
  expect(second.mail.reason).toBe('127.0.0.1 refused the mail: 550 no such mailbox');

  // As spam filters do: the reply quotes the mail.
  delete smtp.replies.RCPT;
  smtp.replies['.'] = (text) => `554 rejected: ${/http\S+/.exec(text)?.[0]}`;
  const third = await client.call(at(createAccountLink, first.id));
  expect(third.mail.reason).toContain(`554 rejected: ${third.url}`);
  expectNotLogged(third.url);
  await accept(third.url);
});

test('ACCT-4 if the mail server does not answer, the invitation is answered within 15 s', async () => {
  smtp.replies.GREETING = '';
  const connected = smtp.connected();
  const made = invite('una');
  await connected;
  // The invitation is committed while the mail is sent.
  expect((await client.call(listAccounts)).some(({ username }) => username === 'una')).toBe(true);
  await mailClock.advance(MAIL_LIMIT_MS);
  const { mail, inviteUrl: link } = await made;
  expect(mail).toEqual({ state: 'failed', reason: '127.0.0.1 did not answer within 15 s.' });
  expectNotLogged(link);
  await accept(link);
});
