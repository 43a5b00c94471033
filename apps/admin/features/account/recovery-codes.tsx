import { Check, Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { offerFile } from '../../lib/offer-file.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { Button, Checkbox, toast } from '../../ui/index.ts';
import { doorWords } from './door-words.ts';
import styles from './account.module.css';

/** Shows the codes once and continues after the user confirms that they are stored. */
export function RecoveryCodes(props: {
  readonly codes: readonly string[];
  readonly level: 2 | 3;
  readonly onDone: () => void;
}): ReactNode {
  const { codes, level, onDone } = props;
  const words = useWords(doorWords);
  const Heading = level === 2 ? 'h2' : 'h3';
  const heading = useRef<HTMLHeadingElement>(null);
  const [isKept, setKept] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack">
      <Heading ref={heading} tabIndex={-1}>
        {words.codesTitle}
      </Heading>
      <p>{words.codesText}</p>
      <ul className={styles.codes} aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Keeping text={`${codes.join('\n')}\n`} />
      <Checkbox isSelected={isKept} onChange={setKept}>
        {words.keptCodes}
      </Checkbox>
      <div className="row">
        <Button kind="primary" disabledReason={!isKept && words.keepFirst} onPress={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}

function Keeping({ text }: { readonly text: string }): ReactNode {
  const words = useWords(doorWords);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers offer a clipboard only on https pages.
      toast({ text: wordsNow(doorWords).copyFailed, tone: 'bad' });
    }
  };
  const download = () =>
    offerFile('galley-recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
  return (
    <div className="row">
      <Button icon={isCopied ? Check : Copy} onPress={() => void copy()}>
        {isCopied ? words.copied : words.copy}
      </Button>
      <Button icon={Download} onPress={download}>
        {words.download}
      </Button>
      <Button icon={Printer} onPress={() => window.print()}>
        {words.print}
      </Button>
    </div>
  );
}
