import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SettingsForm, SettingsSection } from '@galley/sdk';
import { useEffect, type ReactNode } from 'react';
import { errorsElsewhere } from '../../fields/index.ts';
import { useMessages } from '../../lib/messages.ts';
import { ErrorNotice, Notice, Panel, useLeaveGuard } from '../../ui/index.ts';
import { SaveBar } from './save-bar.tsx';
import { localizeSection } from './section-messages.ts';
import { SettingField } from './setting-field.tsx';
import { readSettings, type Setting } from './setting.ts';
import styles from './settings.module.css';
import { useSectionForm, type SectionForm as Form } from './use-section-form.ts';
import { settingsMessages } from './messages.ts';

export function SectionForm(props: {
  readonly section: SettingsSection;
  readonly latest: SettingsForm;
}): ReactNode {
  const { section, latest } = props;
  const messages = useMessages(settingsMessages);
  const form = useSectionForm(latest);
  const settings = readSettings(form.base.section, form.base.fields);
  const count = Object.keys(form.changes).length;
  const text = localizeSection(section);
  const isLate = settings.length > 0 && settings.every(({ needsRestart }) => needsRestart);
  const about = isLate ? `${text.description} ${messages.allRestart}` : text.description;
  useLeaveGuard(count > 0);
  useSettingInAddress();
  return (
    <div className={styles['section']}>
      <RestartNotice names={form.base.restart_required} settings={settings} />
      <FormNotices form={form} settings={settings} />
      <Panel title={text.name} about={about}>
        {settings.length === 0 && <p className="soft">{messages.noFields}</p>}
        <div className={styles['fields']}>
          {settings.map((setting) => (
            <SettingField key={setting.name} setting={setting} form={form} marksRestart={!isLate} />
          ))}
        </div>
      </Panel>
      <SaveBar
        changes={count}
        isPending={form.isPending}
        onSave={() => void form.save()}
        onDiscard={form.discard}
      />
    </div>
  );
}

function RestartNotice(props: {
  readonly names: readonly string[];
  readonly settings: readonly Setting[];
}): ReactNode {
  const messages = useMessages(settingsMessages);
  if (props.names.length === 0) return null;
  return (
    <Notice tone="warn" title={messages.restartTitle}>
      {messages.restartText({ names: labelsOf(props.names, props.settings) })}
    </Notice>
  );
}

function FormNotices(props: {
  readonly form: Form;
  readonly settings: readonly Setting[];
}): ReactNode {
  const { conflict, errors, problem } = props.form;
  const messages = useMessages(settingsMessages);
  const names = props.settings.map(({ name }) => name);
  const elsewhere = Object.entries(errorsElsewhere(errors, names));
  const count = Object.keys(errors).length;
  if (conflict)
    return (
      <Notice tone="warn" title={messages.conflictTitle}>
        {conflict.length === 0
          ? messages.conflictElsewhere
          : messages.conflictText({ names: labelsOf(conflict, props.settings) })}
      </Notice>
    );
  if (count === 0) return isOfFields(problem) ? null : <ErrorNotice error={problem} />;
  return (
    <Notice tone="bad" title={messages.wrongTitle}>
      <p>{messages.wrongText({ count })}</p>
      {elsewhere.map(([path, message]) => (
        <p key={path}>
          <code>{path}</code> {message}
        </p>
      ))}
    </Notice>
  );
}

/** Field errors appear at their fields, where the user may have corrected them since. */
function isOfFields(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && problem.code === 'invalid_fields';
}

function labelsOf(names: readonly string[], settings: readonly Setting[]): string {
  const labels = names.map((name) => settings.find((one) => one.name === name)?.label ?? name);
  return labels.join(', ');
}

/** The search over all settings links to `?setting=feed.limit`. */
function useSettingInAddress(): void {
  const search: { readonly setting?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { setting } = search;
  useEffect(() => {
    if (typeof setting !== 'string') return;
    const place = document.querySelector(`[data-field="${CSS.escape(setting)}"]`);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector<HTMLElement>('input, textarea, button')?.focus();
    void navigate({ to: '.', search: withoutSetting, replace: true });
  }, [setting, navigate]);
}

function withoutSetting(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'setting'));
}
