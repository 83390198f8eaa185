/** What only an MMS has: its links and its files (CREATE-5). Loaded when somebody writes one. */
import { FilesSection, type FilesSectionProps } from './files-section.tsx';
import { LinksSection } from './links-section.tsx';

export function MediaSections(props: FilesSectionProps) {
  return (
    <>
      <LinksSection {...props} />
      <FilesSection {...props} />
    </>
  );
}
