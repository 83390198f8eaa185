/** Starts Kannel for a test: bearerbox and smsbox in a temporary folder, which is removed when they stop. */
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

/** The most recipients per call, since `to` is one line of the request. */
export const MAX_RECIPIENTS = 100;
const STOP_MS = 5_000;
/**
 * Kannel's log levels: warnings of the bearerbox, and only fatal errors of the smsbox. By default it logs every PDU, which
 * would affect the measurement, and the smsbox complains that receipts have no callback address.
 */
const LOG_LEVELS = { bearerbox: '2', smsbox: '4' } as const;

export interface KannelMessage {
  /** E.164. */
  readonly from: string;
  /** E.164, at most {@link MAX_RECIPIENTS}. */
  readonly to: readonly string[];
  readonly text: string;
  /** Default: GSM 03.38. */
  readonly isUcs2?: boolean;
  /** Whether to request a final receipt, for success and failure; default true. */
  readonly wantsReceipt?: boolean;
}

export interface Kannel {
  /** Submits a message over HTTP. @throws Error if Kannel does not accept it */
  send(message: KannelMessage): Promise<void>;
  status(): Promise<KannelStatus>;
  /** The end of its log: warnings and errors. */
  log(): string;
  /** Both processes, to measure their CPU time. */
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Resolves once its link is bound and it accepts messages. @throws Error with its log if that takes too long */
export async function startKannel(options: KannelOptions, bindWithinMs = 60_000): Promise<Kannel> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kannel-'));
  const file = path.join(folder, 'kannel.conf');
  const [admin = 0, boxes = 0, http = 0] = await freePorts(3);
  await writeFile(file, kannelConfig(options, { admin, boxes, http }));
  const running: ChildProcess[] = [];
  const output: string[] = [];

  function run(name: keyof typeof LOG_LEVELS): void {
    const child = spawn(requireProgram(name), ['-v', LOG_LEVELS[name], file], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => void output.push(chunk.toString()));
    running.push(child);
    // Do not leave the process behind if the test process exits.
    const kill = () => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
  }

  const log = () => output.join('').slice(-2_000);

  async function stop(): Promise<void> {
    // The smsbox first: the bearerbox waits for messages that it holds.
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
    throw new Error(`Kannel did not start: ${log()}`, { cause: error });
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
      if (status === undefined) throw new Error(`Kannel has exited: ${log()}`);
      return status;
    },
    log,
    pids: running.map(({ pid }) => pid ?? 0),
    stop,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(killTimer);
}
