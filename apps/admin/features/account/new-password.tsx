import { Check, Circle } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { TextField } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import { minPasswordLength, passwordRules, passwordStrength } from './password-strength.ts';
import styles from './account.module.css';

export interface NewPassword {
  readonly password: string;
  readonly repeated: string;
  readonly setPassword: (password: string) => void;
  readonly setRepeated: (password: string) => void;
  readonly errors: { readonly password?: string; readonly repeated?: string };
  /** If false, the fields show errors. */
  readonly check: () => boolean;
}

export function useNewPassword(): NewPassword {
  const messages = useMessages(authMessages);
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isTried, setTried] = useState(false);
  const isShort = [...password].length < minPasswordLength;
  const isOther = password !== repeated;
  return {
    password,
    repeated,
    setPassword,
    setRepeated,
    errors: {
      ...(isTried && isShort && { password: messages.tooShort({ least: minPasswordLength }) }),
      ...(isTried && !isShort && isOther && { repeated: messages.different }),
    },
    check: () => {
      setTried(true);
      return !isShort && !isOther;
    },
  };
}

export function NewPasswordFields(props: {
  readonly value: NewPassword;
  readonly username: string;
  readonly label?: string;
  readonly error?: string | undefined;
}): ReactNode {
  const { value, username, label, error } = props;
  const messages = useMessages(authMessages);
  return (
    <>
      <div className={styles.newPassword}>
        <TextField
          label={label ?? messages.password}
          type="password"
          name="new-password"
          autoComplete="new-password"
          value={value.password}
          onChange={value.setPassword}
          error={value.errors.password ?? error}
        />
        <Rules password={value.password} username={username} />
      </div>
      <TextField
        label={messages.repeat}
        type="password"
        name="repeated-password"
        autoComplete="new-password"
        value={value.repeated}
        onChange={value.setRepeated}
        error={value.errors.repeated}
      />
    </>
  );
}

function Rules({ password, username }: { readonly password: string; readonly username: string }) {
  const messages = useMessages(authMessages);
  const rules = passwordRules(password, username);
  const strength = passwordStrength(password, username);
  const isEmpty = rules.length === 0;
  return (
    <div className={styles.rules}>
      <p className={styles.strength} data-strength={strength}>
        <span className={styles.bar} aria-hidden>
          <span />
        </span>
        <span role="status" className="small">
          {messages.strength}: {messages[strength]}
        </span>
      </p>
      <ul aria-label={messages.rules} className="small">
        <Rule isMet={rules.isLongEnough}>
          {rules.length === 0 || rules.isLongEnough
            ? messages.ruleLength({ least: minPasswordLength })
            : messages.ruleLengthMissing({
                least: minPasswordLength,
                missing: minPasswordLength - rules.length,
              })}
        </Rule>
        {username !== '' && <Rule isMet={!isEmpty && rules.isNotName}>{messages.ruleName}</Rule>}
        <Rule isMet={rules.isVaried}>{messages.ruleVaried}</Rule>
      </ul>
      <p className="soft small">{messages.ruleWords}</p>
    </div>
  );
}

function Rule({ isMet, children }: { readonly isMet: boolean; readonly children: ReactNode }) {
  const messages = useMessages(authMessages);
  const Icon = isMet ? Check : Circle;
  return (
    <li data-met={isMet}>
      <Icon aria-hidden size={14} />
      <span>
        {children}
        <span className="sr-only">, {isMet ? messages.met : messages.unmet}</span>
      </span>
    </li>
  );
}
