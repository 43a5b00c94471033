import { useQuery } from '@tanstack/react-query';
import type { AiUsage, AiWriterSettings } from '@galley/sdk';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Facts, QueryBoundary, Panel, Time } from '../../ui/index.ts';
import { settingsMessages } from './messages.ts';

export function AiWriterFacts(): ReactNode {
  const messages = useMessages(settingsMessages);
  const facts = useQuery({
    queryKey: ['aiwriter', 'facts'],
    queryFn: async ({ signal }) => {
      const [settings, usage] = await Promise.all([
        galley.aiwriter.settings({}, { signal }),
        galley.aiwriter.usage({}, { signal }),
      ]);
      return { settings, usage };
    },
  });
  return (
    <Panel title={messages.aiUsage}>
      <QueryBoundary query={facts} lines={3}>
        {(found) => <AiUsageFacts {...found} />}
      </QueryBoundary>
    </Panel>
  );
}

function AiUsageFacts(props: {
  readonly settings: AiWriterSettings;
  readonly usage: AiUsage;
}): ReactNode {
  const { settings, usage } = props;
  const messages = useMessages(settingsMessages);
  const left =
    usage.tokens_left === null
      ? messages.aiNoLimit
      : messages.tokens({ count: formatNumber(usage.tokens_left) });
  return (
    <Facts
      facts={[
        [messages.aiState, settings.enabled ? messages.aiOn : messages.aiOff],
        [messages.aiKey, settings.api_key_configured ? messages.aiKeySet : messages.aiKeyMissing],
        [
          messages.aiToday,
          messages.aiTokens({
            tokens: formatNumber(usage.tokens_today),
            requests: formatNumber(usage.requests_today),
          }),
        ],
        [
          messages.aiLeft,
          <span key="left">
            {left}{' '}
            <span className="soft">
              · {messages.aiRenewed} <Time at={usage.resets_at} />
            </span>
          </span>,
        ],
        [messages.aiMonth, messages.tokens({ count: formatNumber(usage.tokens_last_30_days) })],
      ]}
    />
  );
}
