/** `textprobe start`: runs everything in one process, including the carrier lab unless GATEWAYS says otherwise. */
import { spawn } from 'node:child_process';
import { type DataDirHold, takeDataDir } from '../process/data-dir.ts';
import { runUntilSignal } from '../process/shutdown.ts';
import { openProgram, type Program } from '../program/open-program.ts';
import type { Settings } from '../settings/settings.ts';
import { openToolbox, refuseArguments } from './command.ts';

export async function start(settings: Settings, args: readonly string[]): Promise<number> {
  refuseArguments('start', args);
  const toolbox = openToolbox(settings);
  let hold: DataDirHold | undefined;
  const onStopping = () => hold?.update({ stopping: true });
  return runUntilSignal({ ...toolbox, onStopping, drainMs: settings.shutdownDrainMs }, async (stops) => {
    hold = await takeDataDir('start', settings, toolbox, stops);
    const parts = { edge: true, worker: true, holdsDataDir: true, passwordFolder: settings.dataDir };
    const program = await openProgram(settings, parts, { ...toolbox, stops });
    const address = settings.publicUrl ?? program.address ?? '';
    hold.update({ address });
    process.stdout.write(greet(address, program));
    if (settings.open && process.stdout.isTTY) openBrowser(address);
  });
}

/** The startup message. */
function greet(address: string, { firstAccount, gateways }: Program): string {
  const lines = ['', `  Textprobe is ready at ${address}`];
  if (firstAccount?.password) {
    lines.push(
      '',
      `  Log in as ${firstAccount.username} with the password ${firstAccount.password}`,
      `  It is shown only once; it is also stored in ${firstAccount.file}`,
    );
  } else if (firstAccount) {
    lines.push('', `  Log in as ${firstAccount.username} with the password set by ADMIN_PASSWORD`);
  }
  lines.push('', `  Gateways: ${gateways}`, '  Press Ctrl-C to stop', '', '');
  return lines.join('\n');
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the console in the user's browser; failures are ignored. */
function openBrowser(address: string): void {
  const [opener, ...args] = OPENERS[process.platform] ?? [];
  if (opener === undefined) return;
  const child = spawn(opener, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
