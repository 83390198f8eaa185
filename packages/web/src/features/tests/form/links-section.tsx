/** Multimedia Links of an MMS, added and removed one by one; the server copies the linked files (CREATE-6). */
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import form from '../../../ui/form.module.css';
import classes from './media.module.css';
import { MediaRow } from './media-row.tsx';
import { MediaTile, shownMedia } from './media-tile.tsx';
import type { SectionProps } from './section-props.ts';

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
