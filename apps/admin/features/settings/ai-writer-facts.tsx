import { useQuery } from '@tanstack/react-query';
import type { AiUsage, AiWriterSettings } from '@galley/sdk';
import type { ReactNode } from 'react';
import { number } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Facts, Loading, Panel, Time } from '../../ui/index.ts';
import { settingsWords } from './words.ts';

export function AiWriterFacts(): ReactNode {
  const words = useWords(settingsWords);
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
    <Panel title={words.aiUsage}>
      <Loading query={facts} lines={3}>
        {(found) => <Shown {...found} />}
      </Loading>
    </Panel>
  );
}

function Shown(props: { readonly settings: AiWriterSettings; readonly usage: AiUsage }): ReactNode {
  const { settings, usage } = props;
  const words = useWords(settingsWords);
  const left =
    usage.tokens_left === null ? words.aiNoLimit : words.tokens(number(usage.tokens_left));
  return (
    <Facts
      facts={[
        [words.aiState, settings.enabled ? words.aiOn : words.aiOff],
        [words.aiKey, settings.api_key_configured ? words.aiKeySet : words.aiKeyMissing],
        [words.aiToday, words.aiTokens(number(usage.tokens_today), number(usage.requests_today))],
        [
          words.aiLeft,
          <span key="left">
            {left}{' '}
            <span className="soft">
              · {words.aiRenewed} <Time at={usage.resets_at} />
            </span>
          </span>,
        ],
        [words.aiMonth, words.tokens(number(usage.tokens_last_30_days))],
      ]}
    />
  );
}
