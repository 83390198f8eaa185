/** Every step that carries rows of earlier versions over, in the order in which they run. */
import { chunkEarlierMessages } from '../messages/earlier-chunks.ts';
import { dropUnmarkedIndexes, fillMarkers } from '../messages/fill-markers.ts';
import { keyMessagesByTime } from '../messages/key-by-time.ts';
import { countEarlierDays } from '../rollups/count-days.ts';
import { widenRollupKeys } from '../rollups/widen-keys.ts';
import type { CarryOverStep } from './carry-over-step.ts';

/** One that was released is never renamed; it may go once no database can be that old. */
export const carryOverSteps: readonly CarryOverStep[] = [
  widenRollupKeys,
  countEarlierDays,
  fillMarkers,
  dropUnmarkedIndexes,
  chunkEarlierMessages,
  keyMessagesByTime,
];
