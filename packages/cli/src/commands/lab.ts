/**
 * `textprobe lab`: runs the simulated carriers alone, for a console elsewhere or another SMPP client.
 *
 *     textprobe lab [--port 2775] [--host 127.0.0.1] [--handsets FILE] [--target http://127.0.0.1:3000]
 *
 * FILE is JSON: `[{ "phoneNumber": "+15105550101", "carrier": "Verizon", "key": "tph_…" }]`; a phone without a key
 * does not report. LAB_SCENARIO and LAB_SEED apply as in `start`.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { HandsetEntry } from '@textprobe/carrier-lab/handset';
import { createCarrierLab } from '@textprobe/carrier-lab/lab';
import { readTypedNumber } from '@textprobe/domain/typed-number';
import { demoDirectory } from '../directory/demo-directory.ts';
import { runUntilSignal } from '../process/shutdown.ts';
import { explainListenError, UserError } from '../process/user-error.ts';
import { LAB_LOGIN, readScenario } from '../program/lab.ts';
import type { Settings } from '../settings/settings.ts';
import { openToolbox } from './command.ts';

const USAGE =
  "run 'textprobe lab [--port 2775] [--host 127.0.0.1] [--handsets FILE] [--target http://127.0.0.1:3000]'.";

export async function lab(settings: Settings, args: readonly string[]): Promise<number> {
  const { host, port, handsets: file, target, help } = readArguments(args);
  if (help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const scenario = await readScenario(settings.labScenario);
  const handsets = file === undefined ? demoHandsets() : await readHandsets(file);
  const toolbox = openToolbox(settings);
  return runUntilSignal(toolbox, async (stops) => {
    const running = await createCarrierLab({
      ...toolbox,
      ...LAB_LOGIN,
      scenario,
      seed: settings.labSeed,
      host,
      port,
      target,
      handsets,
    }).catch((error: NodeJS.ErrnoException) => {
      throw new UserError(
        explainListenError(error, { host, port, hostSetting: '--host', portSetting: '--port' }),
        error,
      );
    });
    stops.add('the carrier lab', () => running.stop());
    const { systemId, password } = LAB_LOGIN;
    process.stdout.write(
      `The carrier lab is ready at ${host}:${running.port} (SMPP; system id '${systemId}', password '${password}'), ` +
        `with ${handsets.length} ${handsets.length === 1 ? 'phone' : 'phones'} ${target === null ? 'that do not report' : `reporting to ${target}`}\n` +
        `Its Messages API is at ${running.api.url} (account '${running.api.accountSid}', token '${password}')\n`,
    );
  });
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '2775' },
        host: { type: 'string', default: '127.0.0.1' },
        handsets: { type: 'string' },
        target: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
      throw new Error(`--port is "${values.port}", which is not a port`);
    }
    if (values.target !== undefined && !/^https?:$/.test(URL.parse(values.target)?.protocol ?? '')) {
      throw new Error(`--target is "${values.target}", which is not an http URL`);
    }
    return { ...values, port: Number(values.port), target: values.target ?? null };
  } catch (error) {
    throw new UserError(`${(error as Error).message}: ${USAGE}`);
  }
}

/** The phones of the demo directory, for a lab without a file; without keys they do not report. */
function demoHandsets(): HandsetEntry[] {
  return demoDirectory.phones.map(({ phoneNumber, carrier }) => ({ phoneNumber, carrier, key: null }));
}

async function readHandsets(file: string): Promise<HandsetEntry[]> {
  const shape = 'Write [{ "phoneNumber": "+15105550101", "carrier": "Verizon", "key": "tph_…" }].';
  let list: unknown;
  try {
    list = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UserError(`the handsets file ${file} cannot be read: ${(error as Error).message}. ${shape}`);
  }
  if (!Array.isArray(list))
    throw new UserError(`the handsets file ${file} does not contain a list. ${shape}`);
  const faults: string[] = [];
  const handsets = list.map((entry: unknown, index): HandsetEntry => {
    const { phoneNumber, carrier, key = null } = (entry ?? {}) as Record<string, unknown>;
    const read = readTypedNumber(typeof phoneNumber === 'string' ? phoneNumber : '');
    if ('fault' in read) faults.push(`[${index}].phoneNumber must be a phone number. ${read.fault}`);
    if (typeof carrier !== 'string' || carrier === '')
      faults.push(`[${index}].carrier must be a carrier's name.`);
    if (key !== null && typeof key !== 'string')
      faults.push(`[${index}].key must be a handset key, or left out.`);
    return {
      phoneNumber: 'number' in read ? read.number : '',
      carrier: String(carrier),
      key: key as string | null,
    };
  });
  if (faults.length > 0)
    throw new UserError(`the handsets file ${file} has errors: ${faults.join(' ')} ${shape}`);
  return handsets;
}
