import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import type { SingleInputProps } from './field-props.ts';
import { fieldMessages } from './messages.ts';

/** The value stays as it is: only the plugin knows what it means. */
export function AbsentPluginInput({ field, error }: SingleInputProps): ReactNode {
  const messages = useMessages(fieldMessages);
  const [plugin = ''] = field.format.split('/');
  return (
    <div className="field">
      <span className="field-label">{field.label}</span>
      <span className="field-help">{messages.pluginAbsent({ plugin })}</span>
      {error !== undefined && <span className="field-error">{error}</span>}
    </div>
  );
}
