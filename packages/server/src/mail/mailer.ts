/** The port through which features send mail. */

export interface Mail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** `reason`: a sentence for an administrator. It may quote the server, which may quote the mail: never log it. */
export type MailOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export interface Mailer {
  /** Never rejects. Ends after `MAIL_LIMIT_MS` at most. */
  send(mail: Mail): Promise<MailOutcome>;
}

/** How long a mail server may take, in milliseconds. */
export const MAIL_LIMIT_MS = 15_000;
