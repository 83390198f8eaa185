/**
 * Thumbnails of pictures and videos with their names, each of which opens in full (REPORT-6), and what happened to those of an MMS in
 * transit.
 */
import { Anchor, Group, Image, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconFile } from '@tabler/icons-react';
import type { ArrivedFile, MediaFile, ReceivedFile } from '@textprobe/contract/media';
import type { TestLog } from '@textprobe/contract/messages';
import { type ReactNode, useState } from 'react';
import { formatBytes, outcomeWords } from './file-outcome.ts';
import { isSent } from './message-moments.ts';
import { Caption, DetailHeading, Nothing, SideBySide, whyNothing } from './message-texts.tsx';

/** Everything known of a file; at least its address. */
type ShownFile = Pick<ReceivedFile, 'url'> & Partial<ArrivedFile>;

interface MediaListProps<F extends ShownFile> {
  readonly files: readonly F[];
  /** Shown below each file. */
  readonly note?: (file: F) => ReactNode;
}

/** A vertical list of files. */
export function MediaList<F extends ShownFile>({ files, note }: MediaListProps<F>) {
  return (
    <Stack component="ul" gap={12} m={0} p={0} style={{ listStyle: 'none' }}>
      {files.map((file) => (
        <li key={file.url}>
          <MediaItem file={file} />
          {note?.(file)}
        </li>
      ))}
    </Stack>
  );
}

function MediaItem({ file }: { file: ShownFile }) {
  const { url, name = nameOf(url), type, size, comparison } = file;
  // What cannot be decoded cannot be shown either, so it is not requested.
  const isDamaged = comparison?.outcome === 'damaged' && comparison.difference === null;
  return (
    <Group component="figure" gap={12} m={0} align="start">
      <Preview key={`${url} ${isDamaged}`} url={url} type={type} name={name} isDamaged={isDamaged} />
      <Stack component="figcaption" gap={0} align="start" flex="1 1 140px" miw={0}>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {[type, size === undefined ? undefined : formatBytes(size)].filter(Boolean).join(' · ')}
        </Text>
        <Anchor size="sm" mih={24} href={url} target="_blank" rel="noopener noreferrer">
          Open in new tab <IconExternalLink size={12} aria-hidden />
        </Anchor>
      </Stack>
    </Group>
  );
}

interface PreviewProps {
  readonly url: string;
  readonly type: string | undefined;
  readonly name: string;
  readonly isDamaged: boolean;
}

function Preview({ url, type, name, isDamaged }: PreviewProps) {
  const [failed, setFailed] = useState(isDamaged);
  if (failed) {
    return (
      <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" py={24} w={112} ta="center">
        <IconFile size={20} aria-hidden />
        <br />
        View Media
      </Anchor>
    );
  }
  const fail = () => setFailed(true);
  if (type?.startsWith('video/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what an operator sends has no captions to show
      <video
        width={200}
        height={128}
        src={url}
        controls
        preload="metadata"
        aria-label={name}
        onError={fail}
      />
    );
  }
  // A file known only by its address may be on another host, which has no thumbnails.
  const small = type === undefined ? url : `${url}/thumbnail`;
  return <Image w={112} h={84} radius="md" src={small} alt={name} loading="lazy" onError={fail} />;
}

function nameOf(url: string): string {
  return decodeURIComponent(new URL(url, location.origin).pathname.split('/').at(-1) ?? url);
}

interface MessageMediaProps {
  readonly log: TestLog;
  readonly sentFiles: readonly MediaFile[];
}

/** The sent files beside those that the handset reported, and what happened to each in transit. */
export function MessageMedia({ log, sentFiles }: MessageMediaProps) {
  const arrived = log.reception?.media ?? [];
  const missing = log.reception?.missingMedia ?? [];
  return (
    <SideBySide>
      <div>
        <DetailHeading>
          {isSent(log) ? 'Files sent' : 'Files to be sent'} ({sentFiles.length})
        </DetailHeading>
        {sentFiles.length === 0 ? <Nothing>None.</Nothing> : <MediaList files={sentFiles} />}
      </div>
      <div>
        <DetailHeading>Files arrived ({arrived.length})</DetailHeading>
        {arrived.length === 0 ? (
          <Nothing>{whyNothing(log, 'The handset reported no file.')}</Nothing>
        ) : (
          <MediaList files={arrived} note={(file) => <Caption>{outcomeWords(file)}</Caption>} />
        )}
        {missing.length > 0 && (
          <Caption>
            Did not arrive: {missing.map((file) => file?.name ?? 'a deleted file').join(', ')}.
          </Caption>
        )}
      </div>
    </SideBySide>
  );
}
