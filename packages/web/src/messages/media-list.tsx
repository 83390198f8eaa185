/** Files one under the other. */
import type { ReceivedFile } from '@textprobe/contract/media';
import { MediaItem } from './media-item.tsx';
import classes from './media-item.module.css';

export function MediaList({
  files,
}: {
  files: readonly (Pick<ReceivedFile, 'url'> & Partial<ReceivedFile>)[];
}) {
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <li key={file.url}>
          <MediaItem file={file} />
        </li>
      ))}
    </ul>
  );
}
