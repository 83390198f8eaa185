/** The files of an MMS: what was sent beside what the handset reported, and what became of each on its way. */
import { Box } from '@mantine/core';
import type { MediaFile } from '@textprobe/contract/media';
import type { TestLog } from '@textprobe/contract/messages';
import classes from './execution-detail.module.css';
import { outcomeWords } from './file-outcome.ts';
import { MediaList } from './media-list.tsx';
import { whyNothing } from './message-texts.tsx';

interface MessageMediaProps {
  readonly log: TestLog;
  readonly sentFiles: readonly MediaFile[];
}

export function MessageMedia({ log, sentFiles }: MessageMediaProps) {
  const arrived = log.reception?.media ?? [];
  const missing = log.reception?.missingMedia ?? [];
  return (
    <Box className={classes.texts} mt={16}>
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
          <div className={classes.nothing}>{whyNothing(log, 'The handset reported no file.')}</div>
        ) : (
          <MediaList
            files={arrived}
            note={(file) => <p className={classes.caption}>{outcomeWords(file)}</p>}
          />
        )}
        {missing.length > 0 && (
          <p className={classes.caption}>Did not arrive: {missing.map(({ name }) => name).join(', ')}.</p>
        )}
      </div>
    </Box>
  );
}
