/** The form of a new or existing gateway: account, settings and which offices it serves, with a connection test before saving. */
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import type { Gateway } from '@textprobe/contract/gateways';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import form from '../../../ui/form.module.css';
import { keyText } from '../../../ui/keys.tsx';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import { GATEWAY_DRAFT_KEY, sameDraft } from '../../../ui/unsent-drafts.ts';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import type { GatewayDraft } from './gateway-draft.ts';
import { type GatewayKind, KIND_LABELS, SENDS_MMS } from './setting-fields.ts';
import { BELOW, SettingCheckbox } from './setting-input.tsx';
import type { SettingListProps } from './setting-list.tsx';
import { SettingList } from './setting-list.tsx';
import classes from './setup.module.css';
import { sharedAccountWords } from './shared-account.ts';
import { useSetup } from './use-setup.ts';

const KINDS = (Object.keys(KIND_LABELS) as GatewayKind[]).map((value) => ({
  value,
  label: KIND_LABELS[value],
}));

const ABOUT: Readonly<Record<GatewayKind, string>> = {
  smpp: 'Ask the carrier for host, port, system ID, password and throughput limit. Most carriers must allow-list your IP address.',
  twilio:
    'Ask the provider for the account SID and the auth token. It fetches files from this installation and posts delivery statuses to it, so PUBLIC_URL must be set.',
};

interface GatewayFormProps {
  readonly initial: GatewayDraft;
  /** Null for a new gateway. */
  readonly stored: Gateway | null;
  readonly all: readonly Gateway[];
  readonly onSaved: (saved: Gateway) => void;
}

export function GatewayForm({ initial, stored, all, onSaved }: GatewayFormProps) {
  const [draft, setDraft] = useState(initial);
  const { save, saving, testConnection, trying, tried, errors, refusals, edited, forgetErrors } = useSetup(
    stored,
    onSaved,
  );
  const navigate = useNavigate();
  // The path of the screen that led here.
  const { back = '/gateways' } = (useLocation().state ?? {}) as { readonly back?: string };
  const element = useRef<HTMLFormElement>(null);
  const unsaved = !sameDraft(draft, initial);
  useDraftMark(unsaved);
  const allowLeave = useLeaveGuard({
    unsaved,
    lostWithPage: unsaved,
    danger: true,
    question: stored === null ? 'Leave without adding the gateway?' : 'Leave without saving your changes?',
    details: <p>Your input will be discarded.</p>,
  });
  useEffect(() => {
    if (refusals > 0) focusFirstInvalid(element.current);
  }, [refusals]);

  const change = (next: (draft: GatewayDraft) => GatewayDraft, field: string) => {
    setDraft(next);
    edited(field);
  };

  async function submit() {
    const saved = await save(draft);
    if (saved === null) return;
    allowLeave();
    await navigate(back, { state: { saved: { id: saved.id, isNew: stored === null } } });
  }

  function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  const word = stored === null ? 'Add gateway' : 'Save changes';
  const busyWord = stored === null ? 'Adding...' : 'Saving...';
  return (
    <form
      ref={element}
      className={classes.form}
      aria-label={stored === null ? 'New gateway' : `Gateway ${stored.name}`}
      noValidate
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving) void submit();
      }}
    >
      {errors.others.length > 0 && (
        <div className={`${form.refusal} ${classes.refusal}`} role="alert" tabIndex={-1}>
          {errors.others.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      )}
      <div className={form.card}>
        <section className={`${form.section} ${classes.section}`} aria-labelledby="gateway-kind">
          <h2 id="gateway-kind">{stored === null ? 'Type' : KIND_LABELS[draft.kind]}</h2>
          {stored === null && (
            <SegmentedControl
              aria-label="Type"
              data={KINDS}
              value={draft.kind}
              onChange={(kind) => {
                change((now) => ({ ...now, kind }), 'kind');
                forgetErrors();
              }}
            />
          )}
          <p className={classes.about}>{ABOUT[draft.kind]}</p>
          <div className={classes.fields}>
            <TextInput
              name="name"
              label="Name"
              description="Shown in reports and logs."
              inputWrapperOrder={BELOW}
              required
              autoComplete="off"
              spellCheck={false}
              value={draft.name}
              error={errors.fields.name}
              onChange={({ currentTarget: { value } }) => change((now) => ({ ...now, name: value }), 'name')}
            />
          </div>
        </section>
        <section className={`${form.section} ${classes.section}`} aria-labelledby="gateway-settings">
          <h2 id="gateway-settings">Connection</h2>
          <SettingList draft={draft} stored={stored} errors={errors} onChange={change} />
          <p aria-live="polite" className={classes.about}>
            {sharedAccountWords(draft, stored, all)}
          </p>
        </section>
        <DefaultsSection draft={draft} stored={stored} all={all} errors={errors} onChange={change} />
      </div>
      <div className={`${form.bar} ${classes.bar}`}>
        <p role="status" className={classes.tried}>
          {trying && 'Connecting (up to 10 seconds)...'}
          {!trying && tried !== null && (
            <>
              <ToneSign tone={tried.ok ? 'arrived' : 'failed'} size={16} />
              <span>{tried.words}</span>
            </>
          )}
        </p>
        <div className={`${form.buttons} ${classes.buttons}`}>
          <Button variant="subtle" component={Link} to={back}>
            Cancel
          </Button>
          <Button variant="default" aria-disabled={trying} onClick={() => !trying && testConnection(draft)}>
            {trying ? 'Connecting...' : 'Test connection'}
          </Button>
          <Button
            type="submit"
            aria-disabled={saving}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            data-tip={keyText('mod+Enter')}
          >
            {saving ? busyWord : word}
          </Button>
        </div>
      </div>
    </form>
  );
}

/**
 * Marks in session storage that a gateway is being edited, so that Logout asks first. The contents are not stored there: they include
 * secrets.
 */
function useDraftMark(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const forget = () => sessionStorage.removeItem(GATEWAY_DRAFT_KEY);
    sessionStorage.setItem(GATEWAY_DRAFT_KEY, 'unsaved');
    // Unloading the page discards the form.
    window.addEventListener('pagehide', forget);
    return () => {
      window.removeEventListener('pagehide', forget);
      forget();
    };
  }, [unsaved]);
}

/** After a rejection, focuses the first invalid field and opens the sections of all invalid ones. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelectorAll<HTMLElement>('[role="alert"], [aria-invalid="true"]') ?? [];
  for (const one of invalid) {
    const folded = one.closest('details');
    if (folded !== null) folded.open = true;
  }
  const fields = [...invalid].filter((one) => one.role !== 'alert');
  (fields[0] ?? invalid[0])?.focus();
}

interface DefaultsSectionProps extends SettingListProps {
  readonly all: readonly Gateway[];
}

export function DefaultsSection({ draft, stored, all, errors, onChange }: DefaultsSectionProps) {
  const others = all.filter(({ id }) => id !== stored?.id);
  const inPlaceOf = (name: string | undefined) => (name === undefined ? '' : `, in place of “${name}”`);
  const sms = others.find(({ isDefault }) => isDefault)?.name;
  const mms = others.find(({ isDefaultMms }) => isDefaultMms)?.name;
  return (
    <section className={`${form.section} ${classes.section}`} aria-labelledby="gateway-serves">
      <h2 id="gateway-serves">Used by</h2>
      <SettingCheckbox
        name="isDefault"
        label="Default gateway"
        hint={`Sends for all offices without their own gateway${inPlaceOf(sms)}.`}
        error={errors.fields.isDefault}
        checked={draft.isDefault}
        onChange={(isDefault) => onChange((now) => ({ ...now, isDefault }), 'isDefault')}
      />
      {SENDS_MMS[draft.kind] && (
        <SettingCheckbox
          name="isDefaultMms"
          label="Default for MMS"
          hint={`Sends MMS for offices whose gateway can’t${inPlaceOf(mms)}.`}
          error={errors.fields.isDefaultMms}
          checked={draft.isDefaultMms}
          onChange={(isDefaultMms) => onChange((now) => ({ ...now, isDefaultMms }), 'isDefaultMms')}
        />
      )}
      {!draft.isDefault && sms === undefined && (
        <p className={classes.warning}>
          {stored?.isDefault === true
            ? 'A gateway of the gateways file or the lab then takes over if it is marked as default; otherwise those offices can’t send.'
            : 'There is no default gateway, so offices without their own gateway can’t send.'}
        </p>
      )}
      <p className={classes.about}>
        {stored === null ? 'After you add it, assign' : 'Assign'} offices to it on its card, one by one or a
        client at a time.
      </p>
    </section>
  );
}
