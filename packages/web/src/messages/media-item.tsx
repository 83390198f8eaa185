/** One picture or video, small, with its name and a way to see it whole (REPORT-6). */
import { IconExternalLink, IconFile } from '@tabler/icons-react';
import type { ReceivedFile } from '@textprobe/contract/media';
import { useState } from 'react';
import { formatBytes } from './format-bytes.ts';
import classes from './media-item.module.css';

/** What is known of it; of an address alone, only that. */
type ShownFile = Pick<ReceivedFile, 'url'> & Partial<ReceivedFile>;

interface MediaItemProps {
  readonly file: ShownFile;
  /** It is known that nothing can be shown of it, so nothing is asked for. */
  readonly isDamaged?: boolean;
}

export function MediaItem({ file, isDamaged = false }: MediaItemProps) {
  const { url, name = nameOf(url), type, size } = file;
  return (
    <figure className={classes.item}>
      <Preview key={`${url} ${isDamaged}`} file={file} name={name} isDamaged={isDamaged} />
      <figcaption className={classes.caption}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          {[type, size === undefined ? undefined : formatBytes(size)].filter(Boolean).join(' · ')}
        </span>
        <a className={classes.link} href={url} target="_blank" rel="noopener noreferrer">
          Open in new tab
          <IconExternalLink size={12} aria-hidden />
        </a>
      </figcaption>
    </figure>
  );
}

function Preview({ file: { url, type }, name, isDamaged }: Required<MediaItemProps> & { name: string }) {
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
  // A file known by its address alone may lie elsewhere, where there are no thumbnails.
  const small = type === undefined ? url : `${url}/thumbnail`;
  return <img className={classes.media} src={small} alt={name} loading="lazy" onError={fail} />;
}

function nameOf(url: string): string {
  return decodeURIComponent(new URL(url, location.origin).pathname.split('/').at(-1) ?? url);
}
