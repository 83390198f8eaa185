/** A process that holds the DATA_DIR of its first argument until it is killed; says `held`, or why not. */
import { holdDataDir } from '../process/data-dir.ts';
import { systemClock } from '../process/system-clock.ts';

try {
  const hold = await holdDataDir(process.argv[2] ?? '', { command: 'start', clock: systemClock });
  hold.update({ address: 'http://127.0.0.1:3000' });
  process.stdout.write('held\n');
  process.stdin.on('data', () => {
    hold.update({ stopping: true });
    process.stdout.write('stopping\n');
  });
  process.stdin.on('end', () => hold.release());
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
