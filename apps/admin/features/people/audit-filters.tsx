import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, ComboField, Select, TextField } from '../../ui/index.ts';
import { isFiltered, outcomes, periods, type AuditFilter } from './audit-filter.ts';
import { auditPageMessages } from './audit-page-messages.ts';
import { auditSubjects } from './audit-messages.ts';
import styles from './people.module.css';

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (next: Partial<AuditFilter>) => void;
}

export function AuditFilters({ filter, onChange }: FiltersProps): ReactNode {
  const messages = useMessages(auditPageMessages);
  const outcomeNames = {
    all: messages.allOutcomes,
    success: messages.success,
    denied: messages.denied,
  };
  return (
    <search className={styles.auditFilters}>
      <FilterText
        // The key resets the field when a link or the back button changes the address.
        key={`actor ${filter.actor}`}
        label={messages.actor}
        placeholder={messages.actorHelp}
        value={filter.actor}
        onDone={(actor) => onChange({ actor })}
      />
      <ActionField action={filter.action} onChange={(action) => onChange({ action })} />
      <FilterText
        key={`target ${filter.target}`}
        label={messages.target}
        placeholder={messages.targetHelp}
        value={filter.target}
        onDone={(target) => onChange({ target })}
      />
      <Select
        label={messages.outcome}
        value={filter.outcome}
        onChange={(outcome) => onChange({ outcome })}
        options={outcomes.map((id) => ({ id, label: outcomeNames[id] }))}
      />
      <Select
        label={messages.period}
        value={filter.period}
        onChange={(period) => onChange({ period })}
        options={periods.map((id) => ({ id, label: messages[id] }))}
      />
      {filter.period === 'custom' && <CustomPeriod filter={filter} onChange={onChange} />}
      {isFiltered(filter) && (
        <Button onPress={() => onChange(nothing)} kind="quiet">
          {messages.clear}
        </Button>
      )}
    </search>
  );
}

const nothing: Partial<AuditFilter> = {
  actor: '',
  action: '',
  target: '',
  outcome: 'all',
  period: 'all',
};

function CustomPeriod({ filter, onChange }: FiltersProps): ReactNode {
  const messages = useMessages(auditPageMessages);
  return (
    <>
      <TextField
        label={messages.from}
        type="datetime-local"
        value={filter.from}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        label={messages.to}
        type="datetime-local"
        value={filter.to}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}

function ActionField(props: {
  readonly action: string;
  readonly onChange: (action: string) => void;
}): ReactNode {
  const messages = useMessages(auditPageMessages);
  const options = auditSubjects().flatMap(({ label: subject, actions }) =>
    actions.map(({ action, label }) => ({ id: action, label, about: subject })),
  );
  return (
    <ComboField
      label={messages.action}
      placeholder={messages.allActions}
      value={props.action}
      onChange={props.onChange}
      options={options}
    />
  );
}

function FilterText(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onDone: (value: string) => void;
}): ReactNode {
  const { label, placeholder, value, onDone } = props;
  const [typed, setTyped] = useState(value);
  const done = () => {
    if (typed.trim() !== value) onDone(typed.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <TextField
        label={label}
        placeholder={placeholder}
        value={typed}
        onChange={setTyped}
        onBlur={done}
        autoComplete="off"
      />
    </form>
  );
}
