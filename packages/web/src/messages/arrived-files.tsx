/** The files that a handset reported, each with what became of it on its way, and the names of those that are missing. */
import type { ArrivedFile, MediaFile } from '@textprobe/contract/media';
import classes from './arrived-files.module.css';
import { outcomeOf } from './file-outcome.ts';
import { MediaItem } from './media-item.tsx';
import { ToneSign } from './tone-sign.tsx';

export function ArrivedFiles({ files }: { files: readonly ArrivedFile[] }) {
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <li key={file.url}>
          <MediaItem file={file} />
          <Outcome file={file} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ file }: { file: ArrivedFile }) {
  const outcome = outcomeOf(file);
  if (outcome === null) return null;
  return (
    <p className={classes.outcome}>
      <ToneSign tone={outcome.tone} />
      <span>
        <strong>{outcome.word}.</strong> {outcome.detail}
      </span>
    </p>
  );
}

/** Those that were sent and did not arrive. */
export function MissingFiles({ files }: { files: readonly MediaFile[] }) {
  return (
    <ul className={classes.list}>
      {files.map(({ url, name }) => (
        <li key={url} className={classes.outcome}>
          <ToneSign tone="failed" />
          <span>
            <strong>Missing.</strong> {name} was sent and did not arrive.
          </span>
        </li>
      ))}
    </ul>
  );
}
