import type { ReactNode } from 'react';
import { defineMessages, withValues, useMessages } from '../../lib/messages.ts';
import { Checkbox } from '../../ui/index.ts';
import {
  coversGrants,
  grantLabel,
  grantSubjects,
  subjectLabel,
  type Grant,
  type GrantSubject,
} from './grants.ts';
import styles from './people.module.css';

const grantMessages = defineMessages('grant', {
  own: 'own documents only',
  ownOf: withValues<{ what: string }>('{what}: own documents only'),
  whole: withValues<{ subject: string }>('{subject}: all permissions'),
  notYours: 'You don’t have this permission.',
});

export interface GrantChoiceProps {
  readonly legend: string;
  readonly help?: string;
  readonly value: readonly string[];
  readonly onChange: (grants: readonly string[]) => void;
  /** Capabilities of the current user, who can grant only these. */
  readonly held: readonly string[];
  readonly isHeldOnly?: boolean;
  readonly isFixed?: boolean;
  readonly before?: ReactNode;
}

export function GrantChoice(props: GrantChoiceProps): ReactNode {
  const { legend, help, before, held, isHeldOnly } = props;
  const offered = (subject: GrantSubject) =>
    isHeldOnly ? subject.grants.filter((grant) => isHeld(grant, held)) : subject.grants;
  const subjects = grantSubjects.filter((subject) => offered(subject).length > 0);
  return (
    <fieldset className={styles.grants}>
      <legend className="field-label">{legend}</legend>
      {help && <p className="field-help">{help}</p>}
      {before}
      <div className={styles.subjects}>
        {subjects.map((subject) => (
          <SubjectGrants
            key={subject.id}
            subject={subject}
            grants={offered(subject)}
            choice={props}
          />
        ))}
      </div>
    </fieldset>
  );
}

function isHeld({ name, isOwnable }: Grant, held: readonly string[]): boolean {
  return coversGrants(held, [name]) || (isOwnable && coversGrants(held, [`${name}.own`]));
}

function SubjectGrants(props: {
  readonly subject: GrantSubject;
  readonly grants: readonly Grant[];
  readonly choice: GrantChoiceProps;
}): ReactNode {
  const { subject, grants, choice } = props;
  const { value, onChange, held, isFixed = false } = choice;
  const text = useMessages(grantMessages);
  const reachable = grants.filter((grant) => isHeld(grant, held));
  const chosen = grants.filter(({ name }) => isChosen(value, name));
  const isEvery = chosen.length === grants.length;
  const label = subjectLabel(subject);
  const setAll = (isOn: boolean) => {
    const names = grants.flatMap(({ name }) => [name, `${name}.own`]);
    const rest = value.filter((name) => !names.includes(name) && name !== '*');
    onChange(isOn ? [...rest, ...reachable.map((grant) => mostOf(grant, held))] : rest);
  };
  return (
    <div role="group" aria-label={label} className={styles.subject} data-subject={subject.id}>
      <Checkbox
        isSelected={isEvery}
        isIndeterminate={chosen.length > 0 && !isEvery}
        onChange={setAll}
        isDisabled={isFixed || reachable.length === 0 || value.includes('*')}
      >
        <strong aria-hidden>{label}</strong>
        <span className="sr-only">{text.whole({ subject: label })}</span>
      </Checkbox>
      <ul>
        {grants.map((grant) => (
          <GrantRow key={grant.name} grant={grant} choice={choice} />
        ))}
      </ul>
    </div>
  );
}

function isChosen(value: readonly string[], name: string): boolean {
  return value.includes('*') || value.includes(name) || value.includes(`${name}.own`);
}

function mostOf({ name }: Grant, held: readonly string[]): string {
  return coversGrants(held, [name]) ? name : `${name}.own`;
}

function GrantRow(props: { readonly grant: Grant; readonly choice: GrantChoiceProps }): ReactNode {
  const { grant, choice } = props;
  const { name, isOwnable } = grant;
  const { value, onChange, held, isFixed = false } = choice;
  const text = useMessages(grantMessages);
  const own = `${name}.own`;
  const isOn = isChosen(value, name);
  const isOwnOnly = !value.includes('*') && !value.includes(name) && value.includes(own);
  const isOff = isFixed || value.includes('*') || !isHeld(grant, held);
  const rest = value.filter((one) => one !== name && one !== own);
  const label = grantLabel(grant);
  return (
    <li>
      <Checkbox
        isSelected={isOn}
        isDisabled={isOff}
        onChange={(isWanted) => onChange(isWanted ? [...rest, mostOf(grant, held)] : rest)}
      >
        {label}
        {isOff && !isFixed && !value.includes('*') && (
          <span className="sr-only">: {text.notYours}</span>
        )}
      </Checkbox>
      {isOwnable && (
        <Checkbox
          isSelected={isOwnOnly}
          isDisabled={isOff || !isOn || !coversGrants(held, [name])}
          onChange={(isWanted) => onChange([...rest, isWanted ? own : name])}
        >
          <span aria-hidden className="soft small">
            {text.own}
          </span>
          <span className="sr-only">{text.ownOf({ what: label })}</span>
        </Checkbox>
      )}
    </li>
  );
}
