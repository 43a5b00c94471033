import type { OwnAccount } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { refreshSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox, ComboField, Panel, QueryBoundary, toast, toastProblem } from '../../ui/index.ts';
import { notificationMessages } from '../home/notification-messages.ts';
import { ownAccountMessages } from './own-account-messages.ts';
import { ownAccountQuery, setOwnAccount } from './own-account-query.ts';
import styles from './own-account.module.css';

export function PreferencesPanel(): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const query = useQuery(ownAccountQuery);
  return (
    <Panel title={messages.zoneAndNotices}>
      <QueryBoundary query={query} lines={6}>
        {(account) => (
          <div className="stack">
            <ZoneField account={account} />
            <Notices account={account} />
          </div>
        )}
      </QueryBoundary>
    </Panel>
  );
}

interface AccountProps {
  readonly account: OwnAccount;
}

type Change = Parameters<typeof galley.account.save>[0];

function useSave(): (change: Change) => Promise<void> {
  const messages = useMessages(ownAccountMessages);
  return async (change) => {
    try {
      setOwnAccount(await galley.account.save(change));
      toast({ text: messages.saved });
    } catch (problem) {
      toastProblem(problem);
    }
  };
}

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ofBrowser = 'browser';

function ZoneField({ account: { time_zone: zone, site_time_zone } }: AccountProps): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const save = useSave();
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((one) => one !== 'UTC')];
  const change = async (chosen: string) => {
    await save({ time_zone: chosen === ofBrowser ? '' : chosen });
    await refreshSession();
  };
  return (
    <ComboField
      label={messages.zone}
      help={messages.zoneHelp({ zone: site_time_zone })}
      value={zone || ofBrowser}
      isRequired
      onChange={(chosen) => void change(chosen)}
      options={[
        { id: ofBrowser, label: messages.browserZone({ zone: browserZone }) },
        ...zones.map((id) => ({ id, label: id.replaceAll('_', ' ') })),
      ]}
    />
  );
}

function Notices({ account }: AccountProps): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const kinds = useMessages(notificationMessages);
  const save = useSave();
  const isMailUseless = !account.mail || account.email_verified_at === null;
  return (
    <div className="stack">
      <div className={styles['scroll']}>
        <table className={styles['notices']}>
          <thead>
            <tr>
              <th scope="col">{messages.notice}</th>
              <th scope="col">{messages.inbox}</th>
              <th scope="col">{messages.mail}</th>
            </tr>
          </thead>
          <tbody>
            {account.notices.map((notice) => (
              <tr key={notice.kind}>
                <th scope="row">{kinds[notice.kind]}</th>
                {(['inbox', 'mail'] as const).map((way) => (
                  <td key={way}>
                    <Checkbox
                      isLabelHidden
                      isSelected={notice[way]}
                      isDisabled={way === 'mail' && !account.mail}
                      onChange={(isOn) => void save({ notices: [{ ...notice, [way]: isOn }] })}
                    >
                      {`${kinds[notice.kind]}: ${messages[way]}`}
                    </Checkbox>
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{messages.security}</th>
              <td colSpan={2} className="soft">
                {messages.always}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      {isMailUseless && (
        <p className="field-help">{account.mail ? messages.mailUnconfirmed : messages.mailOff}</p>
      )}
    </div>
  );
}
