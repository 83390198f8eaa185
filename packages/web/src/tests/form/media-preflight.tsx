/** Beside the files of an MMS: which carriers of the chosen phones take so much, and which may not. It blocks nothing. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { preflightMms } from '@textprobe/domain/mms-preflight';
import classes from './media-preflight.module.css';
import { fitWords, preflightWords } from './preflight-words.ts';
import type { SectionProps } from './section-props.ts';
import type { Attachment } from './use-attachments.ts';

interface MediaPreflightProps extends Pick<SectionProps, 'draft' | 'recipients'> {
  readonly chosen: readonly Attachment[];
}

export function MediaPreflight({ draft: { kept, links }, chosen, recipients }: MediaPreflightProps) {
  const files = [
    ...kept.map(({ name, size }) => ({ name, size })),
    ...links.map((name) => ({ name, size: null })),
    ...chosen.map(({ file }) => ({ name: file.name, size: file.size })),
  ];
  const carriers = [...new Set(recipients.receiving.map(({ carrier }) => carrier))];
  const senders = recipients.sending.map(({ phoneNumber }) => phoneNumber);
  const notices = preflightMms(files, carriers, senders);
  const tight = new Set(notices.flatMap((notice) => (notice.kind === 'carrier' ? [notice.carrier] : [])));
  const fits = files.some(({ size }) => size !== null) ? carriers.filter((one) => !tight.has(one)) : [];
  const unknown = notices.filter(({ kind }) => kind === 'unknown size');
  const warnings = notices.filter(({ kind }) => kind !== 'unknown size');
  return (
    // Always there, so that what it says later is read out.
    <div aria-live="polite">
      {notices.length + fits.length > 0 && (
        <ul className={classes.notices} aria-label="What carriers take">
          {warnings.map((notice) => (
            <li key={preflightWords(notice)} data-tone="warning">
              <IconAlertTriangle size={18} aria-hidden />
              {preflightWords(notice)}
            </li>
          ))}
          {fits.length > 0 && (
            <li data-tone="good">
              <IconCircleCheck size={18} aria-hidden />
              {fitWords(fits)}
            </li>
          )}
          {unknown.map((notice) => (
            <li key={notice.kind}>
              <IconInfoCircle size={18} aria-hidden />
              {preflightWords(notice)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
