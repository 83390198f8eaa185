/** Sends each mail over its own connection to an SMTP server. Logs failures, but no addresses and no contents. */
import { isIP } from 'node:net';
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';
import { createTransport, type NodemailerError } from 'nodemailer';
import { MAIL_LIMIT_MS, type Mailer } from './mailer.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  readonly tls: boolean;
  /** Null: without login. */
  readonly login: { readonly user: string; readonly pass: string } | null;
}

export interface SmtpOptions {
  readonly server: MailServer;
  readonly from: { readonly name: string; readonly address: string };
}

/** A reply of a server can have many lines. */
const REPLY_LIMIT = 200;

export function createSmtpMailer(
  { server, from }: SmtpOptions,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Mailer {
  const { host, port, tls: secure, login } = server;
  const transport = createTransport({
    host,
    port,
    secure,
    ...(login !== null && { auth: { ...login } }),
    // Otherwise anyone on the way could remove the offer of STARTTLS, and read the password.
    requireTLS: login !== null && !isLoopback(host),
    // A server on this machine often has a self-signed certificate, and no network is in between.
    tls: { rejectUnauthorized: !isLoopback(host) },
  });

  return {
    async send({ to, subject, text }) {
      const deadline = new AbortController();
      const cancel = clock.after(MAIL_LIMIT_MS, () => deadline.abort());
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          // Keeps automatic replies away (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: deadline.signal,
        });
        return { ok: true };
      } catch (error) {
        const { code, responseCode } = error as NodemailerError;
        log.warn({ server: host, code, responseCode }, 'a mail could not be sent');
        return { ok: false, reason: reasonOf(error as NodemailerError, server) };
      } finally {
        cancel();
      }
    },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function reasonOf({ code, response, message }: NodemailerError, { host, port }: MailServer): string {
  if (code === 'EABORT') return `${host} did not answer within ${MAIL_LIMIT_MS / 1_000} s.`;
  if (response === undefined) return `The connection to ${host}:${port} failed: ${message}.`;
  const reply = response.replace(/\s+/gu, ' ').trim().slice(0, REPLY_LIMIT);
  if (code === 'ETLS') return `${host} refused to encrypt the connection (STARTTLS): ${reply}`;
  if (code === 'EAUTH') return `${host} refused the username or password of SMTP_URL: ${reply}`;
  return `${host} refused the mail: ${reply}`;
}
