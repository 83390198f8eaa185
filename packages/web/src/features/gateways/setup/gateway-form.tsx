/** The form of a new or existing gateway: account, settings and which offices it serves, with a connection test before saving. */
import { Alert, Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Gateway } from '@textprobe/contract/gateways';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { type ConnectionTest, createGateway, testSettings, updateGateway } from '../../../api/gateways.ts';
import { isUnproven } from '../../../api/http.ts';
import { createIntents } from '../../../api/intent.ts';
import { keyText } from '../../../ui/keys.tsx';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import { GATEWAY_DRAFT_KEY } from '../../../ui/unsent-drafts.ts';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { defaultsOf, type GatewayDraft, missingFields, settingsOf } from './gateway-draft.ts';
import classes from './gateway-form.module.css';
import { BELOW, Defaults, Note, Section, Settings } from './gateway-sections.tsx';
import { asLabeled, type GatewayErrors, gatewayErrors, missingErrors } from './setting-errors.ts';
import { type GatewayKind, KIND_LABELS } from './setting-fields.ts';
import { sharedAccountWords } from './shared-account.ts';

const ABOUT: Readonly<Record<GatewayKind, string>> = {
  smpp: 'Ask the carrier for host, port, system ID, password and throughput limit. Most carriers must allow-list your IP address.',
  twilio:
    'Ask the provider for the account SID and the auth token. It fetches files from this installation and posts delivery statuses to it, so PUBLIC_URL must be set.',
};
const NOT_YET = 'Not tested: correct the marked settings first.';
const NOT_TESTED = 'Not tested: see the error above.';
const NO_ERRORS: readonly string[] = [];

interface GatewayFormProps {
  readonly initial: GatewayDraft;
  /** The edited gateway as it was when the form opened; null for a new one. */
  readonly stored: Gateway | null;
  readonly all: readonly Gateway[];
  /** Called before the list of gateways is updated. */
  readonly onSaved: (saved: Gateway) => void;
}

export function GatewayForm({ initial, stored, all, onSaved }: GatewayFormProps) {
  const [tried, setTried] = useState<ConnectionTest | null>(null);
  const trial = useRef<AbortController>(null);
  useEffect(() => () => trial.current?.abort(), []);
  const form = useForm<GatewayDraft>({
    initialValues: initial,
    // The connection test no longer applies.
    onValuesChange() {
      trial.current?.abort();
      setTried(null);
    },
  });
  const draft = form.values;
  const { kind } = draft;
  /** Errors that belong to no field. */
  const [others, setOthers] = useState(NO_ERRORS);
  const queries = useQueryClient();
  const [intents] = useState(createIntents);
  const navigate = useNavigate();
  // The path of the screen that led here.
  const { back = '/gateways' } = (useLocation().state ?? {}) as { readonly back?: string };
  const element = useRef<HTMLFormElement>(null);
  const unsaved = form.isDirty();
  useDraftMark(unsaved);
  const allowLeave = useLeaveGuard({
    unsaved,
    lostWithPage: unsaved,
    danger: true,
    question: stored === null ? 'Leave without adding the gateway?' : 'Leave without saving your changes?',
    details: <p>Your input will be discarded.</p>,
  });

  const refuse = (found: GatewayErrors) => {
    const fields = Object.entries(found.fields).map(([field, words]) => [
      field.replace(/^settings\./, `texts.${kind}.`),
      words,
    ]);
    form.setErrors(Object.fromEntries(fields));
    // A new list each time: the focus moves to the first error.
    setOthers([...found.others]);
  };
  useEffect(() => {
    if (others !== NO_ERRORS) focusFirstInvalid(element.current);
  }, [others]);
  const forgetErrors = () => {
    form.clearErrors();
    setOthers(NO_ERRORS);
  };
  const onMutate = () => {
    forgetErrors();
    setTried(null);
  };
  /** Whether all required fields are filled in; otherwise shows the errors. */
  const isComplete = (missing: readonly string[]) => {
    if (missing.length > 0) refuse(missingErrors(missing));
    return missing.length === 0;
  };

  const saving = useMutation({
    mutationFn: () => {
      const write = {
        name: draft.name.trim(),
        ...defaultsOf(draft, stored),
        settings: settingsOf(draft, stored),
      };
      const key = intents.keyFor({ kind, write });
      return stored === null ? createGateway({ ...write, kind }, key) : updateGateway(stored.id, write, key);
    },
    onMutate,
    meta: { purpose: 'save the gateway' },
    onError: (error) => refuse(gatewayErrors(error, kind)),
    onSuccess: async (saved) => {
      intents.done();
      onSaved(saved);
      // Show it in the list at once; a refetch then updates the defaults of the others.
      queries.setQueryData<Gateway[]>(['gateways'], (before) => before && withGateway(before, saved));
      void queries.invalidateQueries({ queryKey: ['gateways'] });
      allowLeave();
      await navigate(back, { state: { saved: { id: saved.id, isNew: stored === null } } });
    },
  });

  const trying = useMutation({
    mutationFn: () => {
      trial.current?.abort();
      trial.current = new AbortController();
      const which = stored === null ? { kind } : { id: stored.id };
      return testSettings(which, settingsOf(draft, stored), trial.current.signal);
    },
    meta: { purpose: 'test the gateway' },
    onMutate,
    onSuccess: ({ ok, words }) => {
      // The response may arrive during an edit, which makes it obsolete.
      if (!trial.current?.signal.aborted) setTried({ ok, words: asLabeled(words, kind) });
    },
    onError: (error) => {
      if (error.name === 'AbortError' || isUnproven(error)) return;
      const found = gatewayErrors(error, kind);
      refuse(found);
      setTried({ ok: false, words: found.others.length > 0 ? NOT_TESTED : NOT_YET });
    },
  });

  function testConnection() {
    // Works without a name.
    if (isComplete(missingFields(draft, stored).filter((field) => field !== 'name'))) trying.mutate();
    else setTried({ ok: false, words: NOT_YET });
  }

  function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  const [word, busyWord] = stored === null ? ['Add gateway', 'Adding...'] : ['Save changes', 'Saving...'];
  return (
    <form
      ref={element}
      className={classes.form}
      aria-label={stored === null ? 'New gateway' : `Gateway ${stored.name}`}
      noValidate
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending && isComplete(missingFields(draft, stored))) saving.mutate();
      }}
    >
      {others.length > 0 && (
        <Alert color="red" mb="md" tabIndex={-1}>
          {others.map((words) => (
            <div key={words}>{words}</div>
          ))}
        </Alert>
      )}
      <Stack gap="md">
        <Section id="gateway-kind" title={stored === null ? 'Type' : KIND_LABELS[kind]}>
          {stored === null && (
            <SegmentedControl
              size="xs"
              aria-label="Type"
              data={Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))}
              value={kind}
              onChange={(next) => {
                form.setFieldValue('kind', next as GatewayKind);
                forgetErrors();
              }}
            />
          )}
          <Note>{ABOUT[kind]}</Note>
          <TextInput
            {...form.getInputProps('name')}
            name="name"
            label="Name"
            description="Shown in reports and logs."
            inputWrapperOrder={BELOW}
            required
            maw={400}
            autoComplete="off"
            spellCheck={false}
          />
        </Section>
        <Section id="gateway-settings" title="Connection">
          <Settings form={form} stored={stored} />
          <div aria-live="polite">
            <Note>{sharedAccountWords(draft, stored, all)}</Note>
          </div>
        </Section>
        <Defaults form={form} stored={stored} all={all} />
      </Stack>
      <Group className={classes.bar} gap="xs" py="sm">
        <Group
          role="status"
          gap="xs"
          flex={trying.isPending || tried ? '1 1 260px' : 1}
          wrap="nowrap"
          style={{ overflowWrap: 'anywhere' }}
        >
          {trying.isPending && 'Connecting (up to 10 seconds)...'}
          {!trying.isPending && tried !== null && (
            <>
              <ToneSign tone={tried.ok ? 'arrived' : 'failed'} size={16} />
              <span>{tried.words}</span>
            </>
          )}
        </Group>
        <Button variant="subtle" component={Link} to={back}>
          Cancel
        </Button>
        <Button
          variant="default"
          aria-disabled={trying.isPending}
          onClick={() => trying.isPending || testConnection()}
        >
          {trying.isPending ? 'Connecting...' : 'Test connection'}
        </Button>
        <Button
          type="submit"
          aria-disabled={saving.isPending}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          data-tip={keyText('mod+Enter')}
        >
          {saving.isPending ? busyWord : word}
        </Button>
      </Group>
    </form>
  );
}

function withGateway(all: readonly Gateway[], saved: Gateway): Gateway[] {
  const others = all.filter(({ id }) => id !== saved.id);
  return [...others, saved].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
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
