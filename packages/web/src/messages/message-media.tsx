/** The files of an MMS: what was sent beside what the handset reported. Carriers shrink pictures on the way; sizes tell. */
import type { MediaFile } from '@textprobe/contract/media';
import type { TestLog } from '@textprobe/contract/messages';
import { counted } from '../app/counted.ts';
import classes from './execution-detail.module.css';
import { MediaList } from './media-list.tsx';

interface MessageMediaProps {
  readonly log: TestLog;
  readonly sentFiles: readonly MediaFile[];
}

export function MessageMedia({ log, sentFiles }: MessageMediaProps) {
  const arrived = log.reception?.media ?? [];
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
          <MediaList files={arrived} />
        )}
        {log.reception !== null && arrived.length < sentFiles.length && (
          <p className={classes.caption}>
            {counted(sentFiles.length - arrived.length, 'file')} did not arrive, or the handset did not hand
            over.
          </p>
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
