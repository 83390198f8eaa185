/**
 * Thumbnails of pictures and videos with their names, each of which opens in full (REPORT-6), and what happened to those of an MMS in
 * transit.
 */
import { Anchor, Box } from '@mantine/core';
import { IconExternalLink, IconFile } from '@tabler/icons-react';
import type { ArrivedFile, MediaFile, ReceivedFile } from '@textprobe/contract/media';
import type { TestLog } from '@textprobe/contract/messages';
import { type ReactNode, useState } from 'react';
import detail from './execution-detail.module.css';
import { formatBytes, outcomeWords } from './file-outcome.ts';
import classes from './media-list.module.css';
import { isSent } from './message-moments.ts';
import { whyNothing } from './message-texts.tsx';

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
    <ul className={classes.list}>
      {files.map((file) => (
        <li key={file.url}>
          <MediaItem file={file} />
          {note?.(file)}
        </li>
      ))}
    </ul>
  );
}

function MediaItem({ file }: { file: ShownFile }) {
  const { url, name = nameOf(url), type, size, comparison } = file;
  // What cannot be decoded cannot be shown either, so it is not requested.
  const isDamaged = comparison?.outcome === 'damaged' && comparison.difference === null;
  return (
    <figure className={classes.item}>
      <Preview key={`${url} ${isDamaged}`} url={url} type={type} name={name} isDamaged={isDamaged} />
      <figcaption className={classes.caption}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          {[type, size === undefined ? undefined : formatBytes(size)].filter(Boolean).join(' · ')}
        </span>
        <Anchor inherit className={classes.link} href={url} target="_blank" rel="noopener noreferrer">
          Open in new tab
          <IconExternalLink size={12} aria-hidden />
        </Anchor>
      </figcaption>
    </figure>
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
      <a className={classes.fallback} href={url} target="_blank" rel="noopener noreferrer">
        <IconFile size={20} aria-hidden />
        View Media
      </a>
    );
  }
  const fail = () => setFailed(true);
  if (type?.startsWith('video/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what an operator sends has no captions to show
      <video
        className={classes.media}
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
  return <img className={classes.media} src={small} alt={name} loading="lazy" onError={fail} />;
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
    <Box className={detail.texts} mt={16}>
      <div>
        <h3 className={detail.heading}>
          {isSent(log) ? 'Files sent' : 'Files to be sent'} ({sentFiles.length})
        </h3>
        {sentFiles.length === 0 ? (
          <div className={detail.nothing}>None.</div>
        ) : (
          <MediaList files={sentFiles} />
        )}
      </div>
      <div>
        <h3 className={detail.heading}>Files arrived ({arrived.length})</h3>
        {arrived.length === 0 ? (
          <div className={detail.nothing}>{whyNothing(log, 'The handset reported no file.')}</div>
        ) : (
          <MediaList
            files={arrived}
            note={(file) => <p className={detail.caption}>{outcomeWords(file)}</p>}
          />
        )}
        {missing.length > 0 && (
          <p className={detail.caption}>
            Did not arrive: {missing.map((file) => file?.name ?? 'a deleted file').join(', ')}.
          </p>
        )}
      </div>
    </Box>
  );
}
