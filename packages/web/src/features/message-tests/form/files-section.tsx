/** The links and files of an MMS: dropped or picked, several at once, and those already on the server (CREATE-5 to 9, UPDATE-4, UPDATE-11). */
import { Anchor, Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconPhotoVideo } from '@tabler/icons-react';
import { MEDIA_FILES_LIMIT } from '@textprobe/domain/media-limits';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { megabytes } from './file-rules.ts';
import { FormSection } from './form-section.tsx';
import type { SectionProps } from './form-variant.ts';
import { MediaPreflight } from './media-preflight.tsx';
import { MediaRows } from './media-rows.tsx';
import { chosenMedia, keptMedia, linkMedia } from './media-tile.tsx';
import type { Attachments } from './use-attachments.ts';

interface FilesSectionProps extends SectionProps {
  readonly attachments: Attachments;
  /** Upload progress of each chosen file, 0 to 1. */
  readonly progress: readonly number[] | null;
}

export function FilesSection(props: FilesSectionProps) {
  const { draft, recipients, attachments, errors, progress, onChange } = props;
  const { kept, links } = draft;
  const { chosen, refused } = attachments;
  const edited = () => onChange((now) => now, 'files');
  const { byName, others } = refusedFiles(
    errors.files,
    chosen.map(({ file }) => file.name),
  );
  const rows = [
    ...kept.map((file, index) => ({
      media: keptMedia(file),
      note: (
        <>
          {megabytes(file.size)} · already saved ·{' '}
          <Anchor href={file.url} target="_blank" rel="noreferrer" inherit underline="always">
            Open in new tab
          </Anchor>
        </>
      ),
      error: errors[`mediaURLs.media.${index}`],
      onRemove: () =>
        onChange((now) => ({ ...now, kept: now.kept.filter(({ url }) => url !== file.url) }), 'mediaURLs'),
    })),
    ...chosen.map((one, index) => ({
      media: chosenMedia(one),
      note: `${megabytes(one.file.size)}${progressNote(progress?.[index])}`,
      error: byName.get(one.file.name),
      progress: progress?.[index],
      onRemove() {
        attachments.remove(one);
        edited();
      },
    })),
    ...refused.map((one) => ({
      media: { key: String(one.key), name: one.name, kind: 'picture' as const, picture: null },
      note: megabytes(one.size),
      error: one.reason,
      onRemove: () => attachments.dismiss(one),
    })),
  ];
  const count = kept.length + links.length + chosen.length;
  return (
    <FormSection id="file-upload" title="File Upload">
      <Dropzone
        role="button"
        // Only the browser's dialog filters: a dropped file of another type gets its error.
        inputProps={{ accept: 'image/*,video/*', style: { display: 'none' } }}
        onDropAny={(files) => {
          attachments.add(files);
          edited();
        }}
        // The files are handled above.
        onDrop={() => {}}
        px="md"
        py="sm"
      >
        <Group gap="sm" wrap="nowrap">
          <IconPhotoVideo size={28} stroke={1.5} color="var(--tp-accent)" aria-hidden />
          <div>
            <Text fw={550}>
              <VisuallyHidden>Choose files: </VisuallyHidden>
              Drop images and videos here, or click to choose
            </Text>
            <Text size="sm" c="dimmed">
              Supports images and videos up to 10MB
            </Text>
          </div>
        </Group>
      </Dropzone>
      <MediaRows label="Files" rows={rows} />
      {others.length > 0 && (
        <Text role="alert" size="sm" c="var(--tp-danger)" mt="xs" style={{ whiteSpace: 'pre-line' }}>
          {others.join('\n')}
        </Text>
      )}
      {count > MEDIA_FILES_LIMIT && (
        <Text size="sm" c="var(--tp-danger)" mt="xs">
          {count} files and links: the limit is {MEDIA_FILES_LIMIT} per test.
        </Text>
      )}
      <MediaPreflight draft={draft} chosen={chosen} recipients={recipients} />
    </FormSection>
  );
}

/** A message of the server that quotes a file's name is shown beside that file. */
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
    <FormSection id="multimedia-links" title="Multimedia Links">
      <Group gap="xs" wrap="nowrap" align="start">
        <TextInput
          flex={1}
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
      </Group>
      <MediaRows
        label="Links"
        rows={links.map((link, index) => ({
          media: linkMedia(link, index),
          hint: hintAbout(link),
          error: errors[`mediaURLs.media.${kept.length + index}`],
          onRemove: () => onLinks((now) => now.filter((one) => one !== link)),
        }))}
      />
    </FormSection>
  );
}

/** A hint, not an error: the server decides. */
function hintAbout(link: string): string | undefined {
  const text = link.trim();
  if (text === '' || 'https://'.startsWith(text.toLowerCase())) return undefined;
  return /^https:\/\/[^\s/]/i.test(text) ? undefined : 'Enter a link that begins with https://.';
}
