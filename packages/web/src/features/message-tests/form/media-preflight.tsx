/** Shows which carriers of the chosen phones accept files of this size and which may not; it never blocks sending. */
import { Flex } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type PreflightFile, type PreflightNotice, preflightMms } from '@textprobe/domain/mms-preflight';
import { counted } from '../../../ui/counted.ts';
import { megabytes } from './file-rules.ts';
import type { SectionProps } from './form-variant.ts';
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
      .map((notice) => ({
        words: preflightWords(notice),
        color: 'var(--tp-status-partially-delivered)',
        Sign: IconAlertTriangle,
      })),
    ...(fits.length > 0
      ? [{ words: fitWords(fits), color: 'var(--tp-status-delivered)', Sign: IconCircleCheck }]
      : []),
    ...notices.filter(isUnknown).map((notice) => ({
      words: preflightWords(notice),
      color: 'var(--tp-text-soft)',
      Sign: IconInfoCircle,
    })),
  ];
  return (
    // Always rendered, so that screen readers announce later changes.
    <div aria-live="polite">
      {lines.length > 0 && (
        <Flex component="ul" aria-label="Carrier limits" direction="column" gap="xs" m={0} mt="sm" p={0}>
          {lines.map(({ words, color, Sign }) => (
            <Flex component="li" key={words} gap="xs" style={{ overflowWrap: 'anywhere' }}>
              <Sign size={18} color={color} style={{ flex: 'none', marginTop: 1 }} aria-hidden />
              {words}
            </Flex>
          ))}
        </Flex>
      )}
    </div>
  );
}

/** Above this, the number of files is shown instead of their names. */
const NAMED_FILES = 3;

/** A notice as one sentence. */
export function preflightWords(notice: PreflightNotice): string {
  switch (notice.kind) {
    case 'provider':
      return `Providers accept at most ${roundSize(notice.limit)} per message. At ${megabytes(notice.total)}, this one may be rejected.`;
    case 'carrier': {
      const { carrier, sender, limit, total, tooLarge } = notice;
      const takes = `${carrier || 'An unknown carrier'} accepts ${knownExactly(limit) ? 'at most' : 'about'} ${roundSize(limit)} from a ${sender}`;
      return tooLarge.length > 0
        ? `${takes}: ${named(tooLarge)} may not be delivered.`
        : `${takes}: all files together (${megabytes(total)}) may not be delivered.`;
    }
    case 'unknown size':
      return notice.files.length === 1
        ? 'The linked file is not counted: its size is unknown until it is fetched.'
        : `${counted(notice.files.length, 'linked file')} are not counted: their sizes are unknown until they are fetched.`;
  }
}

/** Names the carriers that accept all files. */
export function fitWords(carriers: readonly string[]): string {
  const names = carriers.map((carrier) => carrier || 'an unknown carrier');
  return `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'accepts' : 'accept'} this size.`;
}

/** 600 kB passes nearly everywhere, but no carrier publishes it as a limit. */
function knownExactly(limit: number): boolean {
  return limit >= 1_048_576;
}

/** A limit without needless decimals: `600 kB`, `1 MB`, `1.5 MB`. */
function roundSize(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} kB`;
  return `${Number((bytes / 1_048_576).toFixed(1))} MB`;
}

function named(files: readonly PreflightFile[]): string {
  if (files.length > NAMED_FILES) return counted(files.length, 'file');
  const names = files.map(({ name, size }) => `${name} (${megabytes(size ?? 0)})`);
  return new Intl.ListFormat('en').format(names);
}
