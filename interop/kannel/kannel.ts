/** Kannel, started for a test: bearerbox and smsbox in a folder of their own, stopped and removed with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../free-ports.ts';
import { requireProgram } from '../foreign-programs.ts';
import { getOnce } from '../one-request.ts';
import { waitUntil } from '../wait-until.ts';
import { kannelConfig, type KannelOptions, SENDER } from './kannel-config.ts';
import { type KannelStatus, readStatus } from './kannel-status.ts';

/** The most recipients of one call: `to` is one line of the request. */
export const MOST_RECIPIENTS = 100;
const STOP_MS = 5_000;
/**
 * Kannel's log levels: warnings of the bearerbox, of the smsbox only why it died. Left to itself it writes every PDU to
 * the log, and is measured doing that; and the smsbox complains of every receipt that it has no address to tell of.
 */
const LOG_LEVELS = { bearerbox: '2', smsbox: '4' } as const;

export interface KannelMessage {
  /** E.164. */
  readonly from: string;
  /** E.164, at most {@link MOST_RECIPIENTS}. */
  readonly to: readonly string[];
  readonly text: string;
  /** By default GSM 03.38. */
  readonly isUcs2?: boolean;
  /** Whether a receipt of the end is asked for, good or bad; by default yes. */
  readonly wantsReceipt?: boolean;
}

export interface Kannel {
  /** Hands a message over by HTTP. @throws Error where Kannel does not take it */
  send(message: KannelMessage): Promise<void>;
  status(): Promise<KannelStatus>;
  /** The last that it said: warnings and errors. */
  words(): string;
  /** Both processes, for their processor time. */
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Resolves once its link is bound and it takes messages. @throws Error with its words, where that takes too long */
export async function startKannel(options: KannelOptions, bindWithinMs = 60_000): Promise<Kannel> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kannel-'));
  const file = path.join(folder, 'kannel.conf');
  const [admin = 0, boxes = 0, http = 0] = await freePorts(3);
  await writeFile(file, kannelConfig(options, { admin, boxes, http }));
  const running: ChildProcess[] = [];
  const said: string[] = [];

  function run(name: keyof typeof LOG_LEVELS): void {
    const child = spawn(requireProgram(name), ['-v', LOG_LEVELS[name], file], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => void said.push(chunk.toString()));
    running.push(child);
    // Whoever dies of an error must not leave it behind.
    const kill = () => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
  }

  const words = () => said.join('').slice(-2_000);

  async function stop(): Promise<void> {
    // The smsbox first: a bearerbox waits for what it has in hand.
    for (const child of running.toReversed()) await end(child);
    await rm(folder, { recursive: true, force: true });
  }

  async function whenReady(): Promise<void> {
    run('bearerbox');
    await waitUntil('the bearerbox to answer', () => readStatus(admin));
    run('smsbox');
    const isReady = async () => {
      const status = await readStatus(admin);
      return status?.isOnline && status.hasSmsbox ? true : undefined;
    };
    await waitUntil('Kannel to bind', isReady, { withinMs: bindWithinMs });
    await waitUntil('the smsbox to listen', () =>
      getOnce(`http://127.0.0.1:${http}/`).then(
        () => true,
        () => undefined,
      ),
    );
  }

  await whenReady().catch(async (error: unknown) => {
    await stop();
    throw new Error(`Kannel did not start: ${words()}`, { cause: error });
  });

  return {
    async send({ from, to, text, isUcs2 = false, wantsReceipt = true }) {
      const query = new URLSearchParams({ ...SENDER, from, to: to.join(' '), text, charset: 'UTF-8' });
      if (isUcs2) query.set('coding', '2');
      if (wantsReceipt) query.set('dlr-mask', '3');
      const { status, body } = await getOnce(`http://127.0.0.1:${http}/cgi-bin/sendsms?${query.toString()}`);
      if (status !== 202) throw new Error(`Kannel answered ${status}: ${body}`);
    },
    async status() {
      const status = await readStatus(admin);
      if (status === undefined) throw new Error(`Kannel is gone: ${words()}`);
      return status;
    },
    words,
    pids: running.map(({ pid }) => pid ?? 0),
    stop,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(giveUp);
}
