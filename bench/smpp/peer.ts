/**
 * One end of the wire in a process of its own: `peer.ts smsc LIBRARY`, or `peer.ts esme LIBRARY PORT`. It is asked over
 * the channel to its parent, one question at a time.
 */
import { npmWire } from './npm-wire.ts';
import { ourWire, ourWireWithoutPromises } from './our-wire.ts';
import type { Esme, Wire } from './wire.ts';

export type Library = 'ours' | 'ours-promised' | 'npm';
export type Question =
  | { readonly ask: 'cpu' }
  | { readonly ask: 'send'; readonly count: number; readonly withReceipts: boolean };

const WIRES: Record<Library, Wire> = {
  ours: ourWireWithoutPromises,
  'ours-promised': ourWire,
  npm: npmWire,
};

const [role = '', library = '', port = ''] = process.argv.slice(2);
const wire = WIRES[library as Library];
let esme: Esme | undefined;
if (role === 'smsc') tell(await wire.startSmsc());
else {
  esme = await wire.connectEsme(Number(port));
  tell(0);
}

process.on('message', (question: Question) => void answer(question));
process.on('disconnect', () => process.exit());

/** The answer to `cpu` is the microseconds of processor time used until now, to `send` the milliseconds it took. */
async function answer(question: Question): Promise<void> {
  if (question.ask === 'cpu') {
    const { user, system } = process.cpuUsage();
    return tell(user + system);
  }
  const begin = performance.now();
  await esme?.send(question.count, question.withReceipts);
  tell(performance.now() - begin);
}

function tell(value: number): void {
  process.send?.(value);
}
