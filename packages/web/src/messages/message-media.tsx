/** The files of an MMS: what was sent beside what the handset reported, and what became of each on its way. */
import type { MediaFile } from '@textprobe/contract/media';
import type { TestLog } from '@textprobe/contract/messages';
import classes from './execution-detail.module.css';
import { outcomeWords } from './file-outcome.ts';
import { MediaItem } from './media-item.tsx';
import { MediaList } from './media-list.tsx';
import list from './media-item.module.css';

interface MessageMediaProps {
  readonly log: TestLog;
  readonly sentFiles: readonly MediaFile[];
}

export function MessageMedia({ log, sentFiles }: MessageMediaProps) {
  const arrived = log.reception?.media ?? [];
  const missing = log.reception?.missingMedia ?? [];
  return (
    <div className={`${classes.texts} ${classes.files}`}>
      <div>
        <h3 className={classes.heading}>Files sent ({sentFiles.length})</h3>
        {sentFiles.length === 0 ? (
          <div className={classes.nothing}>None.</div>
        ) : (
          <MediaList files={sentFiles} />
        )}
      </div>
      <div>
        <h3 className={classes.heading}>Files arrived ({arrived.length})</h3>
        {arrived.length === 0 ? (
          <div className={classes.nothing}>{whyNone(log)}</div>
        ) : (
          <ul className={list.list}>
            {arrived.map((file) => (
              <li key={file.url}>
                <MediaItem file={file} isDamaged={file.comparison?.outcome === 'damaged'} />
                <p className={classes.caption}>{outcomeWords(file)}</p>
              </li>
            ))}
          </ul>
        )}
        {missing.length > 0 && (
          <p className={classes.caption}>Did not arrive: {missing.map(({ name }) => name).join(', ')}.</p>
        )}
      </div>
    </div>
  );
}

function whyNone({ reception, evidence, settled }: TestLog): string {
  if (reception !== null) return 'The handset reported no file.';
  if (evidence === 'receipt') return 'No handset listens here: what arrived cannot be known.';
  return settled ? 'Nothing arrived.' : 'Nothing has arrived yet.';
}
