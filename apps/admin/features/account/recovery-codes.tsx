import { Check, Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { downloadFile } from '../../lib/download-file.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { Button, Checkbox, toast } from '../../ui/index.ts';
import { authMessages } from './auth-messages.ts';
import styles from './account.module.css';

export function RecoveryCodes(props: {
  readonly codes: readonly string[];
  readonly level: 2 | 3;
  readonly onDone: () => void;
}): ReactNode {
  const { codes, level, onDone } = props;
  const messages = useMessages(authMessages);
  const Heading = level === 2 ? 'h2' : 'h3';
  const heading = useRef<HTMLHeadingElement>(null);
  const [isKept, setKept] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack">
      <Heading ref={heading} tabIndex={-1}>
        {messages.codesTitle}
      </Heading>
      <p>{messages.codesText}</p>
      <ul className={styles.codes} aria-label={messages.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <RecoveryCodeActions text={`${codes.join('\n')}\n`} />
      <Checkbox isSelected={isKept} onChange={setKept}>
        {messages.keptCodes}
      </Checkbox>
      <div className="row">
        <Button kind="primary" disabledReason={!isKept && messages.keepFirst} onPress={onDone}>
          {messages.done}
        </Button>
      </div>
    </div>
  );
}

function RecoveryCodeActions({ text }: { readonly text: string }): ReactNode {
  const messages = useMessages(authMessages);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers offer a clipboard only on https pages.
      toast({ text: currentMessages(authMessages).copyFailed, tone: 'bad' });
    }
  };
  const download = () =>
    downloadFile('galley-recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
  return (
    <div className="row">
      <Button icon={isCopied ? Check : Copy} onPress={() => void copy()}>
        {isCopied ? messages.copied : messages.copy}
      </Button>
      <Button icon={Download} onPress={download}>
        {messages.download}
      </Button>
      <Button icon={Printer} onPress={() => window.print()}>
        {messages.print}
      </Button>
    </div>
  );
}
