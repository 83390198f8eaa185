/** Forms as browsers send them: `content` alongside files. */
import { PAYLOAD } from './payload.ts';

/** As the console sends an MMS. */
export const MMS_PAYLOAD = { ...PAYLOAD, messageType: 'MMS' };

/** A file of a form: its bytes, its name, and the name of its part. */
export type FormFile = readonly [bytes: Uint8Array | string, name: string, part?: string];

/** The content last by default: browsers keep the order in which a script appended the parts. */
export function formOf(
  content: object,
  files: readonly FormFile[],
  order: 'first' | 'last' = 'last',
): FormData {
  const form = new FormData();
  const appendContent = () => form.append('content', new Blob([JSON.stringify(content)]));
  if (order === 'first') appendContent();
  for (const [bytes, name, part = 'files'] of files) form.append(part, new Blob([bytes as never]), name);
  if (order === 'last') appendContent();
  return form;
}
