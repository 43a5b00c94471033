import type { PluginChange, PluginReview as Review } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, type Tone } from '../../ui/index.ts';
import { permissionDescription } from './permission-messages.ts';
import { packageMessages } from './plugin-package-messages.ts';
import styles from './plugins.module.css';

/** Differences of a version from the installed one. More permissions and hosts stand out. */
export function PluginReview({ review }: { readonly review: Review }): ReactNode {
  const { name, version, author, description, installed_version, changes } = review;
  const messages = useMessages(packageMessages);
  const isNew = installed_version === null;
  return (
    <>
      <p className="breaks">
        <strong>{name}</strong>{' '}
        {isNew
          ? messages.version({ version })
          : messages.fromTo({ from: installed_version || messages.unreadable, to: version })}
        {author !== '' && <span className="soft"> {messages.by({ author })}</span>}
      </p>
      {description !== '' && <p className="soft breaks">{description}</p>}
      {changes.length === 0 && <p>{isNew ? messages.requestsNothing : messages.sameManifest}</p>}
      {changes.length > 0 && (
        <ul
          className={styles['changes']}
          aria-label={isNew ? messages.requests : messages.changesOf}
        >
          {changes.map((change) => (
            <Change key={`${change.kind} ${change.name}`} {...{ change, review, isNew }} />
          ))}
        </ul>
      )}
    </>
  );
}

const tones: Readonly<Record<PluginChange['change'], Tone>> = {
  added: 'info',
  removed: 'plain',
  changed: 'info',
};

function Change(props: {
  readonly change: PluginChange;
  readonly review: Review;
  readonly isNew: boolean;
}): ReactNode {
  const { change, review, isNew } = props;
  const { kind, name, change: how } = change;
  const messages = useMessages(packageMessages);
  const isMore = how === 'added' && (kind === 'permission' || kind === 'host');
  const permission = review.permissions.find((one) => one.name === name);
  const means =
    kind === 'permission'
      ? permissionDescription(permission ?? { name, means: name, risky: false })
      : undefined;
  return (
    <li data-more={isMore || undefined} data-removed={how === 'removed' || undefined}>
      {!isNew && <Badge tone={isMore ? 'warn' : tones[how]}>{messages[how]}</Badge>}
      <span className="breaks">
        <span className="soft">{messages[kind]}</span>{' '}
        {means ?? (name === '*' ? messages.everyHost : <code>{name}</code>)}
      </span>
    </li>
  );
}
