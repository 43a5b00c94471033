import { Lock, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldInput } from '../../fields/index.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Button } from '../../ui/index.ts';
import { isSameValue, formatSettingValue, type Setting } from './setting.ts';
import styles from './settings.module.css';
import type { SectionForm } from './use-section-form.ts';
import { settingsMessages } from './messages.ts';

export function SettingField(props: {
  readonly setting: Setting;
  readonly form: SectionForm;
  /** False if the whole section waits for a restart. */
  readonly marksRestart: boolean;
}): ReactNode {
  const { setting, form, marksRestart } = props;
  const { name, isEditable } = setting;
  return (
    <div className={styles['setting']}>
      <FieldInput
        field={setting}
        value={form.values[name]}
        onChange={(value) => form.change(name, value)}
        path={name}
        errors={form.errors}
        isDisabled={!isEditable}
      />
      <div className={styles['facts']}>
        <SourceOf setting={setting} form={form} />
        {marksRestart && setting.needsRestart && <RestartBadge />}
      </div>
    </div>
  );
}

function SourceOf({
  setting,
  form,
}: {
  readonly setting: Setting;
  readonly form: SectionForm;
}): ReactNode {
  const messages = useMessages(settingsMessages);
  const { name, source, isEditable, label } = setting;
  const isChanged = Object.hasOwn(form.changes, name);
  const isDefault = source === 'default';
  if (!isEditable)
    return (
      <span className="row">
        <Lock aria-hidden size={13} />
        {messages.comesFrom({ source })}
      </span>
    );
  return (
    <>
      {isChanged && <ChangedBadge setting={setting} form={form} />}
      {!isChanged && <span>{isDefault ? messages.isDefault : messages.from({ source })}</span>}
      {form.conflict?.includes(name) && (
        <Badge tone="warn">
          {messages.theirs({ value: formatSettingValue(form.base.values[name], messages.nothing) })}
        </Badge>
      )}
      {!isDefault && !isReset(setting, form) && (
        <Button kind="quiet" size="small" icon={RotateCcw} onPress={() => form.change(name, null)}>
          {messages.toDefault}
          <span className="sr-only"> {label}</span>
        </Button>
      )}
    </>
  );
}

function ChangedBadge({
  setting,
  form,
}: {
  readonly setting: Setting;
  readonly form: SectionForm;
}): ReactNode {
  const messages = useMessages(settingsMessages);
  return (
    <Badge tone="info">
      {isReset(setting, form) && setting.default !== null ? messages.resets : messages.changed}
    </Badge>
  );
}

function isReset({ name }: Setting, { values }: SectionForm): boolean {
  return isSameValue(values[name], null);
}

function RestartBadge(): ReactNode {
  const messages = useMessages(settingsMessages);
  return <Badge>{messages.restart}</Badge>;
}
