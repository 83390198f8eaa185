/** The live preview: one message as its handset shows it, and what sending costs. Without a text, it adds an example. */
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { nameOrId, officeLabel } from '../../../directory/labels.ts';
import { counted } from '../../../ui/counted.ts';
import form from '../../../ui/form.module.css';
import { Tipped } from '../../../ui/tips.tsx';
import { codeSuffix, type MessagePart, messageParts, placeholderValues, textOf } from './filled-message.ts';
import type { SectionProps } from './form-variant.ts';
import { MediaTile, shownMedia } from './media-tile.tsx';
import classes from './preview.module.css';
import { SegmentMeter } from './segment-meter.tsx';
import type { Attachment } from './use-attachments.ts';

interface PreviewProps extends Pick<SectionProps, 'draft' | 'recipients'> {
  readonly chosen: readonly Attachment[];
}

export function Preview({ draft, chosen, recipients }: PreviewProps) {
  const { sending, receiving, clientName } = recipients;
  const [officeId, setOfficeId] = useState<number | null>(null);
  const [phoneId, setPhoneId] = useState<number | null>(null);
  const office = sending.find(({ id }) => id === officeId) ?? sending[0];
  const phone = receiving.find(({ id }) => id === phoneId) ?? receiving[0];

  const { messageBody: body } = draft;
  const isMms = draft.messageType === 'MMS';
  const media = isMms ? shownMedia(draft, chosen) : [];
  const values = placeholderValues(office, phone, clientName);
  const parts = messageParts(body, values);
  const suffix = codeSuffix(body);
  // A line may break before the code, so the space stays outside.
  const at = suffix.indexOf('#');
  return (
    <aside className={`${form.card} ${classes.preview}`} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div className={classes.pair}>
        <PreviewChoice
          label="From"
          none="No office yet"
          chosen={office?.id}
          options={shownOf(sending, office).map(({ id, name, clientId }) => ({
            id,
            label: `${name || nameOrId('Office', id, new Map())}, ${clientName(clientId)}`,
          }))}
          onChoose={setOfficeId}
        />
        <PreviewChoice
          label="To"
          none="No phone yet"
          chosen={phone?.id}
          options={shownOf(receiving, phone).map(({ id, name, carrier, phoneNumber }) => ({
            id,
            label: [name || phoneNumber, carrier || 'Unknown'].join(', '),
          }))}
          onChoose={setPhoneId}
        />
      </div>
      <div className={classes.handset}>
        <p className={classes.sender}>
          {office === undefined ? 'Sender' : office.phoneNumber || officeLabel(office)}
        </p>
        {media.length > 0 && (
          <div className={classes.media}>
            {media.map((one) => (
              <MediaTile key={one.key} media={one} named />
            ))}
          </div>
        )}
        <p className={classes.bubble} dir="auto">
          <Parts parts={parts} />
          {suffix.slice(0, at)}
          <Tipped className={classes.code} words="Each message gets a unique code that identifies it">
            {suffix.slice(at)}
          </Tipped>
        </p>
        {body === '' && media.length === 0 && (
          <figure className={classes.example}>
            <figcaption>Example, not sent</figcaption>
            <p className={classes.bubble}>
              <Parts parts={messageParts(EXAMPLE, { ...EXAMPLE_VALUES, ...values })} />
              <span className={classes.code}>{codeSuffix(EXAMPLE)}</span>
            </p>
          </figure>
        )}
      </div>
      {isMms ? (
        <p className={classes.mms}>
          One MMS: {counted([...textOf(parts)].length, 'character')} and {counted(media.length, 'file')}. An
          MMS has no segments.
        </p>
      ) : (
        <SegmentMeter text={textOf(parts)} />
      )}
    </aside>
  );
}

const EXAMPLE = 'Hi {first_name}, {company_name} has moved your visit to 9:30. Reply C to confirm.';
const EXAMPLE_VALUES = { first_name: 'Avery', company_name: 'Bayview Dental' };

function Parts({ parts }: { parts: readonly MessagePart[] }) {
  return parts.map(({ text, kind }, index) => (
    <span key={index} className={classes[kind]}>
      {text}
    </span>
  ));
}

/** Limit on the options offered: more are no help and slow to render. */
const MOST_CHOICES = 50;

function shownOf<T>(all: readonly T[], chosen: T | undefined): readonly T[] {
  const first = all.slice(0, MOST_CHOICES);
  return chosen === undefined || first.includes(chosen) ? first : [...first, chosen];
}

interface PreviewChoiceProps {
  readonly label: string;
  readonly options: readonly { readonly id: number; readonly label: string }[];
  /** Text shown if there are no options. */
  readonly none: string;
  readonly chosen: number | undefined;
  readonly onChoose: (id: number) => void;
}

/** A select if there are several options, otherwise plain text. */
function PreviewChoice({ label, options, none, chosen, onChoose }: PreviewChoiceProps) {
  if (options.length < 2) {
    const [only] = options;
    return (
      <div className={`${classes.line} ${classes.plain}`}>
        <span className={classes.lineLabel}>{label}</span>
        <span className={only === undefined ? classes.none : classes.only}>{only?.label ?? none}</span>
      </div>
    );
  }
  return (
    <NativeSelect
      size="xs"
      label={label}
      classNames={{ root: classes.line, label: classes.lineLabel }}
      value={String(chosen ?? '')}
      data={options.map(({ id, label: words }) => ({ value: String(id), label: words }))}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    />
  );
}
