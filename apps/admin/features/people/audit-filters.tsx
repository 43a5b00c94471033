import { useState, type ReactNode } from 'react';
import { useLanguage, useWords } from '../../lib/words.ts';
import { Button, ComboField, Select, TextField } from '../../ui/index.ts';
import { isFiltered, outcomes, periods, type AuditFilter } from './audit-filter.ts';
import { auditPageWords } from './audit-page-words.ts';
import { auditSubjects } from './audit-words.ts';
import styles from './people.module.css';

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (next: Partial<AuditFilter>) => void;
}

/** Filters of the audit log. A selection applies at once, a text on blur or Enter. */
export function AuditFilters({ filter, onChange }: FiltersProps): ReactNode {
  const words = useWords(auditPageWords);
  const outcomeNames = { all: words.allOutcomes, success: words.success, denied: words.denied };
  return (
    <search className={styles.auditFilters}>
      <FilterText
        // The key resets the field when a link or the back button changes the address.
        key={`actor ${filter.actor}`}
        label={words.actor}
        placeholder={words.actorHelp}
        value={filter.actor}
        onDone={(actor) => onChange({ actor })}
      />
      <ActionField action={filter.action} onChange={(action) => onChange({ action })} />
      <FilterText
        key={`target ${filter.target}`}
        label={words.target}
        placeholder={words.targetHelp}
        value={filter.target}
        onDone={(target) => onChange({ target })}
      />
      <Select
        label={words.outcome}
        value={filter.outcome}
        onChange={(outcome) => onChange({ outcome })}
        options={outcomes.map((id) => ({ id, label: outcomeNames[id] }))}
      />
      <Select
        label={words.period}
        value={filter.period}
        onChange={(period) => onChange({ period })}
        options={periods.map((id) => ({ id, label: words[id] }))}
      />
      {filter.period === 'custom' && <CustomPeriod filter={filter} onChange={onChange} />}
      {isFiltered(filter) && (
        <Button onPress={() => onChange(nothing)} kind="quiet">
          {words.clear}
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
  const words = useWords(auditPageWords);
  return (
    <>
      <TextField
        label={words.from}
        type="datetime-local"
        value={filter.from}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        label={words.to}
        type="datetime-local"
        value={filter.to}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}

/** Offers the actions with known texts; the address may hold another action. */
function ActionField(props: {
  readonly action: string;
  readonly onChange: (action: string) => void;
}): ReactNode {
  const words = useWords(auditPageWords);
  const language = useLanguage();
  const options = auditSubjects(language).flatMap(({ label: subject, actions }) =>
    actions.map(({ action, label }) => ({ id: action, label, about: subject })),
  );
  return (
    <ComboField
      label={words.action}
      placeholder={words.allActions}
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
