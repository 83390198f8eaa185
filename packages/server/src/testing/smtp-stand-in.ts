/** An SMTP server on a local port: keeps what it is sent, and replies as the test says. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { MailServer } from '../mail/smtp-mailer.ts';

interface ReceivedMail {
  /** Addresses of the envelope. */
  readonly from: string;
  readonly to: string;
  readonly headers: string;
  /** Decoded. */
  readonly text: string;
}

/** A function gets the text of the last mail. */
type Reply = string | ((text: string) => string);

export interface SmtpStandIn extends AsyncDisposable {
  /** With a login. */
  readonly server: MailServer;
  readonly mails: ReceivedMail[];
  /** The commands so far, without arguments. */
  readonly commands: string[];
  /** Replies by command, instead of a success. `GREETING` is the first, before any command; an empty one is not sent. */
  readonly replies: Record<string, Reply>;
  /** Resolves at the next connection. */
  connected(): Promise<unknown>;
}

const SUCCESS: Readonly<Record<string, string>> = {
  GREETING: '220 stand-in',
  EHLO: '250-stand-in\r\n250 AUTH PLAIN',
  AUTH: '235 accepted',
  DATA: '354 go ahead',
  // At the end of the data.
  '.': '250 queued',
  QUIT: '221 bye',
};

export async function openSmtpStandIn(): Promise<SmtpStandIn> {
  const mails: ReceivedMail[] = [];
  const commands: string[] = [];
  const replies: Record<string, Reply> = {};
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => void serve(socket)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');

  async function serve(socket: Socket): Promise<void> {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const reply = (command: string) => {
      const chosen = replies[command] ?? SUCCESS[command] ?? '250 ok';
      const text = typeof chosen === 'string' ? chosen : chosen(mails.at(-1)?.text ?? '');
      if (text !== '') socket.write(`${text}\r\n`);
    };
    reply('GREETING');
    const envelope = { from: '', to: '' };
    let data: string[] | null = null;
    for await (const line of createInterface({ input: socket })) {
      if (data !== null && line !== '.') {
        // A leading dot is doubled (RFC 5321, 4.5.2).
        data.push(line.replace(/^\./, ''));
        continue;
      }
      if (data !== null) mails.push({ ...envelope, ...parse(data.join('\n')) });
      const command = line.split(' ')[0] ?? '';
      data = command === 'DATA' ? [] : null;
      const [, path = ''] = /<(.*)>/.exec(line) ?? [];
      if (command === 'MAIL') envelope.from = path;
      if (command === 'RCPT') envelope.to = path;
      commands.push(command);
      reply(command);
    }
  }

  return {
    server: { host: '127.0.0.1', port: address.port, tls: false, login: { user: 'relay', pass: 'secret' } },
    mails,
    commands,
    replies,
    connected: () => once(listener, 'connection'),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** Of quoted-printable text. */
function parse(message: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = message.indexOf('\n\n');
  const bytes = message
    .slice(end + 2)
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { headers: message.slice(0, end), text: Buffer.from(bytes, 'latin1').toString('utf8') };
}
