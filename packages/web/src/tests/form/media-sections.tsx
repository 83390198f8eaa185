/** What only an MMS has: its links and its files (CREATE-5). Loaded when somebody writes one. */
import type { Draft } from './draft.ts';
import type { FieldErrors } from './field-errors.ts';
import { FilesSection } from './files-section.tsx';
import { LinksSection } from './links-section.tsx';
import { MediaPreflight } from './media-preflight.tsx';
import type { Attachments } from './use-attachments.ts';
import type { Recipients } from './use-recipients.ts';

interface MediaSectionsProps {
  readonly draft: Draft;
  readonly attachments: Attachments;
  readonly progress: readonly number[] | null;
  readonly recipients: Recipients;
  readonly errors: FieldErrors;
  readonly onChange: (change: (draft: Draft) => Draft, ...fields: string[]) => void;
}

export function MediaSections(props: MediaSectionsProps) {
  const { draft, attachments, progress, recipients, errors, onChange } = props;
  return (
    <>
      <LinksSection
        draft={draft}
        errors={errors}
        onLinks={(change) => onChange((now) => ({ ...now, links: change(now.links) }), 'mediaURLs')}
      />
      <FilesSection
        draft={draft}
        attachments={{
          ...attachments,
          add(files) {
            attachments.add(files);
            onChange((now) => now, 'files');
          },
          remove(file) {
            attachments.remove(file);
            onChange((now) => now, 'files');
          },
        }}
        errors={errors}
        progress={progress}
        onRemoveKept={({ url }) =>
          onChange((now) => ({ ...now, kept: now.kept.filter((one) => one.url !== url) }), 'mediaURLs')
        }
      >
        <MediaPreflight draft={draft} chosen={attachments.chosen} recipients={recipients} />
      </FilesSection>
    </>
  );
}
