import type { Webhook } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { Checkbox, FormDialog, TextField, toast, TokenDialog } from '../../ui/index.ts';
import { webhookEventMessages, webhookMessages } from './webhook-messages.ts';
import { invalidateWebhooks } from './webhook-queries.ts';

type WebhookEvent = Webhook['events'][number];

const events: readonly WebhookEvent[] = [
  'document.published',
  'document.saved',
  'document.status_changed',
  'media.uploaded',
  'build.finished',
  'form.submitted',
];

interface WebhookFormProps {
  /** Without it, the form creates a webhook. */
  readonly webhook?: Webhook;
  readonly onClose: () => void;
}

export function WebhookForm({ webhook, onClose }: WebhookFormProps): ReactNode {
  const messages = useMessages(webhookMessages);
  const form = useWebhookForm(webhook, onClose);
  const { fields, change, errors, made } = form;
  if (made)
    return (
      <TokenDialog title={messages.made({ name: made.name })} token={made.secret} onClose={onClose}>
        {messages.secretOnce}
      </TokenDialog>
    );
  return (
    <FormDialog
      title={webhook ? messages.edit : messages.create}
      action={webhook ? messages.save : messages.create}
      onClose={onClose}
      onSubmit={form.submit}
      disabledReason={form.reason}
    >
      <TextField
        label={messages.name}
        help={messages.nameHelp}
        value={fields.name}
        onChange={(name) => change({ name })}
        error={errors['name']}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <TextField
        label={messages.address}
        help={messages.addressHelp}
        type="url"
        value={fields.url}
        onChange={(url) => change({ url })}
        error={errors['url']}
        maxLength={2_000}
        autoComplete="off"
      />
      <EventChoice chosen={fields.events} onChange={(chosen) => change({ events: chosen })} />
      {webhook && (
        <Checkbox
          isSelected={fields.enabled}
          onChange={(enabled) => change({ enabled })}
          help={messages.enabledHelp}
        >
          {messages.enabled}
        </Checkbox>
      )}
    </FormDialog>
  );
}

function EventChoice(props: {
  readonly chosen: readonly WebhookEvent[];
  readonly onChange: (chosen: WebhookEvent[]) => void;
}): ReactNode {
  const messages = useMessages(webhookMessages);
  const names = useMessages(webhookEventMessages);
  const { chosen, onChange } = props;
  return (
    <fieldset className="stack">
      <legend>{messages.events}</legend>
      {events.map((event) => (
        <Checkbox
          key={event}
          isSelected={chosen.includes(event)}
          onChange={(isChosen) =>
            onChange(events.filter((one) => (one === event ? isChosen : chosen.includes(one))))
          }
        >
          {names[event]}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function useWebhookForm(webhook: Webhook | undefined, onClose: () => void) {
  const messages = useMessages(webhookMessages);
  const { name, url, events: wanted, enabled } = webhook ?? newFields;
  const [fields, setFields] = useState({ name, url, events: [...wanted], enabled });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string }>();
  const reason =
    (fields.name.trim() === '' && messages.needName) ||
    (fields.url.trim() === '' && messages.needAddress) ||
    (fields.events.length === 0 && messages.needEvent);
  const send = async () => {
    const { enabled: isEnabled, ...others } = fields;
    if (webhook) {
      await galley.webhooks.save({ ...others, id: webhook.id, enabled: isEnabled });
      toast({ text: messages.saved });
      onClose();
    } else setMade(await galley.webhooks.create(others));
    await invalidateWebhooks();
  };
  return {
    fields,
    errors,
    made,
    reason,
    change: (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed }),
    submit: async () => {
      try {
        await send();
      } catch (problem) {
        setErrors(fieldErrors(problem));
        throw problem;
      }
    },
  };
}

const newFields = {
  name: '',
  url: '',
  events: ['document.published'] as readonly WebhookEvent[],
  enabled: true,
};
