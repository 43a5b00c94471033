import { isProblem, type SettingsForm } from '@galley/sdk';
import { useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import {
  focusFirstError,
  withoutErrorsAt,
  type FieldErrors,
  type FieldValues,
} from '../../fields/index.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast } from '../../ui/index.ts';
import { formQuery } from './queries.ts';
import { changesOf, isSameValue } from './setting.ts';
import { settingsMessages } from './messages.ts';

export interface SectionForm {
  readonly base: SettingsForm;
  readonly values: FieldValues;
  readonly changes: FieldValues;
  readonly errors: FieldErrors;
  readonly problem: unknown;
  /** Names of settings that others changed in the meantime; `undefined` without a conflict. */
  readonly conflict: readonly string[] | undefined;
  readonly isPending: boolean;
  readonly change: (name: string, value: unknown) => void;
  readonly save: () => Promise<void>;
  readonly discard: () => void;
}

/** Saves only the changed values. */
export function useSectionForm(latest: SettingsForm): SectionForm {
  const [base, setBase] = useState(latest);
  const [changes, setChanges] = useState<FieldValues>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<unknown>(null);
  const [conflict, setConflict] = useState<readonly string[]>();
  const [isPending, setPending] = useState(false);
  // Keeps the base version while the user has changes; saving reports a conflict if it is outdated.
  if (latest !== base && Object.keys(changes).length === 0) setBase(latest);
  const clear = () => {
    setErrors({});
    setProblem(null);
    setConflict(undefined);
  };
  const meet = async () => {
    const now = await queryClient.fetchQuery({ ...formQuery(base.section), staleTime: 0 });
    setConflict(Object.keys(now.values).filter((name) => differs(base, now, name)));
    setBase(now);
  };
  const refused = (error: unknown) => {
    const found = fieldErrors(error);
    setErrors(found);
    setProblem(error);
    // Waits until the fields show their errors.
    requestAnimationFrame(() => focusFirstError(document.getElementById('content'), found));
  };
  const save = async () => {
    if (isPending || Object.keys(changes).length === 0) return;
    setPending(true);
    clear();
    try {
      const { section, revision } = base;
      const values = { ...changes };
      const saved = await galley.settings.save({ section, values, expected_revision: revision });
      await queryClient.invalidateQueries({ queryKey: ['settings'] });
      await queryClient.invalidateQueries({ queryKey: ['custom-fields'] });
      await queryClient.invalidateQueries({ queryKey: ['document-types'] });
      setChanges({});
      const messages = currentMessages(settingsMessages);
      toast({
        text: saved.restart_required.length > 0 ? messages.savedForRestart : messages.saved,
      });
    } catch (error) {
      if (isProblem(error, 'stale_revision')) await meet().catch(refused);
      else refused(error);
    } finally {
      setPending(false);
    }
  };
  return {
    base,
    changes,
    errors,
    problem,
    conflict,
    isPending,
    save,
    values: { ...base.values, ...changes },
    change(name, value) {
      setChanges(changesOf(base.values, { ...changes, [name]: value }));
      setErrors(withoutErrorsAt(errors, name));
    },
    discard() {
      setChanges({});
      clear();
    },
  };
}

const differs = (before: SettingsForm, now: SettingsForm, name: string) =>
  !isSameValue(before.values[name], now.values[name]);
