/** The tests of a truth run: SMS from every office, and MMS with one and two files among them from a few. */
import { isoVideo, picture } from '@textprobe/media/testing/sample-files';
import type { TruthTest } from './truth-run.ts';
import { BODIES } from './truth-scenario.ts';
import type { TruthWorld } from './truth-world.ts';

/** Offices that send MMS: comparing pictures takes longer than all else about a message. */
export const MMS_OFFICES = 2;

/** @returns `sms` tests from all offices, and `mms` evenly among them */
export async function planTests(
  { world: { officeIds }, edge }: TruthWorld,
  { sms, mms }: { readonly sms: number; readonly mms: number },
): Promise<TruthTest[]> {
  const photo = await edge.storeFile('photo.png', await picture('png', 40, 30));
  const large = await edge.storeFile('large.jpg', await picture('jpeg', 300, 200));
  const video = await edge.storeFile('video.mp4', isoVideo('isom', 500));
  const sets = [[photo, video], [large], [photo, large], [video]];
  const total = sms + mms;
  let sentMms = 0;
  return Array.from({ length: total }, (_, index) => {
    const isMms = Math.floor(((index + 1) * mms) / total) > sentMms;
    const nth = isMms ? sentMms : index - sentMms;
    if (isMms) sentMms += 1;
    return {
      body: BODIES[nth % BODIES.length] as string,
      mediaIds: isMms ? (sets[nth % sets.length] as string[]) : [],
      officeIds: isMms ? officeIds.slice(0, MMS_OFFICES) : officeIds,
    };
  });
}
