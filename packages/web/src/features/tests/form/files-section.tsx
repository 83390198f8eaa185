/** The links and files of an MMS: dropped or picked, several at once, and those already on the server (CREATE-5 to 9, UPDATE-4, UPDATE-11). */

import { Button, TextInput } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconPhotoVideo } from '@tabler/icons-react';
import { MEDIA_FILES_LIMIT } from '@textprobe/domain/media-limits';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import form from '../../../ui/form.module.css';
import { megabytes } from './file-rules.ts';
import type { SectionProps } from './form-variant.ts';
import classes from './media.module.css';
import { MediaPreflight } from './media-preflight.tsx';
import { MediaRow } from './media-row.tsx';
import { MediaTile, shownMedia } from './media-tile.tsx';
import type { Attachments } from './use-attachments.ts';

interface MediaSectionsProps extends SectionProps {
  readonly attachments: Attachments;
  /** Upload progress of each chosen file, 0 to 1. */
  readonly progress: readonly number[] | null;
}

/** The link and file sections of an MMS (CREATE-5), loaded when the form is switched to MMS. */
export function MediaSections(props: MediaSectionsProps) {
  return (
    <>
      <LinksSection {...props} />
      <FilesSection {...props} />
    </>
  );
}

function FilesSection(props: MediaSectionsProps) {
  const { draft, recipients, attachments, errors, progress, onChange } = props;
  const { kept, links } = draft;
  const edited = () => onChange((now) => now, 'files');
  const { chosen, refused } = attachments;
  const tiles = new Map(shownMedia(draft, chosen).map((media) => [media.key, media]));
  const tile = (key: string) => {
    const media = tiles.get(key);
    return media && <MediaTile media={media} />;
  };
  const { byName, others } = refusedFiles(
    errors.files,
    chosen.map(({ file }) => file.name),
  );
  const count = kept.length + links.length + chosen.length;
  return (
    <section className={form.section} aria-labelledby="file-upload">
      <h2 id="file-upload">File Upload</h2>
      <DropArea
        onFiles={(files) => {
          attachments.add(files);
          edited();
        }}
      />
      <ul className={classes.list} aria-label="Files">
        {kept.map((file, index) => (
          <MediaRow
            key={file.url}
            name={file.name}
            tile={tile(file.url)}
            note={
              <>
                {megabytes(file.size)} · already saved ·{' '}
                <a href={file.url} target="_blank" rel="noreferrer">
                  Open in new tab
                </a>
              </>
            }
            error={errors[`mediaURLs.media.${index}`]}
            onRemove={() =>
              onChange(
                (now) => ({ ...now, kept: now.kept.filter(({ url }) => url !== file.url) }),
                'mediaURLs',
              )
            }
          />
        ))}
        {chosen.map((one, index) => (
          <MediaRow
            key={one.key}
            name={one.file.name}
            tile={tile(String(one.key))}
            note={`${megabytes(one.file.size)}${progressNote(progress?.[index])}`}
            error={byName.get(one.file.name)}
            progress={progress?.[index]}
            onRemove={() => {
              attachments.remove(one);
              edited();
            }}
          />
        ))}
        {refused.map((one) => (
          <MediaRow
            key={one.key}
            name={one.name}
            tile={
              <MediaTile media={{ key: String(one.key), name: one.name, kind: 'picture', picture: null }} />
            }
            note={megabytes(one.size)}
            error={one.reason}
            onRemove={() => attachments.dismiss(one)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <p className={classes.lines} role="alert">
          {others.join('\n')}
        </p>
      )}
      {count > MEDIA_FILES_LIMIT && (
        <p className={classes.lines}>
          {count} files and links: the limit is {MEDIA_FILES_LIMIT} per test.
        </p>
      )}
      <MediaPreflight draft={draft} chosen={chosen} recipients={recipients} />
    </section>
  );
}

/** The server quotes the name of a rejected file in its message, which is then shown beside that file. */
function refusedFiles(errors: string | undefined, names: readonly string[]) {
  const byName = new Map<string, string>();
  const others: string[] = [];
  for (const line of errors?.split('\n') ?? []) {
    const name = names.find((one) => line.includes(`'${one}'`));
    if (name === undefined) others.push(line);
    else byName.set(name, line);
  }
  return { byName, others };
}

function DropArea({ onFiles }: { onFiles: (files: FileList) => void }) {
  const [over, setOver] = useState(false);
  // A file dropped outside the area would otherwise replace the page and lose the form.
  useWindowEvent('dragover', preventDefault);
  useWindowEvent('drop', preventDefault);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles(event.dataTransfer.files);
  };
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragEnter={() => setOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node) && setOver(false)}
      onDrop={drop}
    >
      <IconPhotoVideo size={28} stroke={1.5} aria-hidden />
      <span>
        <strong>Drop images and videos here, or click to choose</strong>
        <small id="file-limits">Supports images and videos up to 10MB</small>
      </span>
      <input
        type="file"
        multiple
        accept="image/*,video/*"
        className={classes.input}
        aria-label="Choose files"
        aria-describedby="file-limits"
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files !== null) onFiles(files);
          // Lets the same file be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function preventDefault(event: Event): void {
  event.preventDefault();
}

function progressNote(share: number | undefined): string {
  if (share === undefined) return '';
  return share === 1 ? ' · sent' : ` · ${Math.floor(share * 100)}% sent`;
}

export function LinksSection({ draft: { kept, links }, errors, onChange }: SectionProps) {
  const [typed, setTyped] = useState('');
  const onLinks = (change: (links: readonly string[]) => readonly string[]) =>
    onChange((now) => ({ ...now, links: change(now.links) }), 'mediaURLs');

  function add(text: string) {
    const link = text.trim();
    setTyped('');
    if (link !== '') onLinks((now) => (now.includes(link) ? now : [...now, link]));
  }

  function addByKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return;
    // Read the field, not the state: right after a paste the state may still be empty, and Enter would send the form.
    const { value } = event.currentTarget;
    // Synchronous, since Ctrl+Enter then sends the form, which must include this link.
    flushSync(() => add(value));
    event.preventDefault();
  }

  return (
    <section className={form.section} aria-labelledby="multimedia-links">
      <h2 id="multimedia-links">Multimedia Links</h2>
      <div className={classes.adder}>
        <TextInput
          type="url"
          inputMode="url"
          aria-label="Link to an image or video"
          placeholder="https://…"
          value={typed}
          description={hintAbout(typed)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={errors['mediaURLs.media'] ?? errors.mediaURLs}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={addByKey}
          // Leaving the field adds a pasted link. Switching to another window must not: the field then stays the active element.
          onBlur={({ currentTarget }) => document.activeElement !== currentTarget && add(currentTarget.value)}
        />
        <Button variant="default" onClick={() => add(typed)}>
          Add link
        </Button>
      </div>
      <ul className={classes.list} aria-label="Links">
        {shownMedia({ kept: [], links }, []).map((media, index) => (
          <MediaRow
            key={media.key}
            name={media.name}
            tile={<MediaTile media={media} />}
            hint={hintAbout(media.name)}
            error={errors[`mediaURLs.media.${kept.length + index}`]}
            onRemove={() => onLinks((now) => now.filter((link) => link !== media.name))}
          />
        ))}
      </ul>
    </section>
  );
}

/** A hint, not an error: the server decides. */
function hintAbout(link: string): string | undefined {
  const text = link.trim();
  if (text === '' || 'https://'.startsWith(text.toLowerCase())) return undefined;
  return /^https:\/\/[^\s/]/i.test(text) ? undefined : 'Enter a link that begins with https://.';
}
