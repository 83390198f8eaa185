/** Everything a message will bear besides its text, in the order in which it is sent: what the preview and the lists show. */
import type { Draft } from './draft.ts';
import type { Attachment } from './use-attachments.ts';

export interface ShownMedia {
  readonly key: string;
  readonly name: string;
  readonly kind: 'picture' | 'video' | 'link';
  /** Where the browser gets a picture of it; null where there is none to be had. */
  readonly picture: string | null;
}

export function shownMedia(
  { kept, links }: Pick<Draft, 'kept' | 'links'>,
  chosen: readonly Attachment[],
): ShownMedia[] {
  return [
    ...kept.map(({ url, name, type }) => {
      const kind = kindOf(type);
      return {
        key: url,
        name,
        kind,
        picture: kind === 'picture' ? `${url}/thumbnail` : null,
      };
    }),
    ...links.map((link, index) => ({
      key: `${index} ${link}`,
      name: link,
      kind: 'link' as const,
      // Only the server fetches from other hosts.
      picture: null,
    })),
    ...chosen.map(({ key, file, url }) => {
      const kind = kindOf(file.type);
      return { key: String(key), name: file.name, kind, picture: kind === 'picture' ? url : null };
    }),
  ];
}

function kindOf(type: string): 'picture' | 'video' {
  return type.startsWith('video/') ? 'video' : 'picture';
}
