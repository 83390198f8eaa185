/** Connects a world's engine to a programmable SMSC over real SMPP. */
import { silentLog } from '@textprobe/database/core/log';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import type { ProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { createSoleShare } from '@textprobe/gateways/testing/sole-share';
import type { Engine } from '../engine.ts';
import type { World } from './world.ts';

/** @param given settings of the gateway other than its address and account */
export function startSmppEngine(world: World, smsc: ProgrammableSmsc, given: object = {}): Promise<Engine> {
  const { clock } = world;
  const account = { host: '127.0.0.1', port: smsc.port, systemId: 'textprobe', password: 'secret' };
  const check = checkSmppSettings({ ...account, window: 50, ...given });
  if (!check.ok) throw new Error(check.faults.join(' '));
  const { settings } = check;
  const share = createSoleShare(clock);
  return world.startEngine(createSmppGateway({ name: 'SMPP', clock, log: silentLog, share, settings }));
}
