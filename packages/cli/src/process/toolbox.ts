/** What every command needs first: the real clock and a log, readable at a terminal and JSON anywhere else. */
import type { Clock } from '@textprobe/domain/clock';
import type { Settings } from '../settings/settings.ts';
import { createLogger, type Logger } from './logger.ts';
import { systemClock } from './system-clock.ts';

export interface Toolbox {
  readonly clock: Clock;
  readonly log: Logger;
}

export function openToolbox(settings: Pick<Settings, 'logLevel'>): Toolbox {
  return {
    clock: systemClock,
    log: createLogger({ level: settings.logLevel, pretty: process.stderr.isTTY === true }),
  };
}
