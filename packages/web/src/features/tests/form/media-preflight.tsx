/** Shows which carriers of the chosen phones accept files of this size and which may not; it never blocks sending. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type PreflightNotice, preflightMms } from '@textprobe/domain/mms-preflight';
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
  const isUnknown = ({ kind }: PreflightNotice) => kind === 'unknown size';
  const lines = [
    ...notices
      .filter((notice) => !isUnknown(notice))
      .map((notice) => ({ words: preflightWords(notice), tone: 'warning', Sign: IconAlertTriangle })),
    ...(fits.length > 0 ? [{ words: fitWords(fits), tone: 'good', Sign: IconCircleCheck }] : []),
    ...notices
      .filter(isUnknown)
      .map((notice) => ({ words: preflightWords(notice), tone: undefined, Sign: IconInfoCircle })),
  ];
  return (
    // Always rendered, so that screen readers announce later changes.
    <div aria-live="polite">
      {lines.length > 0 && (
        <ul className={classes.notices} aria-label="Carrier limits">
          {lines.map(({ words, tone, Sign }) => (
            <li key={words} data-tone={tone}>
              <Sign size={18} aria-hidden />
              {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
