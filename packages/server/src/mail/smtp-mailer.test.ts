/** The SMTP mailer against a server on a local port: encryption, and the sentences for failures. */
import { silentLog } from '@textprobe/database/core/log';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { expect, test } from 'vitest';
import { openSmtpStandIn } from '../testing/smtp-stand-in.ts';
import { createSmtpMailer, type MailServer } from './smtp-mailer.ts';

const FROM = { name: 'Textprobe, Inc.', address: 'textprobe@example.com' };
const MAIL = { to: 'vera@example.com', subject: 'Grüße', text: 'Hello Véra,\n.\nhttps://example.com/#x\n' };

const send = (server: MailServer) =>
  createSmtpMailer({ server, from: FROM }, { clock: createManualClock(0), log: silentLog }).send(MAIL);

test('a mail arrives as written, from the sender of MAIL_FROM', async () => {
  await using smtp = await openSmtpStandIn();
  expect(await send(smtp.server)).toEqual({ ok: true });
  const [mail] = smtp.mails;
  expect(mail).toMatchObject({ from: FROM.address, to: MAIL.to });
  expect(mail?.text.trim()).toBe(MAIL.text.trim());
  expect(mail?.headers).toContain('From: "Textprobe, Inc." <textprobe@example.com>');
  expect(mail?.headers).toContain('Auto-Submitted: auto-generated');
  expect(smtp.commands).toContain('AUTH');
});

test('the password of a server that is not on this machine is never sent without encryption', async () => {
  await using smtp = await openSmtpStandIn();
  smtp.replies.STARTTLS = '502 not offered';
  // Reaches this machine, but is no loopback address.
  const remote = { ...smtp.server, host: '0.0.0.0' };
  const reason = '0.0.0.0 refused to encrypt the connection (STARTTLS): 502 not offered';
  expect(await send(remote)).toEqual({ ok: false, reason });
  expect(smtp.commands).not.toContain('AUTH');
  // Without a login there is nothing to protect but the mail: a relay in the same network may have no certificate.
  expect(await send({ ...remote, login: null })).toEqual({ ok: true });
});

test('a server that cannot be reached is named, with the cause', async () => {
  const smtp = await openSmtpStandIn();
  await smtp[Symbol.asyncDispose]();
  const { port } = smtp.server;
  const reason = `The connection to 127.0.0.1:${port} failed: connect ECONNREFUSED 127.0.0.1:${port}.`;
  expect(await send(smtp.server)).toEqual({ ok: false, reason });
});
